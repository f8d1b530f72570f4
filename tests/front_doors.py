"""Reverse proxies for real, with the configurations that docs/reverse-proxy.md shows."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from bench.service.served import PATIENCE_S, PAUSE_S, free_port

DOCS: Final = Path(__file__).resolve().parents[1] / "docs/reverse-proxy.md"

NGINX: Final = """daemon off; master_process off; worker_processes 1;
pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 64; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxied; fastcgi_temp_path {folder}/f;
    uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
    server {{ listen 127.0.0.1:{port};
{site}
    }}
}}
"""

CADDY: Final = "{{\n admin off\n auto_https off\n storage file_system {folder}\n}}\n{site}"


def example(name: str) -> str:
    """The configuration of a proxy that the docs show."""
    return re.search(rf"```{name}\n(.*?)```", DOCS.read_text(), re.DOTALL).group(1)


def nginx_site(path: str, table: int) -> str:
    """The documented site at a sub-path, or changed for the root as the docs say."""
    site = example("nginx").replace("127.0.0.1:8080", f"127.0.0.1:{table}")
    if path == "/":
        site = site.replace("location /table/", "location /").replace("Prefix /table;", 'Prefix "";')
    return site


def caddy_site(path: str, table: int, port: int) -> str:
    site = example("caddy").replace("games.example.org", f"http://127.0.0.1:{port}")
    if path == "/":
        site = f"http://127.0.0.1:{port} {{\n reverse_proxy 127.0.0.1:8080\n}}\n"
    return site.replace("127.0.0.1:8080", f"127.0.0.1:{table}")


@contextmanager
def proxied(name: str, path: str, table: int, folder: Path, site: str = "") -> Iterator[str]:
    """Run a proxy in front of the table at a port; gives the address that phones open, with its path."""
    command = shutil.which(name) or shutil.which(name, path="/usr/sbin")
    if command is None:
        pytest.skip(f"{name} is not installed (apt-get install {'nginx-light' if name == 'nginx' else name})")
    port = free_port()
    file = folder / f"{name}.conf"
    if name == "nginx":
        file.write_text(NGINX.format(folder=folder, port=port, site=site or nginx_site(path, table)))
        words = [command, "-p", str(folder), "-c", str(file)]
    else:
        file.write_text(CADDY.format(folder=folder, site=site or caddy_site(path, table, port)))
        words = [command, "run", "--adapter", "caddyfile", "--config", str(file)]
    with (folder / f"{name}.out").open("wb") as out:
        environ = {"HOME": str(folder), "PATH": "/usr/bin:/bin"}
        process = subprocess.Popen(words, stdout=out, stderr=out, env=environ)
    try:
        _wait(process, port, folder / f"{name}.out")
        yield f"http://127.0.0.1:{port}{path}"
    finally:
        process.terminate()
        process.wait(30)


def _wait(process: subprocess.Popen[bytes], port: int, out: Path) -> None:
    ends_s = time.monotonic() + PATIENCE_S
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            assert process.poll() is None, out.read_text()
            assert time.monotonic() < ends_s, out.read_text()
            time.sleep(PAUSE_S)
        else:
            return
