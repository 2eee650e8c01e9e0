"""What can go wrong. A denial is not here, unless you ask for it by ``on_deny="error"``: it is an answer with `decision.outcome`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Type, Union, cast

if TYPE_CHECKING:
    from . import enums, models
    from .models import DecisionResult


class SealwrightError(Exception):
    """Anything this library raises by itself."""


class NetworkError(SealwrightError):
    """No answer came, after all tries. Treat it as not allowed."""


class WebhookVerificationError(SealwrightError):
    """The delivery is not from Sealwright, was changed on its way, or is too old."""


class ThinEventError(SealwrightError):
    """The endpoint sends links instead of what happened: read `object_url` with your key, or ask for the whole payload."""

    def __init__(self, object_url: str) -> None:
        super().__init__(f"This event has a link only: GET {object_url}")
        #: Where the whole event is.
        self.object_url = object_url


class VerificationError(SealwrightError):
    """What was to be verified does not hold. `reason` says why, in a word."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        #: One word, such as ``signature_invalid``.
        self.reason = reason


class APIError(SealwrightError):
    """The API answered with a problem (RFC 9457)."""

    #: The HTTP status.
    status: int
    #: One word that says what is wrong: go by this.
    code: Optional[enums.ErrorCode]
    #: What happened and what to do, for people.
    detail: str
    #: Names this request in logs and support.
    request_id: Optional[str]
    #: Every invalid field: `pointer`, `code`, `detail` and perhaps `suggestion`.
    errors: List[models.FieldProblem]
    #: The page about `code`.
    doc_url: Optional[str]
    #: All the API said, with what belongs to this code only, such as `existing_id`.
    problem: Mapping[str, Any]
    #: Headers of the answer, their names in lower case.
    headers: Mapping[str, str]

    def __init__(self, status: int, problem: Mapping[str, Any], headers: Mapping[str, str]) -> None:
        from .models import FieldProblem

        self.status = status
        self.code = cast("Optional[enums.ErrorCode]", problem.get("code"))
        self.detail = problem.get("detail") or problem.get("title") or f"HTTP {status}"
        self.request_id = problem.get("request_id") or headers.get("x-request-id")
        self.errors = [FieldProblem.from_json(one) for one in problem.get("errors") or [] if isinstance(one, Mapping)]
        self.doc_url = problem.get("doc_url")
        self.problem = problem
        self.headers = headers
        fields = "; ".join(f"{one.raw.get('pointer')}: {one.raw.get('detail')}" for one in self.errors)
        super().__init__(
            f"{status} {self.code or 'unknown'}: {self.detail}"
            + (f" ({fields})" if fields else "")
            + (f" [{self.request_id}]" if self.request_id else "")
        )

    def __reduce__(self) -> Any:
        return (type(self), (self.status, dict(self.problem), dict(self.headers)))


class BadRequestError(APIError):
    """400, 413, 415: the request cannot be read."""


class AuthenticationError(APIError):
    """401: the key is missing, wrong, revoked or expired."""


class PermissionDeniedError(APIError):
    """403: the key may not do this."""


class ComplianceDenied(PermissionDeniedError):
    """403 `compliance_denied`: the decision is deny, and ``on_deny="error"`` asked for it as an error, or the call changes nothing then."""

    @property
    def answer(self) -> Dict[str, Any]:
        """The whole answer as it would have been without `on_deny`."""
        found = self.problem.get("decision")
        return dict(found) if isinstance(found, Mapping) else {}

    @property
    def decision(self) -> Optional[DecisionResult]:
        """The decision that denied. None where the answer is of several checks: then each of `answer["results"]` has its own."""
        from .models import DecisionResult

        answer = self.answer
        found = answer.get("decision", answer)
        return DecisionResult.from_json(found) if isinstance(found, Mapping) and "outcome" in found else None

    @property
    def reason_codes(self) -> List[str]:
        """Why: each is explained at ``/rules/{code}``."""
        decision = self.decision
        return list(decision.reason_codes) if decision else []


class NotFoundError(APIError):
    """404: there is no such thing, or the key may not see it."""


class ConflictError(APIError):
    """409, 412: something else happened meanwhile, or the object is in another state."""


class ValidationError(APIError):
    """422: a field is wrong; `errors` says which."""


class RateLimitError(APIError):
    """429: too many calls, after all tries."""


class ServerError(APIError):
    """5xx: treat it as not allowed."""


_BY_STATUS: Dict[int, Type[APIError]] = {
    400: BadRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    412: ConflictError,
    413: BadRequestError,
    415: BadRequestError,
    422: ValidationError,
    429: RateLimitError,
}


def error_for(status: int, problem: Union[Mapping[str, Any], None], headers: Mapping[str, str]) -> APIError:
    """The error for an answer with this status."""
    said = problem or {}
    if said.get("code") == "compliance_denied":
        return ComplianceDenied(status, said, headers)
    return _BY_STATUS.get(status, ServerError if status >= 500 else APIError)(status, said, headers)
