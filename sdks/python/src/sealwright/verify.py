"""What can be verified without asking anybody: credentials, receipts and permits, by the public keys of the service.

It needs ``pip install 'sealwright[verify]'``. What is not believed raises `VerificationError`, so that nothing forgotten lets somebody in.
Only keys and status lists are fetched, and those you may keep: nobody learns what you verify.
"""

from __future__ import annotations

import base64
import binascii
import datetime as dt
import hashlib
import json
import re
import time
import zlib
from dataclasses import dataclass, field
from typing import Any, Dict, List, Literal, Mapping, Optional, Sequence, Tuple, TypeGuard, Union
from urllib.parse import quote, urlsplit

import httpx

from ._errors import Problem, ProblemCode, VerificationError
from ._keys import ed25519_holds, keccak256, p256_holds, signer_of
from ._model import Model

Environment = Literal["sandbox", "production"]
Level = Literal["basic", "enhanced", "accredited"]
DefiLevel = Literal["defi-basic", "defi-enhanced", "defi-institutional"]

_LEVELS: Dict[str, int] = {"basic": 1, "enhanced": 2, "accredited": 3}
_DEFI_LEVELS: Dict[str, int] = {"defi-basic": 1, "defi-enhanced": 2, "defi-institutional": 3}
#: No permit counts for longer, in seconds.
_LONGEST_PERMIT = 600
#: How old a signature of a holder may be, in seconds.
_PROOF_SECONDS = 300
#: A bitstring shorter than the Recommendation allows would tell on whom it is asked about.
_LEAST_BYTES = 16_384
_MOST_UNPACKED = 1 << 20
_MOST_OF_A_TOKEN = 200_000


@dataclass(frozen=True)
class Issuer:
    """An issuer that you trust: its address, and the keys that it published. Keep it, and read it anew within a day."""

    #: The address of the service.
    url: str
    #: The sandbox is an issuer of its own: what it says proves nothing in production.
    environment: Environment
    #: Its name, ``did:web:…``.
    did: str
    #: Public keys (JWK) by their names.
    keys: Mapping[str, Mapping[str, str]]
    #: Accounts that sign permits, ``0x…``.
    attesters: Sequence[str]


@dataclass(frozen=True)
class Holder:
    """What you asked the holder's wallet to sign."""

    #: You, as the wallet was told.
    audience: str
    #: Yours, for this presentation only.
    nonce: str


@dataclass(frozen=True)
class VerifiedCredential:
    """What a credential says that was believed."""

    #: ``vc+jwt`` or ``dc+sd-jwt``.
    format: str
    #: Such as ``cre_…``.
    id: str
    #: Of the issuer.
    environment: Environment
    #: did:pkh of the wallet.
    subject: str
    #: Its address.
    wallet: str
    #: None where the holder did not show it.
    level: Optional[Level]
    #: The name of the credential in every format.
    credential_hash: str
    #: When it was issued.
    issued_at: dt.datetime
    #: At that instant it is over.
    expires_at: dt.datetime
    #: What the holder showed of an SD-JWT VC; of a VC its `walletControl` and `evidence`.
    claims: Mapping[str, Any]
    #: What shows that its holder presented it: a signature of the holder's key, or the wallet you named.
    held_by: Literal["key", "wallet", "not_checked"]
    #: Seconds since the oldest of the status lists was signed.
    status_age_seconds: float


@dataclass(frozen=True)
class VerifiedReceipt:
    """What a receipt proves."""

    #: The entry of the log.
    id: str
    #: What was done.
    action: str
    #: When, as the log says.
    timestamp: str
    #: What it was done to: such as ``decision``.
    subject_type: str
    #: Its id.
    subject_id: str
    #: The name of the log.
    origin: str
    #: The place of the entry in it.
    index: int
    #: The size of the log at the checkpoint.
    size: int
    #: Documents whose hashes the entry holds, by their names.
    documents: Mapping[str, Any] = field(repr=False)


@dataclass(frozen=True)
class VerifiedPermit:
    """What a permit says that was believed."""

    #: Who may.
    wallet: str
    #: On which chain.
    chain_id: int
    #: With which contract.
    contract: str
    #: As what.
    level: DefiLevel
    #: Until when.
    expires_at: dt.datetime
    #: The account that signed it.
    attester: str


# Keys and lists, from where they are published


def read_issuer(document: Any, url: str, environment: Environment = "production") -> Issuer:
    """The issuer that a DID document describes, if it is the one of this address and environment. Raises ValueError otherwise.

    The document is at ``/.well-known/did.json``, that of the sandbox at ``/sandbox/did.json``.
    """
    base = _base(url)
    did = _did(base, environment)
    said: Mapping[str, Any] = document if isinstance(document, Mapping) else {}
    methods, asserted = said.get("verificationMethod"), said.get("assertionMethod")
    if said.get("id") != did or not isinstance(methods, list) or not isinstance(asserted, list):
        raise ValueError(f"This is not the DID document of {did}.")
    keys: Dict[str, Mapping[str, str]] = {}
    attesters: List[str] = []
    for method in methods:
        if not isinstance(method, Mapping) or method.get("controller") != did or method.get("id") not in asserted:
            continue
        jwk = _jwk(method.get("publicKeyJwk"))
        if jwk:
            keys[str(method["id"])[len(did) + 1 :]] = jwk
        account = re.fullmatch(r"eip155:\d+:(0x[0-9a-fA-F]{40})", str(method.get("blockchainAccountId")))
        if account:
            attesters.append(account[1])
    return Issuer(base, environment, did, keys, tuple(attesters))


