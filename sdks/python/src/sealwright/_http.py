"""What both clients share: options, requests, and when to try again. No input or output here."""

from __future__ import annotations

import email.utils
import json
import logging
import os
import random
import time
import urllib.parse
import uuid
from dataclasses import dataclass
from datetime import date
from typing import IO, Any, Callable, Dict, List, Mapping, Optional, Tuple, Union

import httpx

from ._api_version import API_VERSION
from ._errors import NetworkError
from ._model import time_text
from ._version import __version__

#: No server is waited for longer than this; the error is raised instead.
LONGEST_WAIT = 60.0
#: Pieces of files, in bytes.
PIECE = 65536

#: Tells each try at level DEBUG: operation, status, milliseconds and request id, never a body or a key.
log = logging.getLogger("sealwright")


@dataclass(frozen=True)
class Options:
    """What one call does differently."""

    #: Yours instead of a random one, for example the number of your order.
    idempotency_key: Optional[str] = None
    #: ``http.etag`` of the object as you read it: when it has changed since, nothing is done and version_conflict is raised.
    if_match: Optional[str] = None
    #: Outcome to play, with sandbox keys only.
    scenario: Optional[str] = None
    #: Another version of the API than ``API_VERSION``.
    version: Optional[str] = None
    #: Seconds for each try.
    timeout: Optional[float] = None
    #: Your own id for this request, of up to 64 letters, digits, - and _.
    request_id: Optional[str] = None
    #: Further headers.
    headers: Optional[Mapping[str, str]] = None


@dataclass(frozen=True)
class Reply:
    """What came around an answer."""

    #: The HTTP status.
    status: int
    #: Their names in lower case.
    headers: Mapping[str, str]

    @property
    def request_id(self) -> Optional[str]:
        """Names the request in logs and support."""
        return self.headers.get("x-request-id")

    @property
    def etag(self) -> Optional[str]:
        """Names the object as it is in this answer, for ``Options(if_match=…)``. None where it has none."""
        return self.headers.get("etag")

    @property
    def replayed(self) -> bool:
        """Whether this is the first answer again, to a key that was sent before."""
        return self.headers.get("idempotent-replayed") == "true"


@dataclass(frozen=True)
class Attempt:
    """One try of a call, as a hook sees it. Without bodies and keys."""

    #: Such as ``wallets.verify``.
    operation: str
    #: The HTTP method.
    method: str
    #: The path below the server, without the query.
    path: str
    #: 1 for the first try.
    number: int
    #: The HTTP status; None when no answer came.
    status: Optional[int]
    #: Seconds until the headers of the answer.
    seconds: float
    #: Of the answer.
    request_id: Optional[str]
    #: Seconds until the next try; None when this was the last.
    retry_in: Optional[float]


Hook = Callable[[Attempt], None]


def settings(api_key: Optional[str], base_url: Optional[str]) -> Tuple[str, str]:
    """Key and address, as given or from the environment."""
    key, url = api_key or os.environ.get("SEALWRIGHT_KEY"), base_url or os.environ.get("SEALWRIGHT_URL")
    if not key:
        raise ValueError("Give api_key, or set SEALWRIGHT_KEY.")
    if not url or urllib.parse.urlsplit(url).scheme not in ("http", "https"):
        raise ValueError("Give base_url, or set SEALWRIGHT_URL, such as https://your-sealwright-server.")
    return key, url.rstrip("/")


