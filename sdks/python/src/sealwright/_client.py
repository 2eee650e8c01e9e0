"""The core: one request with its retries, pages and files. The resources are generated."""

from __future__ import annotations

import email.utils
import http.client
import json
import os
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from dataclasses import dataclass
from typing import IO, Any, Dict, Iterator, List, Mapping, Optional, Tuple, Union

from ._errors import NetworkError, error_for
from ._resources import API_VERSION, Resources
from ._version import __version__

#: No server is waited for longer than this; the error is raised instead.
LONGEST_WAIT = 60.0


@dataclass(frozen=True)
class Options:
    """What one call does differently."""

    #: Yours instead of a random one, for example the number of your order.
    idempotency_key: Optional[str] = None
    #: ``etag`` of the object as you read it: when it has changed since, nothing is done and version_conflict is raised.
    if_match: Optional[str] = None
    #: Outcome to play, with sandbox keys only.
    scenario: Optional[str] = None
    #: Another version of the API than ``API_VERSION``.
    version: Optional[str] = None
    #: Seconds.
    timeout: Optional[float] = None


class Answer(Dict[str, Any]):
    """An answer: a dict that also knows its ETag, for ``if_match``. None where it has none."""

    def __init__(self, content: Mapping[str, Any], etag: Optional[str]) -> None:
        super().__init__(content)
        self.etag = etag


class Page:
    """One page of a list. Iterating over it goes on through all following pages."""

    def __init__(self, answer: Dict[str, Any], client: Sealwright, path: str, query: Mapping[str, Any], options: Optional[Options]) -> None:
        self.data: List[Dict[str, Any]] = answer["data"]
        self.has_more: bool = bool(answer.get("has_more"))
        self.next_cursor: Optional[str] = answer.get("next_cursor")
        self.answer = answer
        self._again = (client, path, query, options)

    def next_page(self) -> Optional[Page]:
        """The page after this one, or None at the end."""
        if not self.has_more or not self.next_cursor:
            return None
        client, path, query, options = self._again
        return client._page(path, {**query, "cursor": self.next_cursor}, options)

    def pages(self) -> Iterator[Page]:
        """This page and all that follow."""
        page: Optional[Page] = self
        while page is not None:
            yield page
            page = page.next_page()

    def __iter__(self) -> Iterator[Dict[str, Any]]:
        for page in self.pages():
            yield from page.data