def fetch_issuer(url: str, *, environment: Environment = "production", http_client: Optional[httpx.Client] = None) -> Issuer:
    """Fetches the keys of the service at this address. Raises ValueError for an address that is not https, and where they are not there."""
    base = _base(url)
    at_root = not urlsplit(base).path.strip("/")
    place = "/sandbox/did.json" if environment == "sandbox" else "/.well-known/did.json" if at_root else "/did.json"
    return read_issuer(_fetched(base + place, http_client).json(), base, environment)


def fetch_log_keys(url: str, *, http_client: Optional[httpx.Client] = None) -> List[str]:
    """The log's verifier keys (``name+id+base64``), one for each of its epochs: for `verify_receipt`."""
    return [str(one["verifier_key"]) for one in _fetched(f"{_base(url)}/.well-known/sealwright-log", http_client).json()["epochs"]]


def fetch_webhook_keys(url: str, *, environment: Environment = "production", http_client: Optional[httpx.Client] = None) -> List[str]:
    """The public keys of webhooks (``whpk_…``): for `verify_webhook`."""
    keys = _fetched(f"{_base(url)}/.well-known/webhook-keys.json", http_client).json()["keys"]
    return [str(one["whpk"]) for one in keys if one["environment"] == environment]


def status_list_urls(credential: str, issuer: Issuer) -> List[str]:
    """Where the lists are that say whether this credential was revoked: fetch them as you like, for ``status_lists``."""
    return [place.url for place in _read_credential(credential, issuer).places]


def fetch_status_lists(credential: str, issuer: Issuer, *, http_client: Optional[httpx.Client] = None) -> List[str]:
    """The lists that say whether this credential was revoked: keep them as long as your budget of age allows.

    One that cannot be had is left out: what is missing is never "not revoked".
    """
    return _fetch_lists(_read_credential(credential, issuer).places, http_client)


def _fetch_lists(places: Sequence[_Place], http_client: Optional[httpx.Client]) -> List[str]:
    lists = []
    for place in places:
        try:
            lists.append(_fetched(place.url, http_client).text)
        except (ValueError, httpx.HTTPError):
            pass
    return lists


def _fetched(url: str, http_client: Optional[httpx.Client]) -> httpx.Response:
    """What is there, from nowhere else."""
    get = http_client.get if http_client else httpx.get
    response = get(url, follow_redirects=False, timeout=30)
    if response.status_code != 200:
        raise ValueError(f"{url} answered {response.status_code}.")
    return response


def _base(url: str) -> str:
    """Keys that anybody on the way could have exchanged are none."""
    parts = urlsplit(url)
    if parts.scheme != "https" and parts.hostname not in ("localhost", "127.0.0.1"):
        raise ValueError(f"{url} is not an https address, so its keys could be anybody's.")
    return url.rstrip("/")


def _did(base: str, environment: str) -> str:
    parts = urlsplit(base)
    path = [quote(one, safe="!'()*~") for one in parts.path.split("/") if one]
    return ":".join(["did:web", parts.netloc.lower().replace(":", "%3A"), *path, *(["sandbox"] if environment == "sandbox" else [])])


# Credentials


@dataclass(frozen=True)
class _Place:
    """One list that a credential is in, and its place there. A token status list says both."""

    url: str
    index: int
    purpose: str


@dataclass(frozen=True)
class _Reading:
    """A credential as read and signed, before anything of it is judged."""

    format: str
    id: str
    environment: Environment
    subject: str
    level: Optional[str]
    credential_hash: str
    issued_at: int
    expires_at: int
    claims: Mapping[str, Any]
    places: Sequence[_Place]
    holder_key: Optional[Mapping[str, str]]
    bound_to_key: bool
    shown: str
    proof: str


