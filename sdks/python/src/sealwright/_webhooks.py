"""Standard Webhooks: HMAC-SHA256 over `id.timestamp.body`, compared in constant time."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import Any, Dict, Mapping, Optional, Sequence, Union

from ._errors import WebhookVerificationError


def verify_webhook(
    payload: Union[bytes, str],
    headers: Mapping[str, str],
    secrets: Union[str, Sequence[str]],
    *,
    tolerance: float = 300,
    now: Optional[float] = None,
) -> Dict[str, Any]:
    """The event of a delivery, once its signature and age are proved.

    `payload` is the body as it arrived, before any parsing. Give old and new secret while you rotate.
    `tolerance` is in seconds. Raises WebhookVerificationError.
    """
    if isinstance(payload, str):
        payload = payload.encode("utf-8")
    if not isinstance(payload, (bytes, bytearray, memoryview)):
        raise TypeError("verify_webhook needs the raw body, as bytes: a parsed object has lost what was signed.")
    payload = bytes(payload)
    given = {str(name).lower(): value for name, value in headers.items()}
    message_id, sent, signatures = (given.get(f"webhook-{name}") for name in ("id", "timestamp", "signature"))
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
    expected = [hmac.new(_key(secret), content, hashlib.sha256).digest() for secret in known]
    matched = False
    for signature in signatures.split():
        version, _, value = signature.partition(",")
        if version != "v1":
            continue
        try:
            got = base64.b64decode(value, validate=True)
        except (binascii.Error, ValueError):
            continue
        for one in expected:
            matched |= hmac.compare_digest(one, got)
    if not matched:
        raise WebhookVerificationError("No signature fits. Check the secret, and that the body is the raw bytes.")
    try:
        event: Dict[str, Any] = json.loads(payload)
    except ValueError as error:
        raise WebhookVerificationError("The body is not JSON.") from error
    return event


def _key(secret: str) -> bytes:
    if secret.startswith("whpk_"):
        raise ValueError("A public key (whpk_) needs Ed25519, which Python's standard library lacks. Give the endpoint's whsec_ secret.")
    try:
        key = base64.b64decode(secret[6:] if secret.startswith("whsec_") else secret, validate=True)
    except (binascii.Error, ValueError) as error:
        raise ValueError("A webhook secret is whsec_ and base64.") from error
    if not key:
        raise ValueError("A webhook secret is empty.")
    return key
