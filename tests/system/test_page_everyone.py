"""For everyone: screens, contrast, keyboard, screen readers, languages. What axe-core calls serious is an error."""

import itertools
import json
import re
from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

import companion.web
from companion.bench.scripted import legal_game
from companion.web.languages import translations
from engine.profiles import DUO, PROFILES
from tests.system.conftest import SIZES
from tests.system.hands import unlock

AXE = (files("axe_core_python") / "axe.min.js").read_text(encoding="utf-8")
PAGES = ("", "tv", "new", "games", "games/1", "puzzles", "camera")
FIRST = ((4, 4), (4, 5), (4, 6), (4, 7), (4, 8))
SECOND = ((9, 5), (9, 6), (9, 7), (9, 8), (9, 9))
TOUCHING = ((5, 4), (5, 5), (5, 6), (6, 4))

# Nothing may stick out of the screen, and no text out of its box (three dots are a choice; a cut word is not).
OVERFLOW = """() => {
  const found = [];
  const texts = 'button, a, span, strong, p, h1, h2, h3, legend, li, td, th, label, small, em, b';
  const said = (node) => `${node.tagName} ${node.className} ${node.textContent.slice(0, 40)}`;
  if (document.documentElement.scrollWidth > innerWidth) found.push(`page ${document.documentElement.scrollWidth}`);
  for (const node of document.querySelectorAll(texts)) {
    const box = node.getBoundingClientRect();
    const style = getComputedStyle(node);
    const rolls = ['auto', 'scroll'].includes(style.overflowX) || style.display === 'inline';
    if (!box.width || node.closest('.hidden, .skip, .text-board, [hidden]')) continue;
    if (box.right > innerWidth + 1 || box.left < -1) found.push(`${said(node)} at ${box.left} to ${box.right}`);
    if (!rolls && node.scrollWidth > node.clientWidth + 1) found.push(`${said(node)} needs ${node.scrollWidth}`);
  }
  return found;
}"""


def serious(page):
    """What axe-core finds serious or critical."""
    page.evaluate(AXE)
    found = page.evaluate("axe.run({ resultTypes: ['violations'] })")
    return [
        (one["id"], one["nodes"][0]["html"][:120], one["nodes"][0]["failureSummary"][:200])
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]


def settled(page):
    expect(page.locator("main > *").first).to_be_visible()
    page.wait_for_load_state("networkidle") if "camera" in page.url else None


@pytest.fixture
def incident(lay_table):
    table = lay_table("duo", clock="down")
    table.put("purple", *FIRST)
    table.put("orange", *SECOND)
    table.put("purple", *TOUCHING)
    return table


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_every_page_fits_and_is_open_to_all(incident, open_page, shoot, size, scheme):
    page = open_page(incident.url, size, scheme)
    expect(page.locator(".alert.bad")).to_be_visible()
    expect(page.locator(".board .piece")).to_have_count(3)
    shoot(page, f"incident-{size}-{scheme}")
    assert page.evaluate(OVERFLOW) == []
    assert serious(page) == []
    for path in PAGES[1:]:
        page.goto(f"{incident.url}{path}")
        settled(page)
        if path == "camera":
            # The picture is aimed at by those who know the PIN.
            assert serious(page) == [], "the question for the PIN"
            unlock(page)
            expect(page.locator(".said:not(:empty)")).not_to_contain_text("Looking")
            expect(page.locator("img.camera")).to_have_js_property("naturalWidth", 820)
        assert page.evaluate(OVERFLOW) == [], path
        assert serious(page) == [], path
        shoot(page, f"{path.replace('/', '-')}-{size}-{scheme}")
    incident.take_off("purple", *TOUCHING)
    page.goto(incident.url)
    expect(page.locator(".board .piece")).to_have_count(2)
    assert page.evaluate(OVERFLOW) == []
    shoot(page, f"live-{size}-{scheme}")
    page.get_by_role("button", name="Menu").click()
    assert serious(page) == []
    assert page.evaluate(OVERFLOW) == []
    for theme in ("Dark", "Light"):
        page.get_by_role("radio", name=theme).check()
        expect(page.locator("html")).to_have_attribute("data-theme", theme.lower())
        assert serious(page) == [], theme


def test_nothing_jumps_when_an_incident_opens(lay_table, open_page):
    table = lay_table("duo")
    pages = [open_page(table.url, size) for size in SIZES]
    table.put("purple", *FIRST)
    table.put("orange", *SECOND)
    places = []
    for page in pages:
        expect(page.locator(".board .piece")).to_have_count(2)
        places.append(page.locator(".board").bounding_box())
    table.put("purple", *TOUCHING)
    for page, before in zip(pages, places, strict=True):
        expect(page.locator(".alert.bad")).to_be_visible()
        assert page.locator(".board").bounding_box() == before