def verify_credential(
    credential: str,
    *,
    issuer: Issuer,
    wallet: Optional[str] = None,
    holder: Optional[Holder] = None,
    any_holder: bool = False,
    level: Optional[Level] = None,
    status_lists: Optional[Sequence[str]] = None,
    max_status_age_seconds: float = 300,
    clock_tolerance_seconds: float = 60,
    now: Optional[dt.datetime] = None,
    http_client: Optional[httpx.Client] = None,
) -> VerifiedCredential:
    """Verifies a credential of this issuer, VC or SD-JWT VC, with nothing but its keys and the lists it signs.

    Raises VerificationError with everything that speaks against it; a missing or too old list never reads as "not revoked".

    Args:
        credential: `credential` of the answer, or what a wallet presents.
        issuer: Whom you trust: of `fetch_issuer`.
        wallet: The wallet whose control was proven to you: a credential is sealed to one.
        holder: What the holder was asked to sign: needed where the credential names a key of the holder.
        any_holder: Only what the credential says counts, whoever presents it. It then proves nothing of whoever does.
        level: At least this level.
        status_lists: The signed lists as you keep them. Without them they are fetched from the issuer.
        max_status_age_seconds: How old the lists may be.
        clock_tolerance_seconds: How far the clocks may be apart.
        now: The clock of this machine when left out.
        http_client: Fetches the lists.
    """
    if wallet is None and holder is None and not any_holder:
        raise TypeError("Name the wallet whose control was proven, or the audience and nonce that the holder signed, or say any_holder=True.")
    wanted = None if wallet is None else _subject_of(wallet)
    moment = _seconds(now)
    read = _read_credential(credential, issuer)
    problems: List[ProblemCode] = []
    if wanted is not None and _same_case(read.subject) != _same_case(wanted):
        problems.append("wrong_wallet")
    if read.environment != issuer.environment:
        problems.append("wrong_environment")
    if level and not read.level:
        problems.append("level_not_shown")
    if level and read.level and _LEVELS[read.level] < _LEVELS[level]:
        problems.append("level_too_low")
    if not moment < read.expires_at:
        problems.append("expired")
    if moment + clock_tolerance_seconds < read.issued_at:
        problems.append("not_yet_valid")
    held_by, problem = _judge_holder(read, wallet, holder, any_holder, moment)
    if problem:
        problems.append(problem)
    lists = status_lists if status_lists is not None else _fetch_lists(read.places, http_client)
    found, age = _judge_lists(read.places, lists, issuer, moment, max_status_age_seconds, clock_tolerance_seconds)
    problems.extend(found)
    if problems or age is None:
        raise VerificationError(problems or ["status_missing"])
    return VerifiedCredential(
        format=read.format,
        id=read.id,
        environment=read.environment,
        subject=read.subject,
        wallet=read.subject.rsplit(":", 1)[-1],
        level=read.level,  # type: ignore[arg-type]
        credential_hash=read.credential_hash,
        issued_at=_instant(read.issued_at),
        expires_at=_instant(read.expires_at),
        claims=read.claims,
        held_by=held_by,
        status_age_seconds=age,
    )


def _subject_of(wallet: str) -> str:
    return f"did:pkh:eip155:1:{wallet}" if wallet.startswith("0x") else f"did:pkh:solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:{wallet}"


def _same_case(subject: str) -> str:
    """Addresses of Ethereum are written with and without capitals; those of Solana differ by them."""
    return subject.lower() if subject.startswith("did:pkh:eip155:") else subject


def _judge_holder(
    read: _Reading, wallet: Optional[str], holder: Optional[Holder], any_holder: bool, now: float
) -> Tuple[Literal["key", "wallet", "not_checked"], Optional[ProblemCode]]:
    if not read.bound_to_key and wallet is not None:
        return "wallet", None
    if holder is not None and read.proof:
        return ("key", None) if _proves_possession(read, holder, now) else ("not_checked", "holder_proof_invalid")
    return "not_checked", None if any_holder else "holder_proof_missing"


def _proves_possession(read: _Reading, holder: Holder, now: float) -> bool:
    """Key binding (RFC 9901, section 4.3): the holder's key signed for this verifier and nonce, and for what is shown."""
    parts = read.proof.split(".")
    if read.holder_key is None or len(parts) != 3:
        return False
    header, payload = _object(_unbase64url(parts[0])), _object(_unbase64url(parts[1]))
    if header is None or payload is None or header.get("typ") != "kb+jwt" or "crit" in header:
        return False
    if not holder.audience or not holder.nonce or payload.get("aud") != holder.audience or payload.get("nonce") != holder.nonce:
        return False
    issued = payload.get("iat")
    if payload.get("sd_hash") != _digest(read.shown) or not _is_number(issued) or not abs(now - issued) <= _PROOF_SECONDS:
        return False
    return _jws_holds(read.holder_key, header.get("alg"), f"{parts[0]}.{parts[1]}", parts[2])


def _read_credential(credential: str, issuer: Issuer) -> _Reading:
    if not isinstance(credential, str):
        raise TypeError("A credential is a text: `credential` of the answer, or what a wallet presents.")
    text = credential.strip()
    return _read_sd_jwt(text, issuer) if "~" in text else _read_vc(text, issuer)


def _read_vc(text: str, issuer: Issuer) -> _Reading:
    said = _signed(text, "vc+jwt", issuer)
    if said.get("issuer") != issuer.did or said.get("iss") != issuer.did:
        raise VerificationError(["issuer_not_trusted"])
    subject = said.get("credentialSubject")
    subject = subject if isinstance(subject, dict) else {}
    issued, expires, name, who, level = said.get("iat"), said.get("exp"), said.get("id"), said.get("sub"), subject.get("level")
    environment, hashed = subject.get("environment"), subject.get("credentialHash")
    if (
        not _is_whole(issued)
        or not _is_whole(expires)
        or said.get("validFrom") != _iso(issued)
        or said.get("validUntil") != _iso(expires)
        or not isinstance(name, str)
        or not isinstance(who, str)
        or subject.get("id") != who
        or not isinstance(level, str)
        or level not in _LEVELS
        or environment not in ("sandbox", "production")
        or not isinstance(hashed, str)
    ):
        raise VerificationError(["malformed"])
    claims = {"walletControl": subject.get("walletControl")}
    if "evidence" in said:
        claims["evidence"] = said["evidence"]
    return _Reading(
        format="vc+jwt",
        id=name.rsplit("/", 1)[-1],
        environment=environment,
        subject=who,
        level=level,
        credential_hash=hashed,
        issued_at=issued,
        expires_at=expires,
        claims=claims,
        places=_places_of_vc(said.get("credentialStatus"), issuer, environment),
        holder_key=None,
        bound_to_key="cnf" in said,
        shown="",
        proof="",
    )


