"""What can go wrong. A denial is not here, unless you ask for it by ``on_deny="error"``: it is an answer with `decision.outcome`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Dict, List, Literal, Mapping, Optional, Sequence, Type, Union, cast

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


ProblemCode = Literal[
    "malformed",
    "signature_invalid",
    "issuer_not_trusted",
    "wrong_environment",
    "wrong_wallet",
    "holder_proof_missing",
    "holder_proof_invalid",
    "level_too_low",
    "level_not_shown",
    "expired",
    "not_yet_valid",
    "revoked",
    "suspended",
    "status_missing",
    "status_invalid",
    "status_stale",
    "document_altered",
    "checkpoint_mismatch",
    "checkpoint_signature_invalid",
    "not_in_log",
    "log_not_trusted",
    "wrong_subject",
    "too_long",
    "wrong_contract",
    "wrong_policy",
]
"""What can speak against a credential, a receipt or a permit, in a word."""

_WORDS: Dict[str, str] = {
    "malformed": "It cannot be read: it is damaged, cut short, or not of a kind that this reads.",
    "signature_invalid": "The signature does not fit: it was changed after it was signed, or another key signed it.",
    "issuer_not_trusted": "None of the keys of the issuer you trust signed it.",
    "wrong_environment": "It is of another environment than the issuer you trust: a sandbox proves nothing in production.",
    "wrong_wallet": "It is of another wallet than the one you named.",
    "holder_proof_missing": "Nothing shows that whoever presents it holds it: a key of the holder has to sign for your nonce, or control of the wallet has to be proven.",
    "holder_proof_invalid": "The signature of the holder’s key is not for this presentation, your audience and your nonce, or is older than five minutes.",
    "level_too_low": "It is of a lower level than you ask for.",
    "level_not_shown": "The holder did not show the level that you ask for.",
    "expired": "Its time is over.",
    "not_yet_valid": "It begins later than now, by this machine’s clock.",
    "revoked": "It was revoked, for good.",
    "suspended": "It is suspended.",
    "status_missing": "The list that says whether it was revoked is not there, so nobody can tell.",
    "status_invalid": "The list that says whether it was revoked is not one of this issuer, or does not go so far.",
    "status_stale": "The list that says whether it was revoked is older than your budget, or of the future. Fetch it again.",
    "document_altered": "A document is not the one whose hash is in the log.",
    "checkpoint_mismatch": "The checkpoint is of another log or another size than the receipt says, or this log’s key did not sign it.",
    "checkpoint_signature_invalid": "The signature of the checkpoint does not fit.",
    "not_in_log": "The proof does not lead from the entry to the root that was signed: the entry is not in the log as it is shown.",
    "log_not_trusted": "It is of a log of which you gave no key.",
    "wrong_subject": "It is of another decision or entry than what came with it says, or than you named.",
    "too_long": "It would count for longer than any permit does.",
    "wrong_contract": "It is for another chain or contract.",
    "wrong_policy": "It is for another policy.",
}
#: Those that say "cannot tell now" and not "no".
_OPEN = ("status_missing", "status_invalid", "status_stale", "not_yet_valid")


@dataclass(frozen=True)
class Problem:
    """One thing that speaks against it."""

    #: In a word.
    code: ProblemCode
    #: In a sentence.
    message: str


class VerificationError(SealwrightError):
    """Not believed. Where nothing speaks against it but something could not be told, `outcome` is ``unknown``: also that opens no door."""

    #: The first of `problems`.
    code: ProblemCode
    #: ``invalid`` or ``unknown``.
    outcome: Literal["invalid", "unknown"]
    #: All that was found.
    problems: List[Problem]

    def __init__(self, codes: Sequence[ProblemCode]) -> None:
        known = sorted(dict.fromkeys(codes), key=lambda code: code in _OPEN)
        super().__init__(_WORDS[known[0]])
        self.code = known[0]
        self.outcome = "unknown" if all(code in _OPEN for code in known) else "invalid"
        self.problems = [Problem(code, _WORDS[code]) for code in known]

    def __reduce__(self) -> Any:
        return (type(self), ([problem.code for problem in self.problems],))


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
