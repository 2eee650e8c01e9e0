"""Answers that were recorded once against the sandbox, played again without it. The files are those of `@sealwright/testing`."""

import hashlib
import json
import os
import re
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Set, Union
from urllib.parse import parse_qsl

import httpx

_PERSONAL = frozenset(
    "full_name first_name last_name middle_name legal_name other_names date_of_birth birth_date birth_place formation_date email phone gender "
    "nationality address identifiers id_number registration_no document documents tax_id kyc_data identity originator beneficiary owners "
    "asked_name name_on_document ip ip_address signature message subjects".split()
)
"""Fields that name people, or hold what they showed: their values are never kept."""
_SECRET = re.compile(r"(^|_)(secret|secrets|token|password|api_key|key|private_key|authorization|assertion|code_verifier)$")
_KEYS = re.compile(r"\b(sw_(?:sandbox|production)_[\w-]+|whsec_[\w+/=-]+|Bearer\s+[\w.~+/=-]+|eyJ[\w-]+\.[\w-]+\.[\w-]+)", re.ASCII)
_MAILS = re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]+", re.ASCII)
_REMOVED = "[removed]"
_KEPT_HEADERS = ("content-type", "retry-after", "etag", "x-request-id", "sealwright-version", "idempotent-replayed")


def _cleaned(value: Any, took: Callable[[Any], None]) -> Any:
    """A value without what may not be kept; what is taken out is told to `took`."""
    if isinstance(value, str):

        def mail(found: "re.Match[str]") -> str:
            took(found.group())
            return _REMOVED

        return _MAILS.sub(mail, _KEYS.sub(_REMOVED, value))
    if isinstance(value, list):
        return [_cleaned(one, took) for one in value]
    if not isinstance(value, dict):
        return value
    out: Dict[str, Any] = {}
    for name, one in value.items():
        if one is None or isinstance(one, bool):
            out[name] = one
        elif name in _PERSONAL:
            took([name, one])
            out[name] = _REMOVED
        else:
            out[name] = _REMOVED if _SECRET.search(name) and isinstance(one, str) else _cleaned(one, took)
    return out


def _text(value: Any) -> str:
    """One spelling of a value."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


class Cassette:
    """
    A cassette in a file: `httpx.Client(transport=cassette.transport())` plays it. Recorded where `record` is true, or `SEALWRIGHT_RECORD=1`
    is set; `save()` writes what was recorded. Of what names people a mark of 16 bits is kept: enough to tell the calls of one suite apart,
    too little to tell who it was.
    """

    def __init__(
        self, path: Union[str, Path], *, record: Optional[bool] = None, through: Optional[httpx.BaseTransport] = None
    ) -> None:
        """
        Args:
            path: The file. Where there is none to play, `FileNotFoundError` says how to record it.
            record: Whether to record; by the environment when left out.
            through: What carries the calls that are recorded.
        """
        self._path = Path(path)
        self._record = os.environ.get("SEALWRIGHT_RECORD") == "1" if record is None else record
        self._through = through
        self._used: Set[int] = set()
        self._calls: List[Dict[str, Any]] = []
        self._salt = os.urandom(8).hex()
        if self._record:
            return
        if not self._path.exists():
            raise FileNotFoundError(
                f"There is no cassette {path}. Record it once against the sandbox: set SEALWRIGHT_RECORD=1 and run the tests again."
            )
        tape = json.loads(self._path.read_text("utf-8"))
        self._salt, self._calls = tape["salt"], tape["calls"]

    def transport(self) -> httpx.BaseTransport:
        """For `httpx.Client`."""
        return _Transport(self._answer)

    def async_transport(self) -> httpx.AsyncBaseTransport:
        """For `httpx.AsyncClient`. It plays; a cassette is recorded with `transport()`."""
        if self._record:
            raise TypeError("A cassette is recorded with transport(), and played with either.")
        return httpx.MockTransport(self._answer)

    def rewind(self) -> None:
        """Plays from the beginning again."""
        self._used.clear()

    def unused(self) -> List[str]:
        """Which recorded calls nobody made."""
        return [
            f"{one['request']['method']} {one['request']['path']}" for i, one in enumerate(self._calls) if i not in self._used
        ]

    def save(self) -> None:
        """Writes what was recorded."""
        if self._record:
            tape = {"sealwright_cassette": 1, "salt": self._salt, "calls": self._calls}
            self._path.write_text(json.dumps(tape, indent=2, ensure_ascii=False) + "\n", "utf-8")

    def _known(self, request: httpx.Request) -> Dict[str, Any]:
        """A request as a cassette knows it."""
        taken: List[Any] = []
        body: Any = None
        if request.content:
            try:
                body = json.loads(request.content)
            except ValueError:
                # What cannot be read cannot be cleaned, so nothing of it is kept.
                taken.append(request.content.decode("utf-8", "replace"))
                body = _REMOVED
        asked = {
            "method": request.method,
            "path": _cleaned(request.url.path, taken.append),
            "query": _cleaned(dict(parse_qsl(request.url.query.decode(), keep_blank_values=True)), taken.append),
            "body": _cleaned(body, taken.append),
        }
        digest = hashlib.sha256((self._salt + _text(taken)).encode()).hexdigest()[:4]
        return {**asked, "mark": digest if taken else None}

    def _answer(self, request: httpx.Request) -> httpx.Response:
        request.read()
        return self._keep(request) if self._record else self._play(request)

    def _keep(self, request: httpx.Request) -> httpx.Response:
        if "sw_production_" in request.headers.get("authorization", ""):
            raise TypeError("Cassettes are recorded against the sandbox: this is a key of production.")
        through = self._through or httpx.HTTPTransport()
        answer = through.handle_request(request)
        answer.read()
        try:
            body = _cleaned(answer.json(), lambda _: None) if answer.content else None
        except ValueError:
            raise TypeError(
                f"{request.method} {request.url.path} answered something that is not JSON, which no cassette keeps."
            ) from None
        headers = {name: answer.headers[name] for name in _KEPT_HEADERS if name in answer.headers}
        self._calls.append(
            {"request": self._known(request), "answer": {"status": answer.status_code, "headers": headers, "body": body}}
        )
        return answer

    def _play(self, request: httpx.Request) -> httpx.Response:
        asked = self._known(request)
        same = [i for i, one in enumerate(self._calls) if _text(one["request"]) == _text(asked)]
        # What is read may be read again; what is done is answered as often as it was recorded.
        again = same[-1:] if request.method == "GET" else []
        found = ([i for i in same if i not in self._used] + again)[:1]
        if not found:
            times = "once" if len(same) == 1 else f"{len(same)} times"
            often = f"was recorded {times} and has been answered" if same else "is not recorded"
            detail = f"{asked['method']} {asked['path']} {often}, with this body. Record the cassette again against the sandbox."
            problem = {
                "title": "This call is not on the cassette",
                "status": 501,
                "code": "not_on_cassette",
                "detail": detail,
            }
            return httpx.Response(501, json=problem, headers={"content-type": "application/problem+json"})
        self._used.add(found[0])
        answer = self._calls[found[0]]["answer"]
        content = b"" if answer["status"] in (204, 205, 304) else _text(answer["body"]).encode()
        return httpx.Response(answer["status"], headers=answer["headers"], content=content)


class _Transport(httpx.BaseTransport):
    def __init__(self, answer: Callable[[httpx.Request], httpx.Response]) -> None:
        self._answer = answer

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        return self._answer(request)