def _list_url(issuer: Issuer, environment: str, number: str) -> str:
    return f"{issuer.url}{'/sandbox' if environment == 'sandbox' else ''}/credentials/status/{number}"


def _places_of_vc(status: Any, issuer: Issuer, environment: str) -> List[_Place]:
    """Status is asked where the issuer publishes it, not where a credential would like it asked."""
    entries = [one for one in status if isinstance(one, dict)] if isinstance(status, list) else []
    places = []
    for purpose, after in (("revocation", ""), ("suspension", "/suspension")):
        entry = next((one for one in entries if one.get("statusPurpose") == purpose), {})
        url, index = str(entry.get("statusListCredential")), str(entry.get("statusListIndex"))
        number = re.search(r"/([1-9][0-9]{0,8})(?:/suspension)?\Z", url)
        if not number or url != _list_url(issuer, environment, number[1]) + after or not re.fullmatch(r"[0-9]{1,9}", index):
            raise VerificationError(["malformed"])
        places.append(_Place(url, int(index), purpose))
    return places


def _read_sd_jwt(text: str, issuer: Issuer) -> _Reading:
    shown, proof = text[: text.rindex("~") + 1], text[text.rindex("~") + 1 :]
    token, *disclosures = shown[:-1].split("~")
    said = _signed(token, "dc+sd-jwt", issuer)
    environment = said.get("environment")
    if environment not in ("sandbox", "production"):
        raise VerificationError(["malformed"])
    if said.get("iss") not in (_did(issuer.url, environment), f"{issuer.url}{'/sandbox' if environment == 'sandbox' else ''}"):
        raise VerificationError(["issuer_not_trusted"])
    claims = _open_claims(disclosures, said)
    place = _place_of_token(said.get("status"), issuer, environment)
    who, issued, expires, name, hashed = (said.get(one) for one in ("sub", "iat", "exp", "id", "credential_hash"))
    bound = said.get("cnf")
    key = _jwk(bound.get("jwk")) if isinstance(bound, dict) else None
    if (
        said.get("vct") != f"{issuer.url}/vct/identity-assurance/1"
        or claims is None
        or place is None
        or not isinstance(who, str)
        or not _is_whole(issued)
        or not _is_whole(expires)
        or not isinstance(name, str)
        or not isinstance(hashed, str)
        # A key that cannot be read, or a proof by none, is not the same as no key.
        or ("cnf" in said and key is None)
        or ("cnf" not in said and proof)
    ):
        raise VerificationError(["malformed"])
    level = claims.get("level")
    if not isinstance(level, str) or level not in _LEVELS:
        level = next((one for one in reversed(_LEVELS) if claims.get(one) is True), None)
    return _Reading(
        format="dc+sd-jwt",
        id=name,
        environment=environment,
        subject=who,
        level=level,
        credential_hash=hashed,
        issued_at=issued,
        expires_at=expires,
        claims=claims,
        places=[place],
        holder_key=key,
        bound_to_key="cnf" in said,
        shown=shown,
        proof=proof,
    )


def _open_claims(disclosures: Sequence[str], said: Mapping[str, Any]) -> Optional[Dict[str, Any]]:
    """None when a disclosure is not one the issuer signed, comes twice, or would overwrite a plain claim."""
    signed = said.get("_sd")
    signed = signed if isinstance(signed, list) else []
    claims: Dict[str, Any] = {}
    if said.get("_sd_alg") != "sha-256" or len(set(disclosures)) != len(disclosures):
        return None
    for one in disclosures:
        opened = _json(_unbase64url(one))
        if not isinstance(opened, list) or len(opened) != 3 or not isinstance(opened[0], str) or not isinstance(opened[1], str):
            return None
        name = opened[1]
        if _digest(one) not in signed or name in said or name in claims:
            return None
        claims[name] = opened[2]
    return claims


def _place_of_token(status: Any, issuer: Issuer, environment: str) -> Optional[_Place]:
    named = status.get("status_list") if isinstance(status, dict) else None
    url, index = (named.get("uri"), named.get("idx")) if isinstance(named, dict) else (None, None)
    found = re.search(r"/([1-9][0-9]{0,8})/(token|token-es256)\Z", url) if isinstance(url, str) else None
    if not found or not _is_whole(index) or index < 0 or url != f"{_list_url(issuer, environment, found[1])}/{found[2]}":
        return None
    return _Place(str(url), index, "token")


# Status lists


@dataclass(frozen=True)
class _List:
    url: str
    purpose: str
    bits: bytes
    signed_at: float
    expires_at: float


