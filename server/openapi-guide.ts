/** What one has to know before the first call, for whoever has nothing but the OpenAPI document. Markdown, as OpenAPI has it. */
export const guide = (publicUrl: string): string => `One identity check, sealed to a wallet, good in five markets.

## Begin

Send \`Authorization: Bearer sw_sandbox_…\` and JSON. The key decides the environment: sandbox and production never meet. Keys are made at
${publicUrl}/developer/api-keys; \`GET /keys/self\` says what yours may do. Keys belong on servers: pages of other origins get no answer.

In the examples \`off_…\`, \`inv_…\` and the like stand for an id that an earlier answer gave you; every list shows what you have.

## What an answer means

\`success: true\` says that the check ran. The answer is in the operation's own fields and in \`decision.outcome\`: \`allow\`, \`deny\` or \`review\`.
A denial is an answer with a 2xx. With \`?on_deny=error\` it is 403 \`compliance_denied\`. \`decision.reason_codes\` are explained at
${publicUrl}/rules and, by a call for each, by \`GET /sandbox/scenarios?include=recipes\`.

Errors are \`application/problem+json\`. Go by \`code\`; ${publicUrl}/errors/{code} says what to do. \`errors[]\` names each field with a JSON
pointer. What you may not read answers 404, like what does not exist. 409 says that the object is not in the state the call needs, and in
which it is. 405 names the methods in \`Allow\`.

## Manners

- **Unknown fields and parameters are refused** (422 \`unknown_field\`, with the nearest name): a typo must not weaken a check. Bodies have at
  most 256 kB and 12 levels, and no key twice.
- **Idempotency-Key** on every POST: the same key with the same body gives the first answer again for 72 hours (\`Idempotent-Replayed: true\`),
  with another body 422, while the first still runs 409 with \`Retry-After\`.
- **Lists**: \`limit\` (1 to 100) and \`cursor\`; the answer has \`data\`, \`has_more\` and \`next_cursor\`.
- **Money and quantities** are decimal strings, times RFC 3339 in UTC, countries ISO 3166-1, ids have a prefix that says what they are.
- **Reads of one object** have an \`ETag\`: \`If-None-Match\` saves the answer, \`If-Match\` on a change refuses to overwrite a newer state.
- **wait** (seconds) on status reads answers as soon as something changes.
- **Limits** are in \`RateLimit-Policy\` and \`RateLimit\`; 429 says \`Retry-After\`. **Sealwright-Version** is pinned when a key is made;
  \`?version=\` of this document shows another, \`info.x-versions\` all of them, and ${publicUrl}/documentation/versioning what they changed.

## The sandbox

Everything is decided on the sandbox's own data. A wallet never seen before gets a basic credential, so first calls work. Some wallets play
a part: \`0x5ea15ea15ea15ea15ea15ea15ea15ea10000NNNN\`, where NNNN is a code of \`GET /sandbox/scenarios\`: 0001 clean and enhanced, 0002 clean and
basic, 1002 rejected, 2001 sanctioned, 2003 a possible match, 3001 accredited, 3002 not accredited, 9429 rate limited. The header
\`Sandbox-Scenario\` plays one for any input, where an operation names it; \`Sandbox-Delay\` has an answer wait so many milliseconds.

| to have | do this |
| --- | --- |
| an open case, and a match for an exception | \`POST /sanctions/check\` with wallet 2003 |
| a transaction that waits for a person | \`POST /transactions\` to wallet 2003 |
| an investment that waits | \`POST /investments\` with wallet 2003; with 1001, verified later, one to approve |
| an issuance to confirm | \`POST /tokens/issue\` to wallet 3001 |
| a verification to resolve | \`POST /investors/verify\` of Penn Ding, born 1990-05-17, country US |
| an investor to appeal for | \`POST /investors/verify\` of Rhea Reject, born 1990-05-17, country US |
| an offering to open | \`POST /offerings\` with \`status\` draft, or \`…/pause\` first |
| an expiry, a lock-up, a retry, a deadline | \`POST /sandbox/clock\` |
| a second person | \`POST /keys/{id}/rotate\`: in the sandbox two keys are two people |
| the beginning again | \`POST /sandbox/reset\` |

## Two people

Releases, exceptions, freed or moved units, and in production the end of a credential or an identity take two people: the first call asks,
somebody else's call (\`…/approve\`, or \`POST /cases/{id}/decide\`) carries it out. A key counts as the person who made it.

## Webhooks

Add a receiver with \`POST /webhook-endpoints\`; the events are under \`webhooks\` below. Deliveries follow Standard Webhooks: \`webhook-id\`,
\`webhook-timestamp\`, \`webhook-signature\` with \`v1\` by the endpoint's secret and \`v1a\` by the public key of
${publicUrl}/.well-known/webhook-keys.json. They come at least once: remember \`webhook-id\`. \`GET /events\` has what you missed.

## Without a key

${publicUrl}/rules, /rules/{code}, /errors/{code}, /log/checkpoint, /log/proofs/inclusion and /consistency, /.well-known/did.json, /.well-known/jwks.json,
/.well-known/webhook-keys.json, and the schemas of the events at ${publicUrl}/api/v1/schemas/events.
`
