/** Why an error happens and what to do about it, by code. Codes without a line of their own take that of their status. */
export interface Remedy {
  cause: string
  remedy: string
}

export const remedies: Record<string, Remedy> = {
  malformed_json: {
    cause: 'The body is not JSON, or it ends too early. Line and column are in the detail.',
    remedy: 'Send valid UTF-8 JSON. Let a library write it rather than joining strings.',
  },
  invalid_header: {
    cause: 'A header such as Idempotency-Key, X-Request-Id or Sealwright-Version has a form that is not allowed.',
    remedy: 'Look at the detail: it names the header and the form it takes.',
  },
  sandbox_only: {
    cause: 'A header or call that only the sandbox knows came with a production key.',
    remedy: 'Use a sandbox key, or leave the sandbox header out.',
  },
  key_in_query: {
    cause: 'The API key was sent in the address, where logs and proxies keep it.',
    remedy: 'Send it in the Authorization header, and revoke the key that was exposed.',
  },
  missing_api_key: { cause: 'No Authorization header came with the call.', remedy: 'Send Authorization: Bearer and your key.' },
  invalid_api_key: {
    cause: 'No key of this value exists. Often a part is missing, or the key belongs to another installation.',
    remedy: 'Copy the key again, or make a new one under API keys.',
  },
  revoked_api_key: {
    cause: 'Somebody of your organisation revoked this key. Revoking cannot be undone.',
    remedy: 'Make a new key and put it where the old one was.',
  },
  expired_api_key: {
    cause: 'The key had an end date, and it has passed. Keys of the playground end after a day.',
    remedy: 'Rotate the key before its end next time, or make a new one now.',
  },
  insufficient_scope: {
    cause: 'The key lacks the scope named in the detail.',
    remedy: 'Use a key with that scope. Give each service only the scopes it needs.',
  },
  ip_not_allowed: {
    cause: 'The key may only be used from listed addresses, and the call came from another.',
    remedy: 'Call from a listed address, or change the list of the key.',
  },
  compliance_denied: {
    cause: 'You asked for a denial to be an error with on_deny=error, and the decision is deny.',
    remedy: 'Read the decision in the body: it names the rules that failed and what would change the answer.',
  },
  not_found: {
    cause: 'The object does not exist, or belongs to another organisation or environment. The answer is the same on purpose.',
    remedy: 'Check the id and whether the key is of the right environment.',
  },
  route_not_found: {
    cause: 'No operation has this path.',
    remedy: 'Compare the path with the API reference. All paths begin with /api/v1 or /v1.',
  },
  function_not_found: { cause: 'No function has this name.', remedy: 'Compare the name with the list in the playground.' },
  method_not_allowed: {
    cause: 'The path exists, but not with this method. The Allow header lists the methods.',
    remedy: 'Use one of the methods in the Allow header.',
  },
  idempotency_in_progress: {
    cause: 'The first call with this Idempotency-Key has not finished.',
    remedy: 'Wait a second and send the same call again.',
  },
  idempotency_key_reused: {
    cause: 'This Idempotency-Key was used with another body in the last 72 hours.',
    remedy: 'Make a new key for each new thing to do, and keep it for retries of that thing only.',
  },
  validation_failed: {
    cause: 'One or more fields do not hold what they should. All of them are listed at once.',
    remedy: 'Go through errors: each has a pointer to the field, a code and, where we can, a suggestion.',
  },
  unknown_field: {
    cause: 'The body or query holds a field that the operation does not know. A typing error must never weaken a check, so it is refused.',
    remedy: 'Look at the suggestion for the nearest known name.',
  },
  invalid_cursor: {
    cause: 'The cursor was altered, or comes from another list.',
    remedy: 'Take next_cursor from the last answer as it is, with the same filters.',
  },
  rate_limited: {
    cause: 'More calls came than the policy allows; the headers RateLimit and RateLimit-Policy say which.',
    remedy: 'Wait as long as Retry-After says. Spread calls out, or screen up to 100 subjects in one call.',
  },
  internal_error: {
    cause: 'Something went wrong on our side. Nothing was stored for this call.',
    remedy: 'Send it again with the same Idempotency-Key. If it stays, quote the request id to support.',
  },
  not_ready: {
    cause: 'The service is starting, or lacks its database, migrations or lists.',
    remedy: 'Wait as long as Retry-After says. /readyz names what is missing.',
  },
  screening_unavailable: {
    cause: 'No sanctions list is loaded, or the lists are too old to clear anyone. The check fails closed.',
    remedy: 'Try again later. Operators: look at the state of the lists.',
  },
  chain_not_configured: {
    cause: 'The call needs a chain endpoint and none is set for this chain.',
    remedy: 'Set an endpoint, or use the parts of the call that need no chain.',
  },
  body_too_large: { cause: 'The body is larger than 256 kB.', remedy: 'Split the call. Send hashes of documents, not documents.' },
  unsupported_media_type: { cause: 'The body was not sent as JSON.', remedy: 'Set Content-Type: application/json.' },
  kyc_data_required: {
    cause: 'The wallet has no live credential, so name, birth date and country are needed.',
    remedy: 'Send kyc_data with all three.',
  },
  under_age: {
    cause: 'The person is younger than this check allows.',
    remedy: 'Do not retry with another date: a conflict between dates goes to review.',
  },
  signature_invalid: {
    cause: 'The signature does not fit the message.',
    remedy: 'Sign the challenge exactly as it was given, without changing a character.',
  },
  signer_mismatch: {
    cause: 'The signature is good, but of another wallet.',
    remedy: 'Ask the holder to sign with the wallet that is being bound.',
  },
  nonce_expired: {
    cause: 'The challenge is older than ten minutes or was used before.',
    remedy: 'Ask for a new challenge and sign that one.',
  },
  offering_not_open: {
    cause: 'The offering is a draft, paused, closed or waits for contact.',
    remedy: 'Read its status, and open it first if it is yours.',
  },
  raise_limit_exceeded: {
    cause: 'With this amount the raise would pass its maximum. What remains is in the answer.',
    remedy: 'Lower the amount to what remains.',
  },
  supply_exhausted: {
    cause: 'All tokens of the offering are taken.',
    remedy: 'Raise the supply if the exemption allows it, or refuse the investor.',
  },
  investor_exists: {
    cause: 'An investor with this e-mail or external_id exists; the answer carries its id.',
    remedy: 'Use the existing investor, or POST /v1/investors/verify, which finds or creates.',
  },
  below_minimum_investment: {
    cause: 'The amount is below the minimum of the offering, which is in the answer.',
    remedy: 'Raise the amount to the minimum.',
  },
  duplicate_transaction_hash: {
    cause: 'This hash was recorded before.',
    remedy: 'Read the existing transaction instead of recording it again.',
  },
  business_email_required: {
    cause: 'The form takes business addresses only; this one is of a free provider.',
    remedy: 'Use an address of your company.',
  },
}