def _judge_lists(
    places: Sequence[_Place], lists: Sequence[str], issuer: Issuer, now: float, most: float, tolerance: float
) -> Tuple[List[ProblemCode], Optional[float]]:
    """What the lists say of these places, and the age of the oldest one; None when one is missing."""
    read = [_read_list(one, issuer) for one in lists]
    problems: List[ProblemCode] = []
    age: Optional[float] = float("-inf")
    for place in places:
        fitting = [one for one in read if one is not None and one.url == place.url and one.purpose == place.purpose]
        if not fitting:
            problems.append("status_invalid" if None in read else "status_missing")
            age = None
            continue
        # The newest of several copies counts.
        newest = max(fitting, key=lambda one: one.signed_at)
        seconds = now - newest.signed_at
        age = None if age is None else max(age, seconds)
        problems.extend(_state_in(newest, place))
        if not seconds <= most or seconds < -tolerance or now >= newest.expires_at + tolerance:
            problems.append("status_stale")
    return problems, age


def _state_in(one: _List, place: _Place) -> List[ProblemCode]:
    at = place.index // (4 if place.purpose == "token" else 8)
    if at >= len(one.bits):
        return ["status_invalid"]
    byte = one.bits[at]
    if place.purpose != "token":
        if not byte & (0x80 >> (place.index & 7)):
            return []
        return ["revoked" if place.purpose == "revocation" else "suspended"]
    states: Tuple[List[ProblemCode], ...] = ([], ["revoked"], ["suspended"], ["status_invalid"])
    return states[(byte >> ((place.index % 4) * 2)) & 3]


def _read_list(text: str, issuer: Issuer) -> Optional[_List]:
    """None when it is not a list of this issuer."""
    try:
        return _bitstring(_signed(text, "vc+jwt", issuer), issuer)
    except VerificationError:
        pass
    try:
        return _token_list(_signed(text, "statuslist+jwt", issuer))
    except VerificationError:
        return None


def _bitstring(said: Mapping[str, Any], issuer: Issuer) -> Optional[_List]:
    about = said.get("credentialSubject")
    about = about if isinstance(about, dict) else {}
    kinds, url, issued, expires = (said.get(one) for one in ("type", "id", "iat", "exp"))
    purpose, packed = about.get("statusPurpose"), about.get("encodedList")
    if said.get("issuer") != issuer.did or said.get("iss") != issuer.did or not isinstance(url, str):
        return None
    if not isinstance(kinds, list) or "BitstringStatusListCredential" not in kinds or about.get("type") != "BitstringStatusList":
        return None
    if not _is_number(issued) or not _is_number(expires) or purpose not in ("revocation", "suspension"):
        return None
    bits = _unpacked(_unbase64url(packed[1:]), 31) if isinstance(packed, str) and packed.startswith("u") else None
    return _List(url, purpose, bits, issued, expires) if bits is not None and len(bits) >= _LEAST_BYTES else None


def _token_list(said: Mapping[str, Any]) -> Optional[_List]:
    about = said.get("status_list")
    about = about if isinstance(about, dict) else {}
    url, issued, expires, packed = said.get("sub"), said.get("iat"), said.get("exp"), about.get("lst")
    if not isinstance(url, str) or not _is_number(issued) or not _is_number(expires) or about.get("bits") != 2 or not isinstance(packed, str):
        return None
    bits = _unpacked(_unbase64url(packed), 15)
    return None if bits is None else _List(url, "token", bits, issued, expires)


def _unpacked(packed: bytes, form: int) -> Optional[bytes]:
    """Unpacks gzip (31) or zlib (15); None for what is neither, is followed by something, or unpacks to more than a megabyte."""
    unpacker = zlib.decompressobj(form)
    try:
        bits = unpacker.decompress(packed, _MOST_UNPACKED + 1)
    except zlib.error:
        return None
    return bits if unpacker.eof and not unpacker.unused_data and len(bits) <= _MOST_UNPACKED else None


# Receipts


def verify_receipt(
    receipt: Union[Model, Mapping[str, Any]],
    *,
    keys: Union[str, Sequence[str]],
    decision_id: Optional[str] = None,
    entry_id: Optional[str] = None,
) -> VerifiedReceipt:
    """Verifies that an entry stands in the log. What the answer names around it must be what it is of. Raises VerificationError.

    Args:
        receipt: Of `decisions.receipt`, as it was answered or its JSON, or the receipt alone.
        keys: The log's verifier keys (``name+id+base64``), from a source you trust: of `fetch_log_keys`, kept.
        decision_id: The decision that it must be of.
        entry_id: The entry that it must be of.
    """
    known = [one.strip() for one in ([keys] if isinstance(keys, str) else keys)]
    if not known or not all(re.fullmatch(r"[^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]+=*", one) for one in known):
        raise ValueError("keys are verifier keys of the log, name+id+base64, as /.well-known/sealwright-log publishes them.")
    given: Any = receipt.raw if isinstance(receipt, Model) else receipt
    answer = given if isinstance(given, Mapping) and isinstance(given.get("receipt"), Mapping) else None
    inner = answer["receipt"] if answer is not None else given
    if not isinstance(inner, Mapping) or not isinstance(inner.get("log"), Mapping) or not isinstance(inner.get("entry"), Mapping):
        raise VerificationError(["malformed"])
    log, entry = inner["log"], inner["entry"]
    named = [one for one in known if one.startswith(f"{log.get('origin')}+")]
    if not named:
        raise VerificationError(["log_not_trusted"])
    problems = [_receipt_problem(inner, one) for one in named]
    if None not in problems:
        raise VerificationError([problem for problem in problems if problem][:1])
    kind, subject = entry.get("subject_type"), entry.get("subject_id")
    decisions = [one for one in (answer.get("decision_id") if answer else None, decision_id) if one is not None]
    entries = [one for one in (answer.get("audit_id") if answer else None, entry_id) if one is not None]
    if any(kind != "decision" or subject != one for one in decisions) or any(entry.get("id") != one for one in entries):
        raise VerificationError(["wrong_subject"])
    return VerifiedReceipt(
        id=str(entry.get("id")),
        action=str(entry.get("action")),
        timestamp=str(entry.get("timestamp")),
        subject_type=str(kind),
        subject_id=str(subject),
        origin=log["origin"],
        index=log["index"],
        size=log["size"],
        documents=inner["documents"],
    )


