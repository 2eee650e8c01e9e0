"""The client for asyncio and trio: the same calls as the other, awaited."""

from __future__ import annotations

import time
from types import TracebackType
from typing import (
    IO,
    TYPE_CHECKING,
    Any,
    AsyncIterator,
    Callable,
    Dict,
    Generator,
    Generic,
    List,
    Mapping,
    Optional,
    Tuple,
    Type,
    TypeVar,
    Union,
)

import anyio
import anyio.to_thread
import httpx

from ._async_resources import AsyncResources
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
from ._telemetry import Tracing

if TYPE_CHECKING:
    from opentelemetry.trace import TracerProvider

T = TypeVar("T")
Row = TypeVar("Row")
Whole = TypeVar("Whole")
Reader = Callable[[Mapping[str, Any]], T]


class AsyncPage(Generic[Row, Whole]):
    """One page of a list. Iterating over it goes on through all following pages."""

    #: The rows of this page.
    data: List[Row]
    #: Whether there are more.
    has_more: bool
    #: Where the next page begins, None at the end.
    next_cursor: Optional[str]
    #: The whole answer, with what belongs to this list only, such as `total_count`.
    answer: Whole

    def __init__(self, answer: Whole, again: Callable[[str], AsyncPages[Row, Whole]]) -> None:
        said: Any = answer
        self.data = said.data
        self.has_more = bool(said.raw.get("has_more"))
        self.next_cursor = said.raw.get("next_cursor")
        self.answer = answer
        self._again = again

    async def next_page(self) -> Optional[AsyncPage[Row, Whole]]:
        """The page after this one, or None at the end."""
        return await self._again(self.next_cursor) if self.has_more and self.next_cursor else None

    async def pages(self) -> AsyncIterator[AsyncPage[Row, Whole]]:
        """This page and all that follow."""
        page: Optional[AsyncPage[Row, Whole]] = self
        while page is not None:
            yield page
            page = await page.next_page()

    async def __aiter__(self) -> AsyncIterator[Row]:
        async for page in self.pages():
            for row in page.data:
                yield row


class AsyncPages(Generic[Row, Whole]):
    """A list that is asked for: `await` it for its first page, or go through all rows by `async for`."""

    def __init__(self, fetch: Callable[[], Any]) -> None:
        self._fetch = fetch

    def __await__(self) -> Generator[Any, None, AsyncPage[Row, Whole]]:
        page: Generator[Any, None, AsyncPage[Row, Whole]] = self._fetch().__await__()
        return page

    async def __aiter__(self) -> AsyncIterator[Row]:
        async for row in await self:
            yield row


class AsyncDownload:
    """A file, read as it arrives."""

    #: Headers of the answer, their names in lower case.
    headers: Mapping[str, str]
    #: Such as ``text/csv``.
    media_type: str

    def __init__(self, response: httpx.Response) -> None:
        self._response = response
        self.headers = lower(response.headers)
        self.media_type = response.headers.get("content-type", "").split(";")[0].strip()

    async def read(self) -> bytes:
        """All of it."""
        return b"".join([piece async for piece in self])

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """Pieces of the file, of 64 KiB or less."""
        try:
            async for piece in self._response.aiter_bytes(PIECE):
                yield piece
        except (httpx.HTTPError, httpx.StreamError) as error:
            raise NetworkError(f"The file broke off: {error}") from error

    async def aclose(self) -> None:
        """Gives the connection back."""
        await self._response.aclose()


class AsyncDownloads:
    """A file that is asked for: use it in an `async with`."""

    def __init__(self, fetch: Callable[[], Any]) -> None:
        self._fetch = fetch
        self._file: Optional[AsyncDownload] = None

    async def __aenter__(self) -> AsyncDownload:
        file: AsyncDownload = await self._fetch()
        self._file = file
        return file

    async def __aexit__(self, *_: object) -> None:
        if self._file:
            await self._file.aclose()