@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_a_whole_game_in_each_language(lay_table, open_page, shoot, language):
    """What is shown is in the language, whole, and inside its box on the smallest screen."""
    table = lay_table("duo")
    page = open_page(table.url, language=language)
    words = translations(language)
    foreign = set() if language == "en" else english_only(words)
    looked = []

    def look(name):
        assert page.evaluate(OVERFLOW) == [], name
        shown = page.evaluate("document.body.innerText")
        assert not re.search(r"\{\w+\}|\b(?:told|turn|moves|cal|sheet|rule|games)\.[a-z_]+\b", shown), name
        lines = {line.strip() for line in shown.splitlines()}
        assert not lines & foreign, name
        looked.append(name)
        shoot(page, f"{language}-{name}")

    expect(page.locator("html")).to_have_attribute("lang", language)
    look("start")
    script = legal_game(DUO, seed=4)
    for change in script[:2]:
        table.eyes.release(change)
    expect(page.locator(".board .piece")).to_have_count(2)
    table.put("purple", (0, 0))
    expect(page.locator(".alert.bad")).to_be_visible()
    look("incident")
    table.take_off("purple", (0, 0))
    for change in script[2:]:
        table.eyes.release(change)
    expect(page.locator(".turn.over")).to_be_visible()
    look("over")
    page.locator(".turn .primary").click()
    expect(page.locator(".sheet tbody tr")).to_have_count(2)
    look("review")
    for path in ("new", "games", "puzzles", "camera"):
        page.goto(f"{table.url}{path}")
        settled(page)
        if path == "camera":
            unlock(page)
            expect(page.locator(".said.bad, .said.good")).to_be_visible()
        look(path)
    page.goto(table.url)
    page.locator("#menu-button").click()
    look("menu")
    assert len(looked) == 9


def english_only(words):
    """English texts that must not be seen in another language."""
    same = {message for message in words._catalog.values() if isinstance(message, str)}
    keyed = (key for key in words._catalog if isinstance(key, str) and "\x04" in key)
    return {key.split("\x04")[1] for key in keyed} - same


def test_the_switch_changes_the_language_and_stays(lay_table, open_page):
    table = lay_table("duo")
    page = open_page(table.url, language="en")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("radio", name="Français").click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.goto(f"{table.url}games")
    expect(page.get_by_role("heading", level=1)).to_have_text("Parties")


def test_the_text_board_and_the_live_region_say_what_the_picture_shows(incident, open_page):
    page = open_page(incident.url, "desk")
    expect(page.locator(".board .piece")).to_have_count(3)
    page.get_by_role("tab", name="Text").click()
    rows = page.locator("#text-view tbody tr").all_inner_texts()
    grid = ["".join(re.sub(r"^\d+", "", row).split()) for row in rows]
    position = incident.house.keeper.table.match.state.position
    assert grid == [row.replace(".", "·") for row in position.grid()]
    expect(page.locator("#text-view li").first).to_contain_text("Purple: I5 e10 f10 g10 h10 i10; L4 e8 e9 f9 g9")
    spoken = page.locator(".board desc").text_content()
    assert "Purple: I5 e10 f10 g10 h10 i10; L4 e8 e9 f9 g9" in spoken
    incident.take_off("purple", *TOUCHING)
    expect(page.locator("#live-region")).to_have_text("Purple: put right. Purple to play.")
    incident.put("purple", (5, 9), (5, 10), (6, 9))
    expect(page.locator("#live-region")).to_have_text("Purple placed V3 on j8 j9 k9. Orange to play.")
    expect(page.locator("#moves li").first).to_contain_text("Purple V3 on j8 j9 k9")