def _receipt_problem(receipt: Mapping[str, Any], key_line: str) -> Optional[ProblemCode]:
    key = _log_key(key_line)
    if key is None or not _is_receipt(receipt):
        return "malformed"
    entry, log = receipt["entry"], receipt["log"]
    details = entry.get("details")
    details = details if isinstance(details, Mapping) else {}
    try:
        for name, document in receipt["documents"].items():
            if details.get(name) != hashlib.sha256(canonical_json(document)).hexdigest():
                return "document_altered"
        leaf = hashlib.sha256(b"\x00" + canonical_json(entry)).digest()
        note = _split_note(receipt["checkpoint"], key)
        text = note[0].encode() if note else b""
    except (ValueError, RecursionError):
        return "malformed"
    lines = note[0][:-1].split("\n") if note else []
    if note is None or len(lines) < 3 or lines[0] != log["origin"] or lines[1] != str(log["size"]) or "" in lines[3:]:
        return "checkpoint_mismatch"
    if note[1] is None or not ed25519_holds(key[2], note[1], text):
        return "checkpoint_signature_invalid"
    root = _climbed(leaf, log["index"], log["size"], [bytes.fromhex(one) for one in log["proof"]])
    return None if root is not None and root == _unbase64(lines[2]) else "not_in_log"


def _is_receipt(receipt: Mapping[str, Any]) -> bool:
    log = receipt.get("log")
    if not isinstance(log, Mapping) or receipt.get("type") != "sealwright-receipt/1":
        return False
    # What stood beside them, nothing would vouch for.
    if not set(receipt) <= {"type", "entry", "documents", "log", "checkpoint"} or not set(log) <= {"origin", "index", "size", "proof"}:
        return False
    proof, index, size = log.get("proof"), log.get("index"), log.get("size")
    return (
        isinstance(receipt.get("entry"), Mapping)
        and isinstance(receipt.get("documents"), Mapping)
        and isinstance(receipt.get("checkpoint"), str)
        and isinstance(log.get("origin"), str)
        and _is_whole(index)
        and _is_whole(size)
        and 0 <= index < size
        and isinstance(proof, list)
        and all(isinstance(one, str) and re.fullmatch(r"[0-9a-f]{64}", one) for one in proof)
    )


def _log_key(line: str) -> Optional[Tuple[str, str, bytes]]:
    """Name, id and public key of a C2SP verifier key."""
    name, short, encoded = line.split("+", 2)
    tagged = _unbase64(encoded)
    if len(tagged) != 33 or tagged[0] != 1 or hashlib.sha256(name.encode() + b"\n" + tagged).digest()[:4].hex() != short:
        return None
    return name, short, tagged[1:]


def _split_note(note: str, key: Tuple[str, str, bytes]) -> Optional[Tuple[str, Optional[bytes]]]:
    """Text and own signature of a signed note. The first line of this key counts; those of others are passed over."""
    cut = note.rfind("\n\n")
    if cut < 0 or not note.endswith("\n") or any(letter < " " and letter != "\n" for letter in note):
        return None
    own: Optional[bytes] = None
    for line in note[cut + 2 : -1].split("\n"):
        found = re.fullmatch("\u2014 ([^\\s+]+) ([A-Za-z0-9+/]+=*)", line)
        signature = _unbase64(found[2]) if found else b""
        if found is None or len(signature) < 5:
            return None
        if own is None and found[1] == key[0] and signature[:4].hex() == key[1]:
            own = signature[4:]
    return note[: cut + 1], own


def _climbed(leaf: bytes, index: int, size: int, proof: Sequence[bytes]) -> Optional[bytes]:
    """The root that a leaf and its path lead to (RFC 9162, 2.1.3.2); None when the path does not fit the place."""
    at, last, node = index, size - 1, leaf
    for sibling in proof:
        if last == 0:
            return None
        if at % 2 == 1 or at == last:
            node = hashlib.sha256(b"\x01" + sibling + node).digest()
            while at % 2 == 0 and at != 0:
                at, last = at // 2, last // 2
        else:
            node = hashlib.sha256(b"\x01" + node + sibling).digest()
        at, last = at // 2, last // 2
    return node if last == 0 else None


def canonical_json(value: Any) -> bytes:
    """JSON as RFC 8785 writes it. Raises ValueError for what JSON cannot say."""
    return _canonical(value).encode("utf-8")


