"""What can go wrong. A denial is not here: it is an answer with `decision.outcome`."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional


class SealwrightError(Exception):
    """Anything this library raises by itself."""


class NetworkError(SealwrightError):
    """No answer came, after all tries. Treat it as not allowed."""


class WebhookVerificationError(SealwrightError):
    """The delivery is not from Sealwright, was changed on its way, or is too old."""


class APIError(SealwrightError):
    """The API answered with a problem (RFC 9457)."""

    def __init__(self, status: int, problem: Mapping[str, Any], headers: Mapping[str, str]) -> None:
        self.status = status
        self.code: Optional[str] = problem.get("code")
        self.detail: str = problem.get("detail") or problem.get("title") or f"HTTP {status}"
        self.request_id: Optional[str] = problem.get("request_id") or headers.get("x-request-id")
        #: Every invalid field: `pointer`, `code`, `detail` and perhaps `suggestion`.
        self.errors: List[Dict[str, Any]] = problem.get("errors") or []
        #: The page about `code`.
        self.doc_url: Optional[str] = problem.get("doc_url")
        #: All the API said, with what belongs to this code only, such as `existing_id`.
        self.problem = problem
        self.headers = headers
        fields = "; ".join(f"{one.get('pointer')}: {one.get('detail')}" for one in self.errors)
        super().__init__(
            f"{status} {self.code or 'unknown'}: {self.detail}"
            + (f" ({fields})" if fields else "")
            + (f" [{self.request_id}]" if self.request_id else "")
        )


class BadRequestError(APIError):
    """400: a header or the body cannot be read."""


class AuthenticationError(APIError):
    """401: no key, or one that is not valid any more."""


class PermissionDeniedError(APIError):
    """403: this key may not do that."""


class NotFoundError(APIError):
    """404: there is no such object, or this key cannot see it."""


class ConflictError(APIError):
    """409, 412: the present state does not allow it."""


class ValidationError(APIError):
    """422: `errors` names the fields."""


class RateLimitError(APIError):
    """429: too many requests, after all tries."""


class ServerError(APIError):
    """500 and above, after all tries. Treat it as not allowed."""


_BY_STATUS = {
    400: BadRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    412: ConflictError,
    422: ValidationError,
    429: RateLimitError,
}


def error_for(status: int, problem: Mapping[str, Any], headers: Mapping[str, str]) -> APIError:
    kind = ServerError if status >= 500 else _BY_STATUS.get(status, APIError)
    return kind(status, problem, headers)
