"""The rules in your own tests: the kit of `@sealwright/testing`, run by Node beside your process."""

import json
import shutil
import subprocess
from datetime import datetime
from types import TracebackType
from typing import Any, Dict, List, Optional, Sequence, Type, Union

import httpx

_HOW = (
    "The rules run in Node, so that they are the same everywhere: install Node 20.3 or later and `npm install --save-dev @sealwright/testing`, "
    "or give Kit(command=[...]). Without Node, play a Cassette."
)


class KitError(Exception):
    """The kit is not there, or was told something it cannot do."""


class Clock:
    """The clock of a kit. It moves only when it is told to."""

    def __init__(self, kit: "Kit") -> None:
        self._kit = kit

    def now(self) -> datetime:
        """The moment at which it stands, in UTC."""
        return datetime.fromisoformat(str(self._kit._api("GET", None)["now"]).replace("Z", "+00:00"))

    def advance(self, by: Union[int, str]) -> None:
        """Moves on: seconds, or text such as `90d`, `1h 30m` or `PT1H`. What was waited for until then has happened."""
        self._kit._api("POST", {"advance": by})

    def set(self, at: Union[datetime, str]) -> None:
        """Stands at this moment from now on."""
        self._kit._api("POST", {"set": at if isinstance(at, str) else at.isoformat()})


class Kit:
    """
    A sandbox of your own, until it is closed: `Sealwright(api_key=kit.api_key, base_url=kit.url)`. What it does not answer it refuses
    with 501 `not_in_test_kit` and names it. Raises `KitError` where Node or the kit is missing.
    """

    url: str
    api_key: str
    clock: Clock

    def __init__(self, *, now: Optional[str] = None, command: Optional[Sequence[str]] = None) -> None:
        """
        Args:
            now: The moment at which the clock stands; this one when left out.
            command: What starts the kit; `sealwright-testing` of the PATH, or of `node_modules` here, when left out.
        """
        begin = list(command) if command else _found()
        arguments = ["--now", now] if now else []
        try:
            self._process = subprocess.Popen([*begin, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        except OSError as error:
            raise KitError(_HOW) from error
        line = self._process.stdout.readline() if self._process.stdout else ""
        try:
            said = json.loads(line)
        except ValueError:
            self.close()
            raise KitError(f"The kit did not begin. {_HOW}") from None
        self.url, self.api_key = said["url"], said["api_key"]
        self._http = httpx.Client(base_url=self.url, trust_env=False)
        self.clock = Clock(self)

    def party(self, address: str, facts: Dict[str, Any]) -> None:
        """Says of whoever is behind a wallet what the rules read of them; None takes a fact away."""
        self._order("party", {"address": address, "facts": facts})

    def given(self, facts: Dict[str, Any]) -> None:
        """Says of every decision what is not about a party, by room: `tx`, `history`, `tenant`, `defi`, `game`."""
        self._order("given", {"facts": facts})

    def offering(self, id: str, **said: Any) -> None:
        """Makes an offering, so that units of it can move."""
        self._order("offering", {"id": id, **said})

    def holding(self, address: str, *, offering: str, quantity: str, acquired: Optional[str] = None) -> str:
        """Gives somebody units of an offering. Returns the id of the lot."""
        units = {"address": address, "offering": offering, "quantity": quantity, **({"acquired": acquired} if acquired else {})}
        return str(self._order("holding", units)["id"])

    def decide(self, check: str, facts: Dict[str, Any]) -> Dict[str, Any]:
        """What the rules say of facts: the engine itself, without a call."""
        return self._order("decide", {"check": check, "facts": facts})

    def events(self) -> List[Dict[str, Any]]:
        """What happened, the oldest first."""
        return list(self._order("events", {})["data"])

    def reset(self) -> None:
        """As new, at the moment it began with."""
        self._order("reset", {})

    def close(self) -> None:
        """Ends the kit."""
        if self._process.stdin:
            self._process.stdin.close()
        self._process.terminate()
        self._process.wait()
        if self._process.stdout:
            self._process.stdout.close()

    def __enter__(self) -> "Kit":
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self._http.close()
        self.close()

    def _order(self, name: str, said: Dict[str, Any]) -> Dict[str, Any]:
        return _read(self._http.post(f"/_kit/{name}", json=said))

    def _api(self, method: str, body: Optional[Dict[str, Any]]) -> Dict[str, Any]:
        headers = {"authorization": f"Bearer {self.api_key}"}
        return _read(self._http.request(method, "/v1/sandbox/clock", json=body, headers=headers))


def _read(answer: httpx.Response) -> Dict[str, Any]:
    said: Dict[str, Any] = answer.json()
    if answer.status_code >= 400:
        raise KitError(str(said.get("detail")))
    return said


def _found() -> List[str]:
    known = shutil.which("sealwright-testing") or shutil.which("sealwright-testing", path="node_modules/.bin")
    if not known:
        raise KitError(_HOW)
    return [known]
