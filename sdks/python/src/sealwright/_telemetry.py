"""Spans of OpenTelemetry, where a client is asked for them. Nothing of it is imported otherwise."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Iterator, Optional, Union

from ._version import __version__

if TYPE_CHECKING:
    from ._http import Call


class Tracing:
    """Makes a span for each call, with the names of the semantic conventions for HTTP clients."""

    def __init__(self, asked: Union[bool, Any]) -> None:
        self._tracer: Optional[Any] = None
        if asked is False or asked is None:
            return
        try:
            from opentelemetry import trace
        except ImportError as error:
            raise ImportError("Spans need OpenTelemetry: pip install 'sealwright[otel]'") from error
        provider = trace.get_tracer_provider() if asked is True else asked
        self._kind = trace.SpanKind.CLIENT
        self._status = trace.Status
        self._error = trace.StatusCode.ERROR
        self._inject = __import__("opentelemetry.propagate", fromlist=["inject"]).inject
        self._tracer = provider.get_tracer("sealwright", __version__)

    @contextmanager
    def span(self, call: Call) -> Iterator[Optional[Any]]:
        """A span around a call and all of its tries; the server can go on with it."""
        if self._tracer is None:
            yield None
            return
        attributes = {"http.request.method": call.method, "url.path": call.path, "server.address": call.base, "sealwright.operation": call.operation}
        with self._tracer.start_as_current_span(
            f"sealwright {call.operation}", kind=self._kind, attributes=attributes, record_exception=False, set_status_on_exception=False
        ) as span:
            self._inject(call.headers)
            try:
                yield span
            except Exception as error:
                # The class alone: a message can name what was sent.
                span.set_attribute("error.type", getattr(error, "code", None) or type(error).__name__)
                span.set_status(self._status(self._error))
                raise

    @staticmethod
    def told(span: Optional[Any], status: Optional[int], headers: Any, attempt: int) -> None:
        """What came back, on the span."""
        if span is None:
            return
        if status is not None:
            span.set_attribute("http.response.status_code", status)
        for name, header in (("sealwright.request_id", "x-request-id"), ("sealwright.decision.outcome", "sealwright-decision")):
            value = headers.get(header)
            if value:
                span.set_attribute(name, value)
        if attempt:
            span.set_attribute("http.request.resend_count", attempt)
