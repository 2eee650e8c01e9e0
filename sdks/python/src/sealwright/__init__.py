"""Sealwright: compliance for tokenized assets, one call before each transaction."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from . import enums, events, models
from ._api_version import API_VERSION
from ._async_client import AsyncDownload, AsyncPage, AsyncSealwright
from ._client import Download, Page, Sealwright
from ._errors import (
    APIError,
    AuthenticationError,
    BadRequestError,
    ComplianceDenied,
    ConflictError,
    NetworkError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    SealwrightError,
    ServerError,
    ThinEventError,
    ValidationError,
    VerificationError,
    WebhookVerificationError,
)
from ._http import Attempt, Options, Reply
from ._version import __version__
from ._webhooks import verify_webhook

if TYPE_CHECKING:
    from . import params, verify
else:

    def __getattr__(name: str) -> Any:
        # What few programs need is read when first asked for.
        if name in ("params", "verify"):
            return importlib.import_module(f".{name}", __name__)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "API_VERSION",
    "APIError",
    "AsyncDownload",
    "AsyncPage",
    "AsyncSealwright",
    "Attempt",
    "AuthenticationError",
    "BadRequestError",
    "ComplianceDenied",
    "ConflictError",
    "Download",
    "NetworkError",
    "NotFoundError",
    "Options",
    "Page",
    "PermissionDeniedError",
    "RateLimitError",
    "Reply",
    "Sealwright",
    "SealwrightError",
    "ServerError",
    "ThinEventError",
    "ValidationError",
    "VerificationError",
    "WebhookVerificationError",
    "__version__",
    "enums",
    "events",
    "models",
    "params",
    "verify",
    "verify_webhook",
]
