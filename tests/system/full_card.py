"""Starts the house on a full card and prints what the page says: `python -m tests.system.full_card FOLDER`."""

import http.client
import json
import sys

from companion.house import House
from companion.service import Service
from companion.settings import Settings
from companion.starts import Starts
from companion.supervisor import Supervisor

if __name__ == "__main__":
    settings = Settings(data=sys.argv[1], port=0, host="127.0.0.1")
    Starts(settings.folder).begin()
    service = Service(Supervisor({"NOTIFY_SOCKET": "@nobody-listens-here"}))
    with House.open(settings, service=service) as house:
        link = http.client.HTTPConnection("127.0.0.1", house.server.port, timeout=30)
        link.request("GET", "/api/state")
        state = json.loads(link.getresponse().read())
        assert state["game"] is not None
        print(state["journal"]["problem"])
        link.close()
