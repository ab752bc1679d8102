"""The page under load: 50 live viewers and 200 requests a second for 60 s, then one viewer too many, then dead ones.

usage: load_page.py [VIEWERS [REQUESTS [SECONDS]]]
"""

import sys
import time

from companion.bench.load import Crowd, crowd, playing
from companion.settings import Settings


def main() -> int:
    viewers, requests, seconds = [*map(int, sys.argv[1:]), *(50, 200, 60)[len(sys.argv) - 1 :]]
    with playing(every=5) as companion:
        crowd(companion, viewers, requests, 5)  # every thread has served once: from here on memory is to stay flat
        wait_for(companion, 0)
        found = crowd(companion, viewers, requests, seconds)
        report(found, viewers, seconds)
        wait_for(companion, 0)
        most = Settings.streams
        open_ones = [companion.view() for _ in range(most)]
        wait_for(companion, most)
        print(f"viewer {most + 1}: {companion.refused().decode()}")
        print(f"and the page meanwhile: {companion.get('/')[0]}")
        begin = time.monotonic()
        for one in open_ones:
            one.connection.close()
        wait_for(companion, 0)
        print(f"{most} viewers that hung up were dropped within {time.monotonic() - begin:.1f} s")
        return int(bool(found.missed or found.failed or found.latency(1) > 0.3))


def report(found: Crowd, viewers: int, seconds: int) -> None:
    rate = found.asked / seconds
    print(f"viewers {viewers}, requests answered {found.asked} ({rate:.0f} a second), failed {found.failed}")
    print(f"events {len(found.events)}, missed by a viewer {found.missed}")
    for part in (0.5, 0.99, 1.0):
        print(f"event to viewer, {part:.0%} within {found.latency(part) * 1000:.0f} ms")
    print(f"frames read {found.frames} of {found.expected_frames:.0f}")
    curve = " ".join(f"{value:.0f}" for value in found.resident[:: max(1, len(found.resident) // 12)])
    print(f"resident, MB: {curve}")
    print(f"processor: {found.cpu:.0%} of a core")


def wait_for(companion, viewers) -> None:
    while companion.health("viewers") != viewers:
        time.sleep(0.1)


if __name__ == "__main__":
    sys.exit(main())
