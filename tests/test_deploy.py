"""What `deploy/` says is so: its files can be read, and name commands, options and variables that exist."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.cli.stratege_command import stratege

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
UNIT = (DEPLOY / "stratege.service").read_text(encoding="utf-8")


def commands() -> list[list[str]]:
    """What is run by the name of `stratege`."""
    unit = re.search(r"^ExecStart=\S+/stratege (.*)$", UNIT, flags=re.M)
    image = re.search(r"^CMD \[(.*)\]$", (DEPLOY / "Dockerfile").read_text(encoding="utf-8"), flags=re.M)
    assert unit is not None
    assert image is not None
    return [
        shlex.split(COMPOSE["services"]["web1"]["command"]),
        shlex.split(unit[1]),
        re.findall(r'"([^"]+)"', image[1]),
    ]


def test_options_that_are_named_exist() -> None:
    known = stratege("web", "--help", COLUMNS="300").stdout
    for words in commands():
        assert words[0] == "web"
        for option in (word for word in words if word.startswith("--")):
            assert re.search(rf"{option}\b", known), option


def test_the_services_are_there_and_depend_on_each_other() -> None:
    services = COMPOSE["services"]
    assert {"web1", "web2", "db", "proxy", "scheduler", "worker"} <= set(services)
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert source in COMPOSE["volumes"] or (DEPLOY / source).exists(), volume
    proxy = services["proxy"]["networks"]["inside"]["ipv4_address"]
    assert f"--behind-proxy {proxy}" in services["web1"]["command"]
    (network,) = COMPOSE["networks"]["inside"]["ipam"]["config"]
    given_out = ip_network(network.get("ip_range", network["subnet"]))
    assert ip_address(proxy) in ip_network(network["subnet"])
    assert ip_address(proxy) not in given_out  # whoever starts first takes the first of these
    caddy = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert {f"{name}:8765" for name in ("web1", "web2")} <= set(caddy.split())
    assert "/ready" in caddy
    example = (DEPLOY / "env.example").read_text(encoding="utf-8")
    wanted = set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text(encoding="utf-8")))
    assert wanted == set(re.findall(r"^(\w+)=", example, flags=re.M))


def test_variables_are_those_that_the_program_reads() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py"))
    for path in DEPLOY.iterdir():
        for name in re.findall(r"\bSTRATEGE_\w+", path.read_text(encoding="utf-8")):
            assert f'"{name}"' in sources, f"{path.name}: {name}"


def test_the_cluster_is_started_as_dask_is() -> None:
    for name in ("scheduler", "worker"):
        dask, kind, *words = COMPOSE["services"][name]["entrypoint"]
        assert (dask, kind) == ("dask", name)
        told = subprocess.run(
            ["dask", kind, "--help"], capture_output=True, text=True, env=path(), check=True
        )
        for option in (word for word in words if word.startswith("--")):
            assert option in told.stdout, option


def path() -> dict[str, str]:
    """Where the programs of this installation are."""
    return {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "stratege.service"
    true = shutil.which("true")
    unit.write_text(re.sub(r"^ExecStart=\S+", f"ExecStart={true}", UNIT, flags=re.M), encoding="utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False
    )
    about = [line for line in done.stderr.splitlines() if "stratege.service" in line]
    assert about == [], done.stderr


def test_the_image_has_the_versions_that_were_tested() -> None:
    """What picks them out of the lock, hashes left behind: every one, those of the cluster among them."""
    image = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    picking = re.search(r"(sed -n .* requirements/test\.lock) > versions\.txt", image)
    assert picking is not None
    versions = subprocess.run(["sh", "-c", picking[1]], cwd=ROOT, capture_output=True, text=True, check=True)
    locked = (ROOT / "requirements/test.lock").read_text(encoding="utf-8")
    names = re.findall(r"^([\w.-]+)==", locked, flags=re.M)
    assert re.findall(r"^([\w.-]+)==[^ \n]+(?: ; .*)?$", versions.stdout, flags=re.M) == names
    assert "distributed" in names