class Download:
    """A file, read as it arrives. Use it in a `with`."""

    def __init__(self, response: Any) -> None:
        self._response = response
        self.headers: Mapping[str, str] = _lower(response.headers)
        self.media_type: str = response.headers.get_content_type()

    def read(self, size: int = -1) -> bytes:
        try:
            piece: bytes = self._response.read() if size is None or size < 0 else self._response.read(size)
        except (http.client.HTTPException, OSError) as error:
            raise NetworkError(f"The file broke off: {error}") from error
        # A connection that closes early looks like an end.
        if not piece and size != 0 and self._response.length:
            raise NetworkError(f"The file broke off: {self._response.length} bytes are missing.")
        return piece

    def __iter__(self) -> Iterator[bytes]:
        """Pieces of the file, of 64 KiB or less."""
        while True:
            piece = self.read(65536)
            if not piece:
                return
            yield piece

    def close(self) -> None:
        self._response.close()

    def __enter__(self) -> Download:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """The key goes to one host only."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Sealwright(Resources):
    """A client of one Sealwright server. May be shared by threads.

    `api_key` and `base_url` default to SEALWRIGHT_KEY and SEALWRIGHT_URL. `timeout` is in seconds and for each try.
    """

    def __init__(
        self,
        api_key: Optional[str] = None,
        base_url: Optional[str] = None,
        *,
        version: str = API_VERSION,
        timeout: float = 30.0,
        max_retries: int = 3,
    ) -> None:
        super().__init__(self)
        key, url = api_key or os.environ.get("SEALWRIGHT_KEY"), base_url or os.environ.get("SEALWRIGHT_URL")
        if not key:
            raise ValueError("Give api_key, or set SEALWRIGHT_KEY.")
        if not url or urllib.parse.urlsplit(url).scheme not in ("http", "https"):
            raise ValueError("Give base_url, or set SEALWRIGHT_URL, such as https://your-sealwright-server.")
        self._key, self._base = key, url.rstrip("/")
        self._version, self._timeout, self._max_retries = version, timeout, max_retries
        self._opener = urllib.request.build_opener(_NoRedirect)

    def __repr__(self) -> str:
        return f"Sealwright({self._base!r})"

    def _json(
        self,
        method: str,
        path: str,
        query: Optional[Mapping[str, Any]] = None,
        options: Optional[Options] = None,
        *,
        body: Optional[Mapping[str, Any]] = None,
        idempotent: bool = False,
    ) -> Answer:
        data = None if body is None else json.dumps(body).encode("utf-8")
        return self._parsed(*self._send(method, path, query, options, data, "application/json", idempotent))

    def _page(self, path: str, query: Mapping[str, Any], options: Optional[Options]) -> Page:
        return Page(self._json("GET", path, query, options), self, path, query, options)

    def _upload(
        self, path: str, query: Optional[Mapping[str, Any]], options: Optional[Options], file: Union[bytes, IO[bytes]], media_type: str
    ) -> Answer:
        return self._parsed(*self._send("POST", path, query, options, file, media_type, True))

    def _download(self, path: str, query: Mapping[str, Any], options: Optional[Options]) -> Download:
        response, _ = self._send("GET", path, query, options, accept="*/*", stream=True)
        return Download(response)

    @staticmethod
    def _parsed(response: Any, text: bytes) -> Answer:
        try:
            return Answer(json.loads(text) if text else {}, response.headers.get("ETag"))
        except ValueError as error:
            raise NetworkError(f"The answer cannot be read: {error}") from error

    def _send(
        self,
        method: str,
        path: str,
        query: Optional[Mapping[str, Any]] = None,
        options: Optional[Options] = None,
        data: Any = None,
        media_type: str = "application/json",
        idempotent: bool = False,
        accept: str = "application/json",
        stream: bool = False,
    ) -> Tuple[Any, bytes]:
        """Tries until there is an answer to keep, and its body; that of a stream is left to read."""
        options = options or Options()
        headers = {"Authorization": f"Bearer {self._key}", "Accept": accept, "User-Agent": f"sealwright-python/{__version__}"}
        if data is not None:
            headers["Content-Type"] = media_type
        if idempotent:
            # Made once, so that the server knows all tries of this call as one.
            headers["Idempotency-Key"] = options.idempotency_key or str(uuid.uuid4())
        headers["Sealwright-Version"] = options.version or self._version
        if options.if_match:
            headers["If-Match"] = options.if_match
        if options.scenario:
            headers["Sandbox-Scenario"] = options.scenario
        url = f"{self._base}/api/v1{path}{_query(query or {})}"
        # Of other calls nobody knows after a failed network or a 500 whether they were done.
        repeatable = idempotent or method == "GET"
        start = _position(data)
        tries = self._max_retries if start is not None else 0
        for attempt in range(tries + 1):
            if attempt and start:
                start[0].seek(start[1])
            last = attempt == tries
            request = urllib.request.Request(url, data=data, headers=headers, method=method)
            try:
                limit = options.timeout or self._timeout
                response = self._opener.open(request, timeout=limit)
                return response, b"" if stream else _whole(response, time.monotonic() + limit)
            except urllib.error.HTTPError as refusal:
                with refusal:
                    problem, got = _problem(refusal), _lower(refusal.headers)
                wait = _wait(attempt, got.get("retry-after"))
                if last or wait > LONGEST_WAIT or not _may_retry(refusal.code, problem, repeatable):
                    raise error_for(refusal.code, problem, got) from None
            except (http.client.HTTPException, OSError) as error:
                if last or not repeatable:
                    raise NetworkError(f"No answer from {self._base}: {getattr(error, 'reason', error)}") from error
                wait = _wait(attempt, None)
            time.sleep(wait)
        raise AssertionError("unreachable")


def _whole(response: Any, deadline: float) -> bytes:
    """The body. A server that sends it drop by drop does not hold the caller for ever."""
    pieces = []
    with response:
        while True:
            piece = response.read1(65536)
            if not piece:
                break
            pieces.append(piece)
            if time.monotonic() > deadline:
                raise TimeoutError("the answer took too long")
        text = b"".join(pieces)
        promised = response.headers.get("Content-Length")
        if promised is not None and len(text) < int(promised):
            raise http.client.IncompleteRead(text, int(promised) - len(text))
        return text


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


def _problem(refusal: urllib.error.HTTPError) -> Dict[str, Any]:
    try:
        problem = json.loads(refusal.read())
    except (http.client.HTTPException, OSError, ValueError):
        return {}
    return problem if isinstance(problem, dict) else {}


def _lower(headers: Any) -> Dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


def _query(query: Mapping[str, Any]) -> str:
    def text(value: Any) -> str:
        return ("true" if value else "false") if isinstance(value, bool) else str(value)

    pairs = []
    for name, value in query.items():
        if isinstance(value, (list, tuple)):
            pairs += [(f"{name}[]", text(one)) for one in value]
        elif value is not None:
            pairs.append((name, text(value)))
    return "?" + urllib.parse.urlencode(pairs) if pairs else ""
