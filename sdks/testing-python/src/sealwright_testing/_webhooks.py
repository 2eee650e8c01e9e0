"""Signed webhooks, made here, so that a receiver can be tested."""

import base64
import copy
import hashlib
import hmac
import json
import os
import time
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Callable, Dict, Literal, Optional, Sequence

_EXAMPLES: Dict[str, Any] = json.loads(files("sealwright_testing").joinpath("_events.json").read_text("utf-8"))

event_types: Sequence[str] = tuple(_EXAMPLES)
"""Every type of event."""


def example_event(type: str, object: Optional[Dict[str, Any]] = None, **envelope: Any) -> Dict[str, Any]:
    """An event as Sealwright sends it, with your own values in `data.object` and in the envelope. Raises `ValueError` for an unknown type."""
    if type not in _EXAMPLES:
        raise ValueError(f"There is no event {type!r}. See event_types for all of them.")
    event: Dict[str, Any] = {**copy.deepcopy(_EXAMPLES[type]), **envelope, "type": type}
    event["data"] = {**event["data"], "object": {**event["data"]["object"], **(object or {})}}
    return event


@dataclass(frozen=True)
class Delivery:
    """A delivery as it arrives."""

    event: Dict[str, Any]
    payload: bytes
    """The body, to the letter."""
    headers: Dict[str, str]


class Webhooks:
    """A sender of webhooks with keys of its own: a shared secret (`v1`) and, where `cryptography` is installed, an Ed25519 key (`v1a`)."""

    secret: str
    """`whsec_…`, what your receiver keeps of its endpoint."""
    public_key: Optional[str]
    """`whpk_…`, what it would find at `/.well-known/webhook-keys.json`. None without `cryptography`."""

    def __init__(self, secret: Optional[str] = None, now: Callable[[], float] = time.time) -> None:
        self.secret = secret or f"whsec_{base64.b64encode(os.urandom(32)).decode()}"
        self._now = now
        self._sign: Optional[Callable[[bytes], bytes]] = None
        self.public_key = None
        try:
            from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        except ImportError:
            return
        key = Ed25519PrivateKey.generate()
        self._sign = key.sign
        self.public_key = f"whpk_{base64.b64encode(key.public_key().public_bytes_raw()).decode()}"

    def deliver(
        self,
        event: Dict[str, Any],
        *,
        at: Optional[float] = None,
        tamper: bool = False,
        only: Optional[Literal["v1", "v1a"]] = None,
    ) -> Delivery:
        """Signs an event. `at`: when it was sent, in seconds; `tamper`: changed on the way; `only`: one kind of signature instead of both."""
        timestamp = str(int(self._now() if at is None else at))
        signed = json.dumps(event, separators=(",", ":"), ensure_ascii=False).encode()
        content = f"{event['id']}.{timestamp}.".encode() + signed
        shared = base64.b64decode(self.secret[len("whsec_") :])
        made = {"v1": hmac.new(shared, content, hashlib.sha256).digest()}
        if self._sign:
            made["v1a"] = self._sign(content)
        if only is not None and only not in made:
            raise ValueError("v1a needs cryptography: pip install 'sealwright-testing[v1a]'.")
        signatures = [f"{kind},{base64.b64encode(one).decode()}" for kind, one in made.items() if only in (None, kind)]
        headers = {
            "content-type": "application/json",
            "user-agent": "Sealwright-Webhooks/1.0 (test kit)",
            "webhook-id": str(event["id"]),
            "webhook-timestamp": timestamp,
            "webhook-signature": " ".join(signatures),
        }
        # One character more than was signed.
        return Delivery(event, signed + b" " if tamper else signed, headers)
