"""The wallets of the sandbox's catalogue."""

import json
from dataclasses import dataclass
from importlib.resources import files
from typing import Literal, Sequence


@dataclass(frozen=True)
class Scenario:
    """A wallet of the catalogue, and what it plays."""

    code: str
    """Four digits, at the end of the address."""
    name: str
    title: str
    """What it plays, in words."""
    market: str
    wallet_address: str
    solana_address: str
    header: str
    """The header by which every wallet of a call plays it."""


scenarios: Sequence[Scenario] = tuple(
    Scenario(**one) for one in json.loads(files("sealwright_testing").joinpath("_scenarios.json").read_text("utf-8"))
)
"""The published catalogue."""


def wallet_of(scenario: str, chain: Literal["evm", "solana"] = "evm") -> str:
    """The wallet of a scenario, by its four digits or its name. Raises `ValueError` for one that is not in the catalogue."""
    for one in scenarios:
        if scenario in (one.code, one.name):
            return one.wallet_address if chain == "evm" else one.solana_address
    raise ValueError(f"No scenario is called {scenario!r}. See scenarios for all of them.")
