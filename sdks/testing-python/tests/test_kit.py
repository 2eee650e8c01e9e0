"""Run by the tests of the repository: the kit, cassettes and webhooks, with the client where it is installed."""

import json
import os
import tempfile
from pathlib import Path

import httpx

from sealwright_testing import Cassette, Kit, KitError, Webhooks, example_event, scenarios, wallet_of

COMMAND = json.loads(os.environ["KIT_COMMAND"])


def ask(client: httpx.Client, path: str, body: object) -> httpx.Response:
    return client.post(f"/v1{path}", json=body, headers={"authorization": "Bearer sw_sandbox_of_a_test"})


def payment(amount: str) -> object:
    return {
        "type": "payment",
        "from_address": wallet_of("clean_enhanced"),
        "to_address": wallet_of("0002"),
        "amount": amount,
        "currency": "USDC",
    }


ADA = {"full_name": "Ada Example", "date_of_birth": "1990-05-17", "country": "US", "email": "ada@example.com"}

with Kit(now="2026-11-27T12:00:00Z", command=COMMAND) as kit:
    client = httpx.Client(base_url=kit.url, trust_env=False)
    assert ask(client, "/transactions", payment("500")).json()["status"] == "approved"
    kit.party(wallet_of("0002"), {"places": [{"source": "residence", "country": "KP", "region": "none", "proven": True}]})
    denied = ask(client, "/transactions", payment("500")).json()
    assert denied["decision"]["outcome"] == "deny", denied["decision"]
    assert ask(client, "/investors", {}).json()["code"] == "not_in_test_kit"
    assert kit.events()[0]["type"] == "transaction.approved"
    kit.clock.advance("1h")
    assert kit.clock.now().isoformat() == "2026-11-27T13:00:00+00:00"
    try:
        kit.party("nobody", {})
        raise AssertionError("an address that is none was taken")
    except KitError as error:
        assert "no wallet address" in str(error)
    assert kit.decide("payment", {"as_of": "2026-11-27T12:00:00Z"})["outcome"] == "needs_info"
    kit.reset()

    path = Path(tempfile.mkdtemp()) / "tape.json"
    verify = {"wallet_address": wallet_of("0002"), "kyc_data": ADA}
    recording = Cassette(path, record=True)
    recorder = httpx.Client(base_url=kit.url, transport=recording.transport())
    first = ask(recorder, "/wallets/verify", verify)
    recording.save()
    kept = path.read_text()
    assert first.json()["verification_status"] == "basic"
    for secret in ("Ada", "1990", "ada@", "sw_sandbox"):
        assert secret not in kept, secret

playing = Cassette(path, record=False)
player = httpx.Client(base_url="http://nowhere.test", transport=playing.transport())
assert ask(player, "/wallets/verify", {**verify, "kyc_data": {**ADA, "full_name": "Somebody Else"}}).status_code == 501
again = ask(player, "/wallets/verify", verify)
assert again.json()["verification_status"] == "basic" and playing.unused() == []
spent = ask(player, "/wallets/verify", verify)
assert spent.status_code == 501 and "was recorded once" in spent.json()["detail"]
for given in json.loads(os.environ.get("KIT_CASSETTES", "[]")):
    shared = httpx.Client(base_url="http://nowhere.test", transport=Cassette(given, record=False).transport())
    assert ask(shared, "/wallets/verify", verify).json()["verification_status"] == "basic", given

hooks = Webhooks()
delivery = hooks.deliver(example_event("transaction.denied", {"id": "txn_of_a_test"}))
print(json.dumps({"secret": hooks.secret, "payload": delivery.payload.decode(), "headers": delivery.headers, "public": hooks.public_key}))
assert len(scenarios) > 40