def _canonical(value: Any) -> str:
    if isinstance(value, Mapping):
        # By UTF-16, as the standard has it.
        names = sorted(value, key=lambda name: str(name).encode("utf-16-be"))
        return "{" + ",".join(f"{json.dumps(name, ensure_ascii=False)}:{_canonical(value[name])}" for name in names) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(map(_canonical, value)) + "]"
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, int) and abs(value) < 2**53:
        return str(value)
    if isinstance(value, (int, float)):
        return _number(float(value))
    raise ValueError(f"{type(value).__name__} is not JSON.")


def _number(value: float) -> str:
    """As ECMAScript writes it."""
    if value != value or value in (float("inf"), float("-inf")):
        raise ValueError("JSON has no such number.")
    if value == 0:
        return "0"
    digits, _, power = repr(abs(value)).partition("e")
    whole, _, part = digits.partition(".")
    part = "" if part == "0" else part
    exponent = int(power or 0) + len(whole)
    plain = (whole + part).lstrip("0")
    exponent -= len(whole + part) - len(plain)
    plain = plain.rstrip("0")
    sign = "-" if value < 0 else ""
    if len(plain) <= exponent <= 21:
        return sign + plain + "0" * (exponent - len(plain))
    if 0 < exponent <= 21:
        return f"{sign}{plain[:exponent]}.{plain[exponent:]}"
    if -6 < exponent <= 0:
        return f"{sign}0.{'0' * -exponent}{plain}"
    mantissa = plain[0] + (f".{plain[1:]}" if len(plain) > 1 else "")
    return f"{sign}{mantissa}e{exponent - 1:+d}"


# Permits


def verify_permit(
    permit: Union[Model, Mapping[str, Any], None],
    *,
    issuer: Union[Issuer, Sequence[str]],
    wallet: str,
    chain_id: int,
    verifying_contract: str,
    policy: str,
    level: DefiLevel = "defi-basic",
    now: Optional[dt.datetime] = None,
) -> VerifiedPermit:
    """The same judgement that the contract makes, anywhere. Raises VerificationError with everything that speaks against the permit.

    Args:
        permit: Of `defi.verify_wallet`, or its JSON.
        issuer: Of `fetch_issuer`, or the accounts that you trust to sign permits.
        wallet: Who wants to.
        chain_id: The chain you are on.
        verifying_contract: The contract you are.
        policy: The name of the policy: `policy.name` of the answer, which is the name of the protocol.
        level: At least this level.
        now: The clock of this machine when left out.
    """
    for address in (wallet, verifying_contract):
        if not _is_address(address):
            raise ValueError(f"{address} is no address of Ethereum.")
    given: Any = permit.raw if isinstance(permit, Model) else permit
    parts: Mapping[str, Any] = given if isinstance(given, Mapping) else {}
    domain: Any = parts.get("domain")
    message: Any = parts.get("message")
    signature: Any = parts.get("signature")
    if not _is_permit(domain, message, signature):
        raise VerificationError(["malformed"])
    moment = _seconds(now)
    problems: List[ProblemCode] = []
    if not moment < message["expires"]:
        problems.append("expired")
    if not message["expires"] - moment <= _LONGEST_PERMIT:
        problems.append("too_long")
    if message["wallet"].lower() != wallet.lower():
        problems.append("wrong_wallet")
    here = verifying_contract.lower()
    if domain["chainId"] != chain_id or domain["verifyingContract"].lower() != here or message["protocol"].lower() != here:
        problems.append("wrong_contract")
    if message["policy"].lower() != "0x" + keccak256(policy.encode()).hex():
        problems.append("wrong_policy")
    if not message["level"] >= _DEFI_LEVELS[level]:
        problems.append("level_too_low")
    signer = signer_of(_permit_digest(domain, message), bytes.fromhex(signature[2:]))
    trusted = issuer.attesters if isinstance(issuer, Issuer) else issuer
    attester = next((one for one in trusted if signer and one.lower() == signer), None)
    if attester is None:
        problems.append("signature_invalid")
    name = next((one for one, number in _DEFI_LEVELS.items() if number == message["level"]), None)
    if name is None:
        problems.append("malformed")
    if problems or attester is None or name is None:
        raise VerificationError(problems)
    return VerifiedPermit(
        wallet=message["wallet"],
        chain_id=domain["chainId"],
        contract=domain["verifyingContract"],
        level=name,  # type: ignore[arg-type]
        expires_at=_instant(message["expires"]),
        attester=attester,
    )


