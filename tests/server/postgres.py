"""A real PostgreSQL from Debian's package, in a folder and on a socket of its own."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
from pathlib import Path


class Missing(Exception):
    """Why there is none here."""


def programs() -> Path:
    """The folder of `initdb` and `pg_ctl`; root on a Debian machine installs the package."""
    for _ in range(2):
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
        if found:
            return found[-1].parent
        if os.geteuid() != 0 or not shutil.which("apt-get"):
            break
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "timeout": 300}
        subprocess.run(["apt-get", "update"], check=False, **quiet)  # type: ignore[call-overload]
        subprocess.run(["apt-get", "install", "-y", "postgresql"], check=False, **quiet)  # type: ignore[call-overload]
    raise Missing("PostgreSQL is not installed, and only root on Debian can install it here")


class Cluster:
    """One database server; `url` is what `--db` takes."""

    def __init__(self, folder: Path) -> None:
        self.bin, self.data, self.sockets = programs(), folder / "data", folder / "sockets"
        self.user = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
        self.sockets.mkdir(parents=True)
        if os.geteuid() == 0:
            for path in (folder, self.sockets):
                shutil.chown(path, self.user)
                path.chmod(0o755)
        self._run("initdb", "-D", str(self.data), "-A", "trust", "-U", "meuse", "--no-sync")
        self._run(
            "pg_ctl", "-D", str(self.data), "-w", "-l", str(self.sockets / "log"), "-o",
            f"-k {self.sockets} -c listen_addresses= -c max_connections=40", "start",
        )
        self.databases = 0

    def fresh(self) -> str:
        """The URL of a new database."""
        self.databases += 1
        name = f"meuse{self.databases}"
        self._run("createdb", "-h", str(self.sockets), "-U", "meuse", name)
        return f"postgresql://meuse@/{name}?host={self.sockets}"

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self.data), "-m", "immediate", "stop")

    def _run(self, program: str, *args: str) -> None:
        words = [str(self.bin / program), *args]
        if os.geteuid() == 0:
            words = ["runuser", "-u", self.user, "--", *words]
        done = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd="/", timeout=60)
        if done.returncode:
            raise Missing(f"{program} failed: {done.stderr.decode(errors='replace').strip()[-300:]}")