const byStatus: Record<number, Remedy> = {
  400: { cause: 'The request cannot be read as sent.', remedy: 'Read the detail and mend the request; the same one will fail again.' },
  401: { cause: 'We do not know who is calling.', remedy: 'Sign in, or send a valid API key.' },
  403: { cause: 'We know who is calling, and this is not allowed for them.', remedy: 'Read the detail: it names what is missing.' },
  404: { cause: 'There is nothing here, or nothing you may see.', remedy: 'Check the id, the path and the environment of your key.' },
  409: {
    cause: 'The request contradicts the present state of the object.',
    remedy: 'Read the object, then decide anew. Sending the same call again does not help.',
  },
  422: {
    cause: 'The request can be read, but a field does not hold what it should.',
    remedy: 'Read detail and errors, mend the field, and send it again.',
  },
  500: { cause: 'Something went wrong on our side.', remedy: 'Send the call again with the same Idempotency-Key.' },
  503: { cause: 'Something the call needs is not available now.', remedy: 'Wait as long as Retry-After says and send it again.' },
}
const retriable = new Set([429, 500, 503])

export const remedyFor = (code: string, status: number): Remedy & { retry: boolean } => ({
  ...(remedies[code] ?? byStatus[status] ?? byStatus[status >= 500 ? 500 : 400]!),
  retry: retriable.has(status) || code === 'idempotency_in_progress',
})