def _is_address(value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch(r"0x[0-9a-fA-F]{40}", value) is not None


def _is_permit(domain: Any, message: Any, signature: Any) -> bool:
    if not isinstance(domain, Mapping) or not isinstance(message, Mapping):
        return False
    numbers = (domain.get("chainId"), message.get("level"), message.get("expires"))
    return (
        domain.get("name") == "SealwrightPermit"
        and domain.get("version") == "1"
        and all(map(_is_address, (domain.get("verifyingContract"), message.get("wallet"), message.get("protocol"))))
        and all(_is_whole(one) and one >= 0 for one in numbers)
        and re.fullmatch(r"0x[0-9a-fA-F]{64}", str(message.get("policy"))) is not None
        and re.fullmatch(r"0x[0-9a-fA-F]{130}", str(signature)) is not None
    )


def _permit_digest(domain: Mapping[str, Any], message: Mapping[str, Any]) -> bytes:
    """EIP-712, of this one structure."""

    def word(value: Union[int, str]) -> bytes:
        return value.to_bytes(32, "big") if isinstance(value, int) else bytes.fromhex(value[2:].rjust(64, "0"))

    separator = keccak256(
        keccak256(b"EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)")
        + keccak256(b"SealwrightPermit")
        + keccak256(b"1")
        + word(domain["chainId"])
        + word(domain["verifyingContract"])
    )
    kind = keccak256(b"Permit(address wallet,address protocol,uint8 level,uint48 expires,bytes32 policy)")
    fields = b"".join(word(message[one]) for one in ("wallet", "protocol", "level", "expires", "policy"))
    return keccak256(b"\x19\x01" + separator + keccak256(kind + fields))


# Signed texts


def _jwk(value: Any) -> Optional[Dict[str, str]]:
    """The public key in a JWK; None for other kinds of keys, and for one that shows its private half."""
    if not isinstance(value, Mapping) or "d" in value:
        return None
    kind, curve, x, y = value.get("kty"), value.get("crv"), value.get("x"), value.get("y")
    if not _is_coordinate(x):
        return None
    if kind == "OKP" and curve == "Ed25519":
        return {"kty": "OKP", "crv": "Ed25519", "x": str(x)}
    return {"kty": "EC", "crv": "P-256", "x": str(x), "y": str(y)} if kind == "EC" and curve == "P-256" and _is_coordinate(y) else None


def _is_coordinate(value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch(r"[A-Za-z0-9_-]{43}", value) is not None


def _signed(token: str, kind: str, issuer: Issuer) -> Dict[str, Any]:
    """The payload of a JWS of this kind that a key of the issuer signed. Says nothing about times."""
    parts = token.split(".") if len(token) <= _MOST_OF_A_TOKEN else []
    header = _object(_unbase64url(parts[0])) if len(parts) == 3 else None
    payload = _object(_unbase64url(parts[1])) if len(parts) == 3 else None
    if header is None or payload is None or header.get("typ") != kind or "crit" in header:
        raise VerificationError(["malformed"])
    name = header.get("kid")
    key = issuer.keys.get(name[name.find("#") + 1 :]) if isinstance(name, str) else None
    if key is None:
        raise VerificationError(["issuer_not_trusted"])
    if not _jws_holds(key, header.get("alg"), f"{parts[0]}.{parts[1]}", parts[2]):
        raise VerificationError(["signature_invalid"])
    return payload


def _jws_holds(key: Mapping[str, str], algorithm: Any, content: str, signature: str) -> bool:
    """Which algorithm holds for a signature its key says and not its header."""
    got = _unbase64url(signature)
    edwards = key["crv"] == "Ed25519"
    if len(got) != 64 or algorithm not in (("EdDSA", "Ed25519") if edwards else ("ES256",)):
        return False
    x = _unbase64url(key["x"])
    if edwards:
        return ed25519_holds(x, got, content.encode())
    return p256_holds(x, _unbase64url(key["y"]), got, content.encode())


def _unbase64(text: str) -> bytes:
    """Empty when the text is not base64 in its one canonical spelling."""
    try:
        found = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""
    return found if base64.b64encode(found).decode() == text else b""


def _unbase64url(text: str) -> bytes:
    """Empty when the text is not base64url, without padding, in its one canonical spelling."""
    if not re.fullmatch(r"[A-Za-z0-9_-]*", text):
        return b""
    plain = text.replace("-", "+").replace("_", "/")
    return _unbase64(plain + "=" * (-len(plain) % 4))


def _refused(_: str) -> Any:
    raise ValueError("JSON has no such number.")


def _json(content: bytes) -> Any:
    try:
        return json.loads(content.decode("utf-8"), parse_constant=_refused)
    except (ValueError, RecursionError):
        return None


def _object(content: bytes) -> Optional[Dict[str, Any]]:
    value = _json(content)
    return value if isinstance(value, dict) else None


def _digest(text: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()


def _is_whole(value: Any) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**53


def _is_number(value: Any) -> TypeGuard[float]:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _iso(seconds: int) -> str:
    try:
        return _instant(seconds).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    except (OverflowError, ValueError, OSError):
        return ""


def _instant(seconds: float) -> dt.datetime:
    return dt.datetime.fromtimestamp(seconds, dt.timezone.utc)


def _seconds(now: Optional[dt.datetime]) -> float:
    if now is None:
        return time.time()
    if now.tzinfo is None:
        raise ValueError("`now` has no time zone: give datetime(…, tzinfo=timezone.utc).")
    return now.timestamp()


__all__ = [
    "Holder",
    "Issuer",
    "Problem",
    "ProblemCode",
    "VerificationError",
    "VerifiedCredential",
    "VerifiedPermit",
    "VerifiedReceipt",
    "canonical_json",
    "fetch_issuer",
    "fetch_log_keys",
    "fetch_status_lists",
    "fetch_webhook_keys",
    "read_issuer",
    "status_list_urls",
    "verify_credential",
    "verify_permit",
    "verify_receipt",
]
