"""The client: one request with its retries, pages and files. The resources are generated."""

from __future__ import annotations

import time
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any, Callable, Dict, Generic, Iterator, List, Mapping, Optional, Tuple, Type, TypeVar, Union

import httpx

from ._errors import NetworkError, error_for
from ._http import (
    API_VERSION,
    PIECE,
    Attempt,
    Call,
    Hook,
    Options,
    Reply,
    file_length,
    json_body,
    log,
    lower,
    parsed,
    problem_of,
    settings,
)
from ._resources import Resources
from ._telemetry import Tracing

if TYPE_CHECKING:
    from opentelemetry.trace import TracerProvider

T = TypeVar("T")
Row = TypeVar("Row")
Whole = TypeVar("Whole")
Reader = Callable[[Mapping[str, Any]], T]


class Page(Generic[Row, Whole]):
    """One page of a list. Iterating over it goes on through all following pages."""

    #: The rows of this page.
    data: List[Row]
    #: Whether there are more.
    has_more: bool
    #: Where the next page begins, None at the end.
    next_cursor: Optional[str]
    #: The whole answer, with what belongs to this list only, such as `total_count`.
    answer: Whole

    def __init__(self, answer: Whole, again: Callable[[str], Page[Row, Whole]]) -> None:
        said: Any = answer
        self.data = said.data
        self.has_more = bool(said.raw.get("has_more"))
        self.next_cursor = said.raw.get("next_cursor")
        self.answer = answer
        self._again = again

    def next_page(self) -> Optional[Page[Row, Whole]]:
        """The page after this one, or None at the end."""
        return self._again(self.next_cursor) if self.has_more and self.next_cursor else None

    def pages(self) -> Iterator[Page[Row, Whole]]:
        """This page and all that follow."""
        page: Optional[Page[Row, Whole]] = self
        while page is not None:
            yield page
            page = page.next_page()

    def __iter__(self) -> Iterator[Row]:
        for page in self.pages():
            yield from page.data