class AsyncSealwright(AsyncResources):
    """A client of one Sealwright server, for asyncio and trio. Its connections are kept and shared by its tasks."""

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
        http_client: Optional[httpx.AsyncClient] = None,
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
            http_client: An `httpx.AsyncClient` of yours, with proxies, certificates or limits. You close it.
        """
        super().__init__(self)
        self._key, self._base = settings(api_key, base_url)
        self._version, self._timeout, self._max_retries, self._on_attempt = version, timeout, max_retries, on_attempt
        self._tracing = Tracing(tracing)
        self._own = http_client is None
        self._http = http_client or httpx.AsyncClient()

    def __repr__(self) -> str:
        return f"AsyncSealwright({self._base!r})"

    async def aclose(self) -> None:
        """Closes the connections."""
        if self._own:
            await self._http.aclose()

    async def __aenter__(self) -> AsyncSealwright:
        return self

    async def __aexit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]) -> None:
        await self.aclose()

    def _call(self, operation: str, method: str, path: str, query: Optional[Mapping[str, Any]], options: Optional[Options], **more: Any) -> Call:
        return Call(operation, self._key, self._base, self._version, self._timeout, method, path, query, options, **more)

    async def _json(
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
        return await self._whole(self._call(operation, method, path, query, options, data=json_body(body), idempotent=idempotent), read)

    async def _upload(
        self,
        operation: str,
        read: Reader[T],
        path: str,
        query: Optional[Mapping[str, Any]],
        options: Optional[Options],
        file: Union[bytes, IO[bytes]],
        media_type: str,
    ) -> T:
        call = self._call(operation, "POST", path, query, options, data=file, media_type=media_type, idempotent=True)
        return await self._whole(call, read)

    def _page(
        self, operation: str, read: Reader[Whole], path: str, query: Mapping[str, Any], options: Optional[Options]
    ) -> AsyncPages[Any, Whole]:
        def again(cursor: str) -> AsyncPages[Any, Whole]:
            return self._page(operation, read, path, {**query, "cursor": cursor}, options)

        async def fetch() -> AsyncPage[Any, Whole]:
            return AsyncPage(await self._json(operation, read, "GET", path, query, options), again)

        return AsyncPages(fetch)

    def _download(self, operation: str, path: str, query: Optional[Mapping[str, Any]], options: Optional[Options]) -> AsyncDownloads:
        async def fetch() -> AsyncDownload:
            response, _ = await self._send(self._call(operation, "GET", path, query, options, accept="*/*"), stream=True)
            return AsyncDownload(response)

        return AsyncDownloads(fetch)

    async def _whole(self, call: Call, read: Reader[T]) -> T:
        response, text = await self._send(call)
        answer = read(parsed(text))
        vars(answer)["_reply"] = Reply(response.status_code, lower(response.headers))
        return answer

    async def _send(self, call: Call, stream: bool = False) -> Tuple[httpx.Response, bytes]:
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
                    response = await self._http.send(self._request(call), stream=True, follow_redirects=False)
                    headers = lower(response.headers)
                    if response.is_success:
                        text = b"" if stream else await _read(response, time.monotonic() + call.timeout)
                        self._told(call, response.status_code, started, headers, None)
                        self._tracing.told(span, response.status_code, headers, call.attempt)
                        return response, text
                    status = response.status_code
                    problem = problem_of(await _read(response, time.monotonic() + call.timeout))
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
                await anyio.sleep(wait)

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


async def _pieces(file: IO[bytes]) -> AsyncIterator[bytes]:
    while True:
        # The disk does not hold up the other tasks.
        piece = await anyio.to_thread.run_sync(file.read, PIECE)
        if not piece:
            return
        yield piece


async def _read(response: httpx.Response, deadline: float) -> bytes:
    """The body. A server that sends it drop by drop does not hold the caller for ever."""
    pieces = []
    try:
        async for piece in response.aiter_bytes():
            pieces.append(piece)
            if time.monotonic() > deadline:
                raise httpx.ReadTimeout("the answer took too long", request=response.request)
    finally:
        await response.aclose()
    return b"".join(pieces)
