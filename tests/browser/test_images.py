"""The room of pictures in the browser: drop one, look at it, take the codec's bytes along."""

from __future__ import annotations

import base64
import io
from pathlib import Path

import numpy
from PIL import Image
from playwright.sync_api import Page, expect
from tests.browser.conftest import Visit
from tests.browser.house import House

from stratege.images import container, peers
from stratege.images.reading import picture_in


def photograph(side: int = 60) -> bytes:
    """A picture of many colours."""
    ramp = numpy.linspace(0, 255, side).astype(numpy.uint8)
    red, green = numpy.meshgrid(ramp, ramp)
    out = io.BytesIO()
    Image.fromarray(numpy.dstack([red, green, red ^ green])).save(out, "PNG")
    return out.getvalue()


def drop(page: Page, content: bytes, name: str) -> None:
    """Let a file go over the page."""
    page.evaluate(
        """([data, name]) => {
            const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([bytes], name));
            for (const kind of ["dragenter", "dragover", "drop"]) {
                document.getElementById("drop").dispatchEvent(
                    new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
            }
        }""",
        [base64.b64encode(content).decode(), name],
    )


def downloaded(page: Page, button: str) -> tuple[str, bytes]:
    with page.expect_download() as download:
        page.get_by_role("button", name=button).click()
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


def test_a_picture_dropped_comes_back_as_the_codecs_bytes(house: House, visit: Visit) -> None:
    page, content = visit(), photograph()
    page.goto(house.address + "/images")
    drop(page, content, "photo.png")
    expect(page.locator("[name=reduce][value='8']")).to_be_enabled()
    expect(page.locator("[name=reduce][value=none]")).to_be_disabled()  # it has too many colours
    for reduce, codec in (("nb", "best"), ("8", "rects"), ("8", "runs")):
        page.locator(f"[name=reduce][value='{reduce}']").check()
        page.locator("#codec").select_option(codec)
        expected = container.encode(picture_in(io.BytesIO(content), reduce), codec)
        assert downloaded(page, "Download .stgi") == ("photo.stgi", expected)
    picture = picture_in(io.BytesIO(content), "8")
    assert downloaded(page, "Download PNG") == ("photo.png", peers.png(picture))
    expect(page.locator("#sizes[data-done='8']")).to_be_visible()
    rows = {one.get_attribute("data-format"): one for one in page.locator("#sizes tr[data-format]").all()}
    assert int(rows["PNG"].get_attribute("data-bytes") or 0) == len(peers.png(picture))
    assert int(rows["runs"].get_attribute("data-bytes") or 0) == len(container.encode(picture, "runs"))


def test_a_coded_file_is_decoded(house: House, visit: Visit, tmp_path: Path) -> None:
    page, picture = visit(), picture_in(io.BytesIO(photograph()), "8")
    coded = tmp_path / "coded.stgi"
    coded.write_bytes(container.encode(picture, "rects"))
    page.goto(house.address + "/images")
    page.locator("#file").set_input_files(coded)
    expect(page.locator("[name=reduce][value=none]")).to_be_checked()
    expect(page.locator("#facts")).to_contain_text("60 × 60")
    expect(page.locator("#facts")).to_contain_text(f"{coded.stat().st_size:,} bytes")
    assert downloaded(page, "Download PNG")[1] == peers.png(picture)


def test_layers_come_and_go(house: House, visit: Visit) -> None:
    page = visit()
    page.goto(house.address + "/images")
    page.get_by_role("button", name="Quixo").click()
    for layer, there in (
        ("original", False),
        ("picture", True),
        ("runs", False),
        ("rectangles", True),
        ("bits", False),
        ("probabilities", False),
    ):
        image = page.locator(f"#layers [data-layer={layer}]")
        expect(image).to_be_visible(visible=there)
        page.locator(f"[name=layer][value={layer}]").set_checked(not there)
        expect(image).to_be_visible(visible=not there)
        if layer != "picture":  # what explains itself
            expect(page.locator(f"#legend [data-for={layer}]")).to_be_visible(visible=not there)
    size = page.locator("#layers [data-layer=original]").evaluate("image => image.naturalWidth")
    assert size == 320  # the file as it was brought
    page.locator("#opacity").fill("30")
    expect(page.locator("#layers [data-layer=runs]")).to_have_css("opacity", "0.3")
    expect(page.locator("#layers [data-layer=picture]")).to_have_css("opacity", "1")
    page.locator("#zoom").select_option("2")
    assert page.locator("#layers").evaluate("it => it.clientWidth") == 2 * 320


def test_a_photograph_too_large_is_shown_smaller(house: House, visit: Visit) -> None:
    page = visit()
    page.goto(house.address + "/images")
    drop(page, photograph(2100), "large.png")
    expect(page.locator("#notice")).to_contain_text("large.png is shown smaller, 2048 × 2048")
    expect(page.locator("[name=reduce][value=nb]")).to_be_enabled()
    expect(page.locator("#facts")).to_contain_text("2048 × 2048")


def test_what_is_no_picture_is_a_sentence(house: House, visit: Visit) -> None:
    page = visit()
    page.goto(house.address + "/images")
    drop(page, b"no picture at all", "letter.txt")
    expect(page.locator("#notice")).to_have_text(
        "This is not a picture: PNG, JPEG, GIF, BMP, WebP, TIFF or .stgi."
    )
    expect(page.locator("#room")).to_be_hidden()
    drop(page, bytes(9 << 20), "long.bin")
    expect(page.locator("#notice")).to_have_text("That file is too large; at most 8,388,608 bytes.")