class Download:
    """A file, read as it arrives. Use it in a `with`."""

    #: Headers of the answer, their names in lower case.
    headers: Mapping[str, str]
    #: Such as ``text/csv``.
    media_type: str

    def __init__(self, response: httpx.Response) -> None:
        self._response = response
        self.headers = lower(response.headers)
        self.media_type = response.headers.get("content-type", "").split(";")[0].strip()

    def read(self) -> bytes:
        """All of it."""
        return b"".join(self)

    def __iter__(self) -> Iterator[bytes]:
        """Pieces of the file, of 64 KiB or less."""
        try:
            yield from self._response.iter_bytes(PIECE)
        except (httpx.HTTPError, httpx.StreamError) as error:
            raise NetworkError(f"The file broke off: {error}") from error

    def close(self) -> None:
        """Gives the connection back."""
        self._response.close()

    def __enter__(self) -> Download:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Sealwright(Resources):
    """A client of one Sealwright server. Its connections are kept and shared; it may be shared by threads."""

    def __init__(
        self,
        api_key: Optional[str] = None,
        base_url: Optional[str] = None,
        *,
        version: str = API_VERSION,
        timeout: float = 30.0,
        max_retries: int = 3,
        on_attempt: Optional[Hook] = None,
        tracing: Union[bool, TracerProvider] = False,
        http_client: Optional[httpx.Client] = None,
    ) -> None:
        """Opens no connection yet.

        Args:
            api_key: Yours; SEALWRIGHT_KEY when left out.
            base_url: The server; SEALWRIGHT_URL when left out.
            version: The version of the API that is asked for.
            timeout: Seconds for each try.
            max_retries: How often a call is tried again.
            on_attempt: Told of each try, for your logs and measurements.
            tracing: True for spans by the OpenTelemetry of your program, or a provider of your own.
            http_client: An `httpx.Client` of yours, with proxies, certificates or limits. You close it.
        """
        super().__init__(self)
        self._key, self._base = settings(api_key, base_url)
        self._version, self._timeout, self._max_retries, self._on_attempt = version, timeout, max_retries, on_attempt
        self._tracing = Tracing(tracing)
        self._own = http_client is None
        self._http = http_client or httpx.Client()

    def __repr__(self) -> str:
        return f"Sealwright({self._base!r})"

    def close(self) -> None:
        """Closes the connections."""
        if self._own:
            self._http.close()

    def __enter__(self) -> Sealwright:
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]) -> None:
        self.close()

    def _call(self, operation: str, method: str, path: str, query: Optional[Mapping[str, Any]], options: Optional[Options], **more: Any) -> Call:
        return Call(operation, self._key, self._base, self._version, self._timeout, method, path, query, options, **more)

    def _json(
        self,
        operation: str,
        read: Reader[T],
        method: str,
        path: str,
        query: Optional[Mapping[str, Any]] = None,
        options: Optional[Options] = None,
        *,
        body: Optional[Mapping[str, Any]] = None,
        idempotent: bool = False,
    ) -> T:
        return self._whole(self._call(operation, method, path, query, options, data=json_body(body), idempotent=idempotent), read)

    def _upload(
        self,
        operation: str,
        read: Reader[T],
        path: str,
        query: Optional[Mapping[str, Any]],
        options: Optional[Options],
        file: Union[bytes, IO[bytes]],
        media_type: str,
    ) -> T:
        return self._whole(self._call(operation, "POST", path, query, options, data=file, media_type=media_type, idempotent=True), read)

    def _page(
        self, operation: str, read: Reader[Whole], path: str, query: Mapping[str, Any], options: Optional[Options]
    ) -> Page[Any, Whole]:
        def again(cursor: str) -> Page[Any, Whole]:
            return self._page(operation, read, path, {**query, "cursor": cursor}, options)

        return Page(self._json(operation, read, "GET", path, query, options), again)

    def _download(self, operation: str, path: str, query: Optional[Mapping[str, Any]], options: Optional[Options]) -> Download:
        response, _ = self._send(self._call(operation, "GET", path, query, options, accept="*/*"), stream=True)
        return Download(response)

    def _whole(self, call: Call, read: Reader[T]) -> T:
        response, text = self._send(call)
        answer = read(parsed(text))
        vars(answer)["_reply"] = Reply(response.status_code, lower(response.headers))
        return answer

    def _send(self, call: Call, stream: bool = False) -> Tuple[httpx.Response, bytes]:
        """Tries until there is an answer to keep, and its body; that of a stream is left to read."""
        most = call.tries(self._max_retries)
        with self._tracing.span(call) as span:
            while True:
                call.rewind()
                started = time.monotonic()
                headers: Dict[str, str] = {}
                problem: Dict[str, Any] = {}
                status, failure = None, None
                try:
                    response = self._http.send(self._request(call), stream=True, follow_redirects=False)
                    headers = lower(response.headers)
                    if response.is_success:
                        text = b"" if stream else _read(response, time.monotonic() + call.timeout)
                        self._told(call, response.status_code, started, headers, None)
                        self._tracing.told(span, response.status_code, headers, call.attempt)
                        return response, text
                    status = response.status_code
                    problem = problem_of(_read(response, time.monotonic() + call.timeout))
                except (httpx.TransportError, httpx.DecodingError) as error:
                    # A refusal whose words broke off is still that refusal.
                    failure = error if status is None else None
                wait = call.wait_after(status, problem, headers) if call.attempt < most else None
                self._told(call, status, started, headers, wait)
                if wait is None:
                    self._tracing.told(span, status, headers, call.attempt)
                    if status is not None:
                        raise error_for(status, problem, headers)
                    raise NetworkError(f"No answer from {call.base}: {failure}") from failure
                call.attempt += 1
                time.sleep(wait)

    def _request(self, call: Call) -> httpx.Request:
        headers, content = dict(call.headers), call.data
        if content is not None and not isinstance(content, (bytes, bytearray)):
            length = file_length(content)
            if length is not None:
                headers["content-length"] = str(length)
            return self._http.build_request(call.method, call.url, headers=headers, content=_pieces(content), timeout=call.timeout)
        return self._http.build_request(call.method, call.url, headers=headers, content=content, timeout=call.timeout)

    def _told(self, call: Call, status: Optional[int], started: float, headers: Mapping[str, str], retry_in: Optional[float]) -> None:
        seconds = time.monotonic() - started
        log.debug("%s: %s after %.0f ms, request %s", call.operation, status or "no answer", seconds * 1000, headers.get("x-request-id"))
        if self._on_attempt:
            self._on_attempt(
                Attempt(call.operation, call.method, call.path, call.attempt + 1, status, seconds, headers.get("x-request-id"), retry_in)
            )


def _pieces(file: IO[bytes]) -> Iterator[bytes]:
    while True:
        piece = file.read(PIECE)
        if not piece:
            return
        yield piece


def _read(response: httpx.Response, deadline: float) -> bytes:
    """The body. A server that sends it drop by drop does not hold the caller for ever."""
    pieces = []
    try:
        for piece in response.iter_bytes():
            pieces.append(piece)
            if time.monotonic() > deadline:
                raise httpx.ReadTimeout("the answer took too long", request=response.request)
    finally:
        response.close()
    return b"".join(pieces)
