"""What a server sees of this library, and what it makes of the answers: run by tests/sdks/languages.test.ts."""

import asyncio
import io
import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "src"))

from sealwright import (  # noqa: E402
    APIError,
    AsyncSealwright,
    ConflictError,
    NetworkError,
    NotFoundError,
    Options,
    Sealwright,
    ServerError,
    ValidationError,
    WebhookVerificationError,
    models,
    verify_webhook,
)

given = json.loads(os.environ["CONTRACT"])
client = Sealwright(given["key"], given["url"])
said = {}

answer = client.wallets.verify({"wallet_address": given["wallet"], "kyc_data": given["person"]})
said["outcome"] = answer.decision.outcome
denied = client.sanctions.check({"wallet_address": given["wallet"]}, options=Options(scenario=given["scenario"]))
assert isinstance(denied, models.SanctionsCheck)
said["scenario"] = denied.sanctioned

try:
    client.wallets.verify({"wallet_address": given["wallet"], "kyc_data": {**given["person"], "date_of_birth": "2199-01-01"}})
except ValidationError as error:
    said["problem"] = [error.status, error.code, error.errors[0].pointer, (error.request_id or "")[:4]]
try:
    client.offerings.get("off_00000000000000000000000000")
except NotFoundError as error:
    said["missing"] = error.code

try:
    client.offerings.create(
        {
            "name": "Three again",
            "external_id": "Three",
            "type": "equity",
            "regulation": "reg_d_506c",
            "total_supply": 1,
            "price_per_token": "1",
            "maximum_raise": "1",
        }
    )
except ConflictError as error:
    said["known"] = [error.status, error.code, error.problem["existing_id"], (error.doc_url or "").endswith(error.code or "?")]

first = client.offerings.list(limit=2)
said["pages"] = [len(first.data), sum(1 for _ in first.pages())]
said["offerings"] = [one.id for one in first]

read = client.offerings.get(said["offerings"][0])
mine = Options(if_match=read.http.etag)
client.offerings.update(read.id, {"description": "Newer words"}, options=mine)
try:
    client.offerings.update(read.id, {"description": "Older words"}, options=mine)
except ConflictError as error:
    said["late"] = error.code


def flaky_calls() -> None:
    flaky = Sealwright(given["key"], given["flaky"])
    flaky.sanctions.check({"wallet_address": given["wallet"]})
    flaky.wallets.verify({"wallet_address": given["wallet"]})
    try:
        Sealwright(given["key"], given["flaky"], max_retries=0).keys.self()
    except ServerError as error:
        said["gave_up"] = error.status
    said["broken_off"] = ["events" if flaky.events.list(limit=1).data else ""]
    try:
        with flaky.sanctions.bulk.results(given["bulk"], format="csv") as file:
            file.read()
    except NetworkError:
        said["broken_off"].append("no results")
    try:
        flaky.wallets.challenge({"wallet_address": given["wallet"]})
    except APIError as error:
        said["moved"] = error.status
    said["uploaded"] = flaky.sanctions.bulk.create(io.BytesIO(given["csv"].encode()), lists=["us_ofac_sdn"]).total
    with client.sanctions.bulk.results(given["bulk"], format="csv") as file:
        said["lines"] = file.read().decode().count("\n")


async def flaky_calls_awaited() -> None:
    async with AsyncSealwright(given["key"], given["flaky"]) as flaky, AsyncSealwright(given["key"], given["url"]) as steady:
        await flaky.sanctions.check({"wallet_address": given["wallet"]})
        await flaky.wallets.verify({"wallet_address": given["wallet"]})
        try:
            async with AsyncSealwright(given["key"], given["flaky"], max_retries=0) as once:
                await once.keys.self()
        except ServerError as error:
            said["gave_up"] = error.status
        said["broken_off"] = ["events" if (await flaky.events.list(limit=1)).data else ""]
        try:
            async with flaky.sanctions.bulk.results(given["bulk"], format="csv") as file:
                await file.read()
        except NetworkError:
            said["broken_off"].append("no results")
        try:
            await flaky.wallets.challenge({"wallet_address": given["wallet"]})
        except APIError as error:
            said["moved"] = error.status
        said["uploaded"] = (await flaky.sanctions.bulk.create(io.BytesIO(given["csv"].encode()), lists=["us_ofac_sdn"])).total
        async with steady.sanctions.bulk.results(given["bulk"], format="csv") as file:
            said["lines"] = (await file.read()).decode().count("\n")
        first = await steady.offerings.list(limit=2)
        said["pages"] = [len(first.data), len([page async for page in first.pages()])]
        said["offerings"] = [one.id async for one in steady.offerings.list(limit=2)]


if os.environ.get("AWAITED"):
    asyncio.run(flaky_calls_awaited())
else:
    flaky_calls()

hook = given["webhook"]
payload, headers = hook["payload"].encode(), hook["headers"]


def verified(body, sent, secrets, **more):
    try:
        return verify_webhook(body, sent, secrets, **more).raw["data"]["name"]
    except WebhookVerificationError:
        return "refused"


said["webhook"] = [
    verified(payload, headers, hook["secret"]),
    verified(payload, {name.upper(): value for name, value in headers.items()}, [hook["other"], hook["secret"]]),
    verified(payload + b" ", headers, hook["secret"]),
    verified(payload, headers, hook["other"]),
    verified(payload, hook["old"], hook["secret"]),
    verified(payload, hook["old"], hook["secret"], tolerance=7200),
    verified(payload, hook["far"], hook["secret"]),
    verified(payload, hook["old"], hook["secret"], tolerance=float("nan")),
    verified(payload, headers, hook["public"]),
    verified(payload + b" ", headers, hook["public"]),
    verified(payload, headers, hook["stranger"]),
]
print(json.dumps(said))
