"""Standard Webhooks: `v1` (HMAC-SHA256) and `v1a` (Ed25519) over `id.timestamp.body`."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import Any, Callable, Iterable, Optional, Protocol, Sequence, Tuple, Union

from ._errors import WebhookVerificationError
from .events import Event, parse_event


class _Headers(Protocol):
    """What frameworks and `http.server` have in common: their headers are not always a mapping."""

    def items(self) -> Iterable[Tuple[Any, Any]]: ...


def verify_webhook(
    payload: Union[bytes, str],
    headers: _Headers,
    secrets: Union[str, Sequence[str]],
    *,
    tolerance: float = 300,
    now: Optional[float] = None,
) -> Event:
    """The event of a delivery, once its signature and age are proved. Raises WebhookVerificationError.

    Args:
        payload: The body as it arrived, before any parsing.
        headers: Of the request, in any case of letters.
        secrets: The endpoint's `whsec_`, or public keys `whpk_` of `/.well-known/webhook-keys.json`, which need
            ``pip install 'sealwright[verify]'``. Give old and new while you rotate.
        tolerance: How many seconds a delivery may be old.
        now: Seconds since 1970; the clock of this machine when left out.
    """
    if isinstance(payload, str):
        payload = payload.encode("utf-8")
    if not isinstance(payload, (bytes, bytearray, memoryview)):
        raise TypeError("verify_webhook needs the raw body, as bytes: a parsed object has lost what was signed.")
    payload = bytes(payload)
    given = {str(name).lower(): value for name, value in headers.items()}
    message_id, sent, signatures = (str(given.get(f"webhook-{name}") or "") for name in ("id", "timestamp", "signature"))
    if not message_id or not sent or not signatures:
        raise WebhookVerificationError("webhook-id, webhook-timestamp or webhook-signature is missing.")
    if not (sent.isascii() and sent.isdigit() and len(sent) <= 12):
        raise WebhookVerificationError("webhook-timestamp is not a number of seconds.")
    if not abs((time.time() if now is None else now) - int(sent)) <= tolerance:
        raise WebhookVerificationError("The delivery is too old or too new. Is the clock of this machine right?")
    known = [secrets] if isinstance(secrets, str) else list(secrets)
    if not known:
        raise ValueError("verify_webhook needs at least one secret.")
    content = f"{message_id}.{sent}.".encode("utf-8") + payload
    verifiers = [_verifier(secret, content) for secret in known]
    matched = False
    for signature in signatures.split():
        version, _, value = signature.partition(",")
        try:
            got = base64.b64decode(value, validate=True)
        except (binascii.Error, ValueError):
            continue
        for wanted, fits in verifiers:
            if version == wanted:
                matched |= fits(got)
    if not matched:
        raise WebhookVerificationError("No signature fits. Check the secret, and that the body is the raw bytes.")
    try:
        event = json.loads(payload)
    except ValueError as error:
        raise WebhookVerificationError("The body is not JSON.") from error
    if not isinstance(event, dict):
        raise WebhookVerificationError("The body is not an event.")
    return parse_event(event)


def _verifier(secret: str, content: bytes) -> Tuple[str, Callable[[bytes], bool]]:
    """Which signatures a secret proves, and whether one of them fits."""
    public = secret.startswith("whpk_")
    try:
        key = base64.b64decode(secret[secret.startswith(("whsec_", "whpk_")) and secret.index("_") + 1 :], validate=True)
    except (binascii.Error, ValueError) as error:
        raise ValueError("A webhook secret is whsec_ or whpk_ and base64.") from error
    if not key or (public and len(key) != 32):
        raise ValueError("A webhook secret is whsec_ or whpk_ and base64.")
    if not public:
        expected = hmac.new(key, content, hashlib.sha256).digest()
        return "v1", lambda got: hmac.compare_digest(expected, got)
    from ._keys import ed25519_holds

    return "v1a", lambda got: ed25519_holds(key, got, content)
