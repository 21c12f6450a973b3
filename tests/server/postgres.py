"""A real PostgreSQL from Debian's package, in a folder and on a socket of its own."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest


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
        self.start()
        self.databases = 0

    def start(self) -> None:
        self._run(
            "pg_ctl", "-D", str(self.data), "-w", "-l", str(self.sockets / "log"), "-o",
            f"-k {self.sockets} -c listen_addresses= -c max_connections=40", "start",
        )

    def fresh(self) -> str:
        """The URL of a new database."""
        self.databases += 1
        name = f"meuse{self.databases}"
        self._run("createdb", "-h", str(self.sockets), "-U", "meuse", name)
        return f"postgresql://meuse@/{name}?host={self.sockets}"

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self.data), "-m", "immediate", "stop")

    def kill(self) -> None:
        """`kill -9` of the database server and everything that it has started, as a power cut would.

        Its lock files go as well: where nobody takes note of the dead, their numbers seem to live on.
        """
        lock = self.data / "postmaster.pid"
        first = int(lock.read_text().split()[0])
        all_of_it = (first, *_children(first))
        for process in all_of_it:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        while any(map(_runs, all_of_it)):
            time.sleep(0.01)
        for left in (lock, *self.sockets.glob(".s.PGSQL.*")):
            left.unlink()

    def _run(self, program: str, *args: str) -> None:
        words = [str(self.bin / program), *args]
        if os.geteuid() == 0:
            words = ["runuser", "-u", self.user, "--", *words]
        done = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd="/", timeout=60)
        if done.returncode:
            raise Missing(f"{program} failed: {done.stderr.decode(errors='replace').strip()[-300:]}")


def _children(process: int) -> list[int]:
    return [int(path.parent.name) for path in Path("/proc").glob("[0-9]*/stat") if _stat(path)[1:2] == [str(process)]]


def _runs(process: int) -> bool:
    """One that has ended may still wait for somebody to take note."""
    return _stat(Path(f"/proc/{process}/stat"))[:1] not in ([], ["Z"])


def _stat(path: Path) -> list[str]:
    """The state of a process, its parent, and more; nothing if it has gone."""
    with suppress(OSError):
        return path.read_text().rpartition(")")[2].split()
    return []


@contextmanager
def running() -> Iterator[Cluster]:
    """In a short path: PostgreSQL's socket has no room for a long one."""
    folder = Path(tempfile.mkdtemp(prefix="meuse-pg-"))
    try:
        cluster = Cluster(folder)
        try:
            yield cluster
        finally:
            with suppress(Missing):
                cluster.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def for_tests() -> Iterator[Cluster]:
    """What a fixture yields; where there is no PostgreSQL the test is skipped."""
    try:
        with running() as cluster:
            yield cluster
    except Missing as error:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(str(error))
