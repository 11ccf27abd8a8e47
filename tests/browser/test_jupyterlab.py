"""The board in a real JupyterLab, which `make soak` installs: shown, clicked, and Python has heard of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import Visit

CELLS = (
    """import stratege
from stratege.notebook import Board

heard = []
board = Board(stratege.game("quixo", size=3).start(), on_move=lambda line: heard.append(line.move_text))
board.show(board.line.analyse(depth=1))
board""",
    'print("heard", *heard, "and", board.line.position.text())',
)
PATIENCE = 300.0  # seconds for a server to say where it is; a busy machine takes its time


def notebook() -> dict[str, Any]:
    code: dict[str, Any] = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    cells = [{**code, "id": f"c{number}", "source": text} for number, text in enumerate(CELLS)]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


def extensions() -> str:
    """Where the browser's half of anywidget is installed, whichever the environment."""
    found = next(
        file
        for file in distribution("anywidget").files or ()
        if file.as_posix().endswith("anywidget/package.json")
    )
    path = Path(str(found.locate())).resolve()
    return str(next(folder for folder in path.parents if folder.name == "jupyter"))


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[str]:
    """The address of a JupyterLab on a folder of its own."""
    (tmp_path / "play.ipynb").write_text(json.dumps(notebook()))
    own = {f"JUPYTER_{name}_DIR": str(tmp_path / name.lower()) for name in ("RUNTIME", "CONFIG", "DATA")}
    environment = {**os.environ, **own, "JUPYTER_PATH": extensions(), "IPYTHONDIR": str(tmp_path / "ipython")}
    command = [
        sys.executable,
        "-m",
        "jupyterlab",
        "--no-browser",
        "--allow-root",
        "--port=0",
        "--ip=127.0.0.1",
    ]
    command += [
        "--IdentityProvider.token=",
        "--LabApp.news_url=",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]
    process = subprocess.Popen([*command, f"--ServerApp.root_dir={tmp_path}"], env=environment)
    try:
        yield address(tmp_path / "runtime", process)
    finally:
        process.terminate()
        process.wait()


def address(runtime: Path, process: subprocess.Popen[bytes]) -> str:
    """Where the server listens, as it writes down itself: before it does, on a busy machine."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        assert process.poll() is None, "JupyterLab has ended"
        for path in runtime.glob("jpserver-*.json"):
            try:
                url = str(json.loads(path.read_text())["url"])
                with urllib.request.urlopen(f"{url}api", timeout=PATIENCE):
                    return url
            except (ValueError, OSError):
                pass  # half written, or nobody listens yet
        time.sleep(0.2)
    raise AssertionError("JupyterLab did not start")


def run(page: Page, cell: Locator) -> None:
    """Run a cell; again while it says that nobody has: one that comes before its kernel is passed over, and
    the page calls a kernel idle that is not connected yet."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        cell.locator(".cm-content").click()
        page.keyboard.press("Shift+Enter")
        try:
            expect(cell.locator(".jp-InputPrompt")).not_to_have_text("[ ]:", timeout=5000)
            return
        except AssertionError:
            continue
    raise AssertionError("JupyterLab runs no cell")


@pytest.mark.soak
def test_a_click_in_jupyterlab_is_heard_in_python(lab: str, visit: Visit) -> None:
    page = visit()
    page.goto(f"{lab}lab/tree/play.ipynb")
    first, second = (page.locator(".jp-CodeCell").nth(number) for number in range(2))
    run(page, first)
    board = page.locator(".stratege-board")
    expect(board.locator("[data-spot='0,0']")).to_be_visible()
    expect(board.locator("li").first).to_be_visible()  # the values of the analysis
    board.locator("[data-spot='0,0']").click()
    expect(board.locator(".stratege-selected")).to_have_attribute("data-spot", "0,0")
    board.locator("[data-spot='0,2']").click()
    expect(board.locator("input[type=range]")).to_have_value("1")
    run(page, second)
    expect(second.locator(".jp-OutputArea-output")).to_contain_text("heard 0,0-0,2 and")
