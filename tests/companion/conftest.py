"""A keeper on a real database, a clock that stands still until it is told, and the app around them."""

from dataclasses import dataclass

import pytest

from companion.evidence import Evidence
from companion.journal.journal import Journal
from companion.keeper import Keeper
from companion.settings import Settings
from companion.web.access import Access
from companion.web.app import create_app
from engine.profiles import DUO
from engine.record import Record
from engine.rules import RuleSet
from tests.companion.moves import PIN


@dataclass
class Hands:
    """Time that passes when the test says so."""

    now: float = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def hands():
    return Hands()


@pytest.fixture
def open_keeper(tmp_path, hands):
    """Opens the keeper of one data folder, again and again if asked: each time like a new start."""
    opened = []

    def make():
        journal = Journal(tmp_path / "journal.sqlite3")
        keeper = Keeper(journal, Evidence(tmp_path / "evidence", 1_000_000, 2.0), hands, lambda: 1_700_000_000.0)
        keeper.open_live()
        opened.append(keeper)
        return keeper

    yield make
    for keeper in opened:
        keeper.journal.close()


@pytest.fixture
def keeper(open_keeper):
    made = open_keeper()
    made.new_game(Record(DUO, RuleSet.usual(DUO)))
    return made


@pytest.fixture
def settings(tmp_path):
    return Settings(data=str(tmp_path), pin=PIN, streams=2, threads=8)


@pytest.fixture
def app(keeper, settings, hands):
    return create_app(keeper, settings, Access(PIN, b"secret of a test", hands), hands)


@pytest.fixture
def client(app):
    return app.test_client()


@pytest.fixture
def unlocked(client):
    """A browser that has shown the PIN: `unlocked("post", path, json)` carries its token."""
    token = client.post("/api/session", json={"pin": PIN}).json["token"]

    def ask(method, path, json=None):
        return getattr(client, method)(path, json=json, headers={"X-Companion-Token": token})

    return ask
