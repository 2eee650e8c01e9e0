"""Verifies what tests/sdks/python.test.ts hands over, and says which codes speak against each."""

import datetime as dt
import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "src"))

from sealwright import Sealwright, VerificationError, verify  # noqa: E402

given = json.load(sys.stdin)
issuers = {
    "sandbox": verify.fetch_issuer(given["url"], environment="sandbox"),
    "production": verify.fetch_issuer(given["url"]),
}
log_keys = verify.fetch_log_keys(given["url"])


def judged(case: dict[str, Any]) -> Any:
    more = dict(case.get("expected", {}))
    if "now" in more:
        more["now"] = dt.datetime.fromisoformat(more["now"].replace("Z", "+00:00"))
    if isinstance(more.get("holder"), dict):
        more["holder"] = verify.Holder(**more["holder"])
    try:
        if case["what"] == "credential":
            found: Any = verify.verify_credential(case["given"], issuer=issuers[more.pop("issuer", "sandbox")], **more)
            return [found.id, found.level, found.held_by, found.wallet.lower(), found.credential_hash, sorted(found.claims)]
        if case["what"] == "receipt":
            found = verify.verify_receipt(case["given"], keys=log_keys, **more)
            return [found.subject_type, found.subject_id, found.index < found.size]
        found = verify.verify_permit(case["given"], issuer=more.pop("attesters", issuers["sandbox"]), **more)
        return [found.level, found.chain_id, found.expires_at.isoformat(), found.attester in issuers["sandbox"].attesters]
    except VerificationError as error:
        assert [problem.message for problem in error.problems][0] == str(error)
        return {"outcome": error.outcome, "codes": [problem.code for problem in error.problems]}


# Answers of the client are verified as they are.
client = Sealwright(given["key"], given["url"])
answer = client.wallets.verify({"wallet_address": "0x5ea15ea15ea15ea15ea15ea15ea15ea100000001"})
assert verify.verify_receipt(client.decisions.receipt(answer.decision.id), keys=log_keys, decision_id=answer.decision.id).size > 0
assert len(verify.fetch_webhook_keys(given["url"], environment="sandbox")) >= 1
for refused in (lambda: verify.fetch_issuer("http://elsewhere.example"), lambda: verify.verify_receipt({}, keys=[])):
    try:
        refused()
        raise AssertionError("refused")
    except ValueError:
        pass
# RFC 8785, its own examples and where Python writes otherwise.
for number, text in ((1e21, "1e+21"), (1e-7, "1e-7"), (333333333.33333329, "333333333.3333333"), (1e16, "10000000000000000"), (-0.0, "0"), (4.5, "4.5"), (2e-3, "0.002"), (1.5e300, "1.5e+300"), (0.000001, "0.000001"), (5e-324, "5e-324"), (100.0, "100"), (12345678901234567890, "12345678901234567000")):  # fmt: skip
    assert verify.canonical_json(number).decode() == text, (number, verify.canonical_json(number))
assert verify.canonical_json({"\u20ac": "\x0f\n\u2028", "\r": 1, "\U0001f600": [True, None], "\ufb33": {}}).decode() == (
    '{"\\r":1,"\u20ac":"\\u000f\\n\u2028","\U0001f600":[true,null],"\ufb33":{}}'
)
print(json.dumps([judged(case) for case in given["cases"]]))
