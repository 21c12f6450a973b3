"""The server: matches, seats, storage and web sockets. Only the command line imports it."""
