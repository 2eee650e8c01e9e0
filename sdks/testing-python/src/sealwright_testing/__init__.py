"""Sealwright in your own tests: cassettes, signed webhooks, the sandbox's wallets, and the rules themselves where Node is."""

from ._cassettes import Cassette
from ._kit import Clock, Kit, KitError
from ._scenarios import Scenario, scenarios, wallet_of
from ._webhooks import Delivery, Webhooks, event_types, example_event

__all__ = [
    "Cassette",
    "Clock",
    "Delivery",
    "Kit",
    "KitError",
    "Scenario",
    "Webhooks",
    "event_types",
    "example_event",
    "scenarios",
    "wallet_of",
]
__version__ = "0.1.0"