class Call:
    """One call with all of its tries."""

    def __init__(
        self,
        operation: str,
        key: str,
        base: str,
        version: str,
        timeout: float,
        method: str,
        path: str,
        query: Optional[Mapping[str, Any]],
        options: Optional[Options],
        data: Union[None, bytes, IO[bytes]] = None,
        media_type: str = "application/json",
        idempotent: bool = False,
        accept: str = "application/json",
    ) -> None:
        options = options or Options()
        headers = {"authorization": f"Bearer {key}", "accept": accept, "user-agent": f"sealwright-python/{__version__}"}
        if data is not None:
            headers["content-type"] = media_type
        if idempotent:
            # Made once, so that the server knows all tries of this call as one.
            headers["idempotency-key"] = options.idempotency_key or str(uuid.uuid4())
        headers["sealwright-version"] = options.version or version
        if options.if_match:
            headers["if-match"] = options.if_match
        if options.scenario:
            headers["sandbox-scenario"] = options.scenario
        if options.request_id:
            headers["x-request-id"] = options.request_id
        headers.update({name.lower(): value for name, value in (options.headers or {}).items()})
        self.operation, self.method = operation, method
        self.path = f"/api/v1{path}"
        self.url = f"{base}{self.path}{query_text(query or {})}"
        self.base, self.headers, self.data = base, headers, data
        self.timeout = options.timeout or timeout
        # Of other calls nobody knows after a failed network or a 500 whether they were done.
        self.repeatable = idempotent or method == "GET"
        self._start = _position(data)
        self.attempt = 0

    def tries(self, most: int) -> int:
        """How often it may be tried again: never with a file that cannot be rewound."""
        return most if self._start is not None else 0

    def rewind(self) -> None:
        """Before each try: a file begins where it began."""
        if self._start:
            self._start[0].seek(self._start[1])

    def wait_after(self, status: Optional[int], problem: Mapping[str, Any], headers: Mapping[str, str]) -> Optional[float]:
        """Seconds until the next try; None when there shall be none. ``status`` is None when no answer came."""
        if status is None:
            return _wait(self.attempt, None) if self.repeatable else None
        wait = _wait(self.attempt, headers.get("retry-after"))
        return wait if wait <= LONGEST_WAIT and _may_retry(status, problem, self.repeatable) else None


def json_body(body: Optional[Mapping[str, Any]]) -> Optional[bytes]:
    """A body as bytes."""
    return None if body is None else json.dumps(body, ensure_ascii=False, allow_nan=False, default=time_text).encode("utf-8")


def parsed(text: bytes) -> Dict[str, Any]:
    """An answer that is an object. Anything else is no answer."""
    try:
        value = json.loads(text) if text else {}
    except ValueError as error:
        raise NetworkError(f"The answer cannot be read: {error}") from error
    if not isinstance(value, dict):
        raise NetworkError("The answer cannot be read: it is not an object.")
    return value


def problem_of(text: bytes) -> Dict[str, Any]:
    """What a refusal says; nothing when it is not JSON."""
    try:
        problem = json.loads(text)
    except ValueError:
        return {}
    return problem if isinstance(problem, dict) else {}


def lower(headers: httpx.Headers) -> Dict[str, str]:
    """Headers by their names in lower case."""
    return {name.lower(): value for name, value in headers.items()}


def query_text(query: Mapping[str, Any]) -> str:
    """A query with its question mark; lists as ``name[]``. Empty without one."""

    def text(value: Any) -> str:
        if isinstance(value, date):
            return time_text(value)
        return ("true" if value else "false") if isinstance(value, bool) else str(value)

    pairs: List[Tuple[str, str]] = []
    for name, value in query.items():
        if isinstance(value, (list, tuple)):
            pairs += [(f"{name}[]", text(one)) for one in value]
        elif value is not None:
            pairs.append((name, text(value)))
    return "?" + urllib.parse.urlencode(pairs) if pairs else ""


def _may_retry(status: int, problem: Mapping[str, Any], repeatable: bool) -> bool:
    if status in (500, 502, 504):
        return repeatable
    return status in (429, 503) or (status == 409 and problem.get("code") == "idempotency_in_progress")


def _wait(attempt: int, retry_after: Optional[str]) -> float:
    """Seconds before the next try: what the server asks for, else a random part of 0.5, 1, 2, 4, 8."""
    jitter: float = random.uniform(0.5, 1) * min(8.0, 0.5 * 2**attempt)
    if retry_after is None:
        return jitter
    try:
        return max(0.0, float(retry_after)) + random.uniform(0, 0.1)
    except ValueError:
        pass
    try:
        return max(0.0, email.utils.parsedate_to_datetime(retry_after).timestamp() - time.time()) + random.uniform(0, 0.1)
    except (TypeError, ValueError):
        return jitter


def _position(data: Any) -> Optional[Tuple[Any, ...]]:
    """Where to begin again: () for what needs no rewinding, None for what cannot be sent twice."""
    if data is None or isinstance(data, (bytes, bytearray)):
        return ()
    if isinstance(data, str) or not hasattr(data, "read"):
        raise TypeError("Give the file as bytes, or open it in binary mode.")
    try:
        return (data, data.tell()) if data.seekable() else None
    except (AttributeError, OSError):
        return None


def file_length(data: Any) -> Optional[int]:
    """How much of a file is left to send; None when nobody knows."""
    try:
        here = data.tell()
        end = data.seek(0, os.SEEK_END)
        data.seek(here)
        return int(end) - int(here)
    except (AttributeError, OSError):
        return None


__all__ = ["API_VERSION", "Attempt", "Call", "Hook", "Options", "Reply"]
