"""Sealwright: compliance for tokenized assets, one call before each transaction."""

from ._client import Download, Options, Page, Sealwright
from ._errors import (
    APIError,
    AuthenticationError,
    BadRequestError,
    ConflictError,
    NetworkError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    SealwrightError,
    ServerError,
    ValidationError,
    WebhookVerificationError,
)
from ._resources import API_VERSION
from ._version import __version__
from ._webhooks import verify_webhook

__all__ = [
    "API_VERSION",
    "APIError",
    "AuthenticationError",
    "BadRequestError",
    "ConflictError",
    "Download",
    "NetworkError",
    "NotFoundError",
    "Options",
    "Page",
    "PermissionDeniedError",
    "RateLimitError",
    "Sealwright",
    "SealwrightError",
    "ServerError",
    "ValidationError",
    "WebhookVerificationError",
    "__version__",
    "verify_webhook",
]