def test_everything_is_reached_by_keyboard(incident, open_page):
    page = open_page(incident.url, "desk")
    expect(page.locator(".alert.bad")).to_be_visible()
    wanted = page.evaluate(
        """() => [...document.querySelectorAll('a[href], button:not([disabled]), [tabindex="0"]')]
            .filter(node => node.offsetParent !== null && node.tabIndex >= 0).length"""
    )
    reached = set()
    for _ in range(wanted + 5):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("() => [...document.querySelectorAll('*')].indexOf(document.activeElement)"))
    assert len(reached) >= wanted, f"{len(reached)} of {wanted}"
    # A piece is corrected without a pointer.
    page.locator("[data-do=wrong]").focus()
    page.keyboard.press("Enter")
    page.keyboard.type("135790")
    page.keyboard.press("Enter")
    expect(page.locator("#editor")).to_be_visible()
    page.locator(".board").focus()
    for key in ("Enter", "ArrowUp", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#editor")).to_contain_text("6 squares")
    page.get_by_role("tab", name="Board").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Camera")).to_have_attribute("aria-selected", "true")


def test_sound_beeps_speaks_or_is_quiet(lay_table, open_page):
    table = lay_table("duo")
    page = open_page(table.url, language="es")
    page.evaluate(
        """() => { window.said = []; window.tones = 0;
            speechSynthesis.speak = words => said.push([words.lang, words.text]);
            const make = AudioContext.prototype.createOscillator;
            AudioContext.prototype.createOscillator = function () { tones += 1; return make.call(this); }; }"""
    )

    def choose(value):
        page.locator("#menu-button").click()
        page.locator(f"[data-set=sound] [value={value}]").check()
        page.locator("dialog .buttons .primary").click()

    table.put("purple", *FIRST)
    expect(page.locator(".board .piece")).to_have_count(1)
    assert page.evaluate("[said.length, tones]") == [0, 0], "quiet unless asked"
    choose("say")
    table.put("orange", *SECOND)
    expect(page.locator(".board .piece")).to_have_count(2)
    assert page.evaluate("said") == [["es", "Naranja colocó una pieza de 5 cuadrados. Juega Morado."]]
    choose("beep")
    before = page.evaluate("tones")
    table.put("purple", *TOUCHING)
    expect(page.locator(".board .piece")).to_have_count(3)
    assert page.evaluate("tones") == before + 2
    assert len(page.evaluate("said")) == 1


def test_signs_or_letters_go_with_the_colours(lay_table, open_page):
    table = lay_table("duo")
    page = open_page(table.url)
    table.put("purple", *FIRST)
    expect(page.locator(".piece .signs")).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("radio", name="Letters").check()
    page.get_by_role("button", name="Close").click()
    expect(page.locator(".piece .letter")).to_be_visible()
    expect(page.locator(".piece .letter")).to_have_text("P")
    expect(page.locator(".piece .signs")).to_be_hidden()


# How people with a missing kind of cone see linear RGB (Machado, Oliveira, Fernandes 2009, severity 1).
SEEING = {
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}
APART = 20.0
"""Distance in CIELAB: ten times what is just noticed."""


def lab(linear):
    xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]) @ linear.clip(0, 1)
    f = np.cbrt(xyz / [0.9505, 1, 1.089])
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


@pytest.mark.parametrize("seeing", SEEING)
def test_the_palette_is_told_apart_without_a_kind_of_cone(seeing):
    css = (Path(companion.web.__file__).parent / "static" / "css" / "base.css").read_text(encoding="utf-8")
    for block in re.findall(r"\{[^{}]*--blue:[^{}]*\}", css):
        values = dict(re.findall(r"--(\w+): (#[0-9a-f]{6});", block))
        for profile in PROFILES.values():
            looks = {}
            for colour in (*profile.colours, "board"):
                code = values[colour]
                rgb = np.array([int(code[i : i + 2], 16) for i in (1, 3, 5)]) / 255
                linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
                looks[colour] = lab(np.array(SEEING[seeing]) @ linear)
            for a, b in itertools.combinations(looks, 2):
                assert np.linalg.norm(looks[a] - looks[b]) > APART, json.dumps([profile.name, a, b])


def test_the_code_to_join_leads_to_the_page(lay_table, open_page):
    table = lay_table("duo")
    page = open_page(f"{table.url}tv", "desk")
    address = page.locator(".joining span").inner_text()
    drawn = cv2.imdecode(np.frombuffer(page.locator(".joining img").screenshot(), np.uint8), cv2.IMREAD_COLOR)
    assert cv2.QRCodeDetector().detectAndDecode(cv2.resize(drawn, None, fx=3, fy=3))[0] == address
    # The address is this machine's own, on the port where the page is.
    assert address.endswith(f":{table.house.server.port}/")


def test_the_television_fills_the_screen_and_leaves_it(lay_table, open_page):
    page = open_page(f"{lay_table('duo').url}tv", "desk")
    filled = "Boolean(document.fullscreenElement)"
    for wanted in (True, False):
        page.locator("#full").click()
        page.wait_for_function(f"{filled} === {str(wanted).lower()}")
