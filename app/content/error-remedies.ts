import { identityRemedies } from './identity-remedies.ts'
import { presentationRemedies } from './presentation-remedies.ts'

/** Why an error happens and what to do about it, by code. Codes without a line of their own take that of their status. */
export interface Remedy {
  cause: string
  remedy: string
}

export const remedies: Record<string, Remedy> = {
  ...presentationRemedies,
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
  maker_left: {
    cause: 'The person who made this key is no member of the organisation any more, and a key never does more than its maker may.',
    remedy: 'Make a new key, or one of a service account, which stays when people leave.',
  },
  service_account_ended: {
    cause: 'Somebody of your organisation ended the service account that this key belongs to.',
    remedy: 'Make a key of another service account, and put it where this one was.',
  },
  organization_ending: {
    cause: 'An owner asked for the organisation to be deleted. Its keys stopped at once; what it holds is erased after 30 days.',
    remedy: 'If it should stay, an owner takes the deletion back within these days; keys made before work again then.',
  },
  last_owner: {
    cause: 'Without an owner nobody could let members in, or hand the organisation over.',
    remedy: 'Make another member an owner first, or hand the organisation over.',
  },
  insufficient_scope: {
    cause: 'The key lacks the scope named in the detail.',
    remedy: 'Use a key with that scope. Give each service only the scopes it needs.',
  },
  ip_not_allowed: {
    cause: 'The key, or everything of its organisation, may only be used from listed addresses, and the call came from another.',
    remedy: 'Call from a listed address, or change the list: that of the key, or an owner that of the organisation.',
  },
  sign_on_required: {
    cause: 'The organisation lets people in through its own sign-on alone, and this session was opened in another way.',
    remedy: 'Sign in with your organisation. An owner also gets in with a password and a second factor.',
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
  account_suspended: {
    cause: 'An administrator suspended this account: it cannot sign in, and keys its person made do nothing.',
    remedy: 'Ask an administrator of the installation. Nothing of the account is lost.',
  },
  secret_shown_once: {
    cause: 'The call was done before, and its answer held a key or a signing secret, which is shown once and kept nowhere.',
    remedy: 'Look for the first answer. If it is lost, rotate or remove what existing_id names, with a new Idempotency-Key.',
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
    cause: 'The service is starting, or lacks its database, migrations, lists or keys.',
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
  signer_mismatch: {
    cause: 'The signature is good, but of another wallet.',
    remedy: 'Ask the holder to sign with the wallet that is being bound.',
  },
  ...identityRemedies,
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
  not_signed_in: {
    cause: 'The page or call needs a signed-in person, and the session has ended or never began.',
    remedy: 'Sign in and repeat it. Programs use an API key on the public API instead.',
  },
  session_expired: { cause: 'The sign-in began, but its second step was not finished in time.', remedy: 'Begin the sign-in again.' },
  second_factor_required: {
    cause: 'The password was right, and the account has a second factor.',
    remedy: 'Send the six-digit code, a passkey or a backup code for the sign-in that began.',
  },
  forbidden: {
    cause: 'You are signed in, and your role may not do this.',
    remedy: 'Ask an administrator of your organisation, or use an account with that role.',
  },
  step_up_required: {
    cause: 'The act is dangerous, and you last proved yourself more than five minutes ago. `proof` says what is asked for.',
    remedy: 'Confirm with your second factor, or your password where the account has none, and repeat it.',
  },
  cross_origin: {
    cause: 'The request came from a page of another site, with the cookies of this one.',
    remedy: 'Call the back end from its own pages. From elsewhere use the public API with a key.',
  },
  second_person_required: {
    cause: 'You proposed this, and a second person has to agree before it takes effect. All keys of one person count as that person.',
    remedy: 'Let somebody else of your organisation make the same call, or confirm it in the review queue.',
  },
  external_id_exists: {
    cause: 'An object with this external_id exists in this environment; the answer carries its id as existing_id.',
    remedy: 'Use the existing object, or send another external_id.',
  },
  wallet_bound_to_other_person: {
    cause: 'The wallet carries a live credential of somebody else. Whose it is, is not said.',
    remedy: 'Use a wallet of this person. If the binding is wrong, revoke that credential first.',
  },
  verification_in_progress: {
    cause: 'A check of this person is still running.',
    remedy: 'Wait for its event, or read the status with wait; then decide whether another is needed.',
  },
  already_verified: {
    cause: 'The check asked for is done and still good.',
    remedy: 'Use the status there is, or send force: true to check again.',
  },
  ambiguous_investor: {
    cause: 'The keys in the call, such as e-mail and external_id, belong to two different investors.',
    remedy: 'Name one investor by investor_id, or leave out the key that does not fit.',
  },
  supply_exceeded: {
    cause: 'The issue asks for more tokens than the offering has left; remaining is in the answer.',
    remedy: 'Issue at most what remains.',
  },
  investment_not_accepted: {
    cause: 'Tokens can be issued for accepted investments only, and this one is pending, rejected or refunded.',
    remedy: 'Wait until it is accepted, or issue without naming it.',
  },
  already_issued: {
    cause: 'The tokens of this investment were issued before.',
    remedy: 'Read the issuance that exists. For more, name another investment.',
  },
  offering_not_issuable: {
    cause: 'The offering is a draft, or needs contact first.',
    remedy: 'Open the offering, or write to us where requires_contact is true.',
  },
  protocol_paused: { cause: 'The policy of this protocol is paused. Withdrawals stay possible.', remedy: 'Try again when it is resumed.' },
  credential_bound_elsewhere: {
    cause: 'The credential is sealed to a wallet of another holder.',
    remedy: 'Use the wallet it is sealed to, or another of the same holder.',
  },
  invalid_transition: {
    cause: 'The object is in a state from which this act is not possible; the detail names it.',
    remedy: 'Read the object. Acts that cannot be undone, such as revoking, have no way back.',
  },
  already_exists: { cause: 'The same thing was made before.', remedy: 'Use the one that exists.' },
  last_admin: {
    cause: 'An installation always has an administrator, and this is the last.',
    remedy: 'Make somebody else an administrator first.',
  },
  exception_not_possible: {
    cause: 'An exact address or a strong match cannot be set aside as a false positive.',
    remedy: 'Keep the block. If the list is wrong, only its publisher can take the entry off.',
  },
  self_exclusion_stands: {
    cause: 'The person is excluded for longer than the day you sent.',
    remedy: 'Keep it as it is: `until` in the answer is its last day. Send a later day to make it longer.',
  },
  facts_erased: {
    cause: 'The facts behind this were lawfully destroyed with the person’s data.',
    remedy: 'Use the hash and the receipt: they still prove that the decision was made.',
  },
  conflict: { cause: 'The act does not fit the present state, which the detail tells.', remedy: 'Read the object, then decide anew.' },
  version_conflict: {
    cause: 'Somebody changed the object after you read the ETag that If-Match names.',
    remedy: 'Read the object again, see whether your change still fits, and send it with the new ETag.',
  },
  conflicting_fields: {
    cause: 'Two fields of the request say different things, such as regulation and regulation_type.',
    remedy: 'Send one of them, or make them equal.',
  },
  minimum_above_maximum: {
    cause: 'The minimum investment is more than the whole raise.',
    remedy: 'Lower the minimum or raise the maximum.',
  },
  offering_limit_exceeded: {
    cause: 'The raise is above what its regulation allows in twelve months.',
    remedy: 'Lower maximum_raise, or choose another regulation.',
  },
  amount_mismatch: { cause: 'amount is not quantity times the price.', remedy: 'Send one of them; the other is worked out.' },
  currency_mismatch: {
    cause: 'The payment is in another currency than the offering.',
    remedy: 'Send the amount in the currency of the offering.',
  },
  terms_not_accepted: {
    cause: 'accepted_terms was sent and is not true.',
    remedy: 'Send true once the person has accepted them, or leave the field out.',
  },
  subject_required: { cause: 'A sanctions check needs a wallet_address or a full_name.', remedy: 'Send at least one of them.' },
  too_many_subjects: {
    cause: 'More than a hundred subjects came in one call.',
    remedy: 'Send them in several calls, or as a file for bulk screening.',
  },
  same_address: { cause: 'Sender and recipient are one wallet.', remedy: 'Check both addresses; the order of the two is easily mixed up.' },
  asset_required: { cause: 'The call does not say what is transferred.', remedy: 'Name offering_id, asset or currency.' },
  ivms101_invalid: {
    cause: 'Originator or beneficiary do not have the form of IVMS101.',
    remedy: 'Read errors: each names a field and what it takes.',
  },
  wallet_required: {
    cause: 'The investor has no wallet yet, and tokens need one.',
    remedy: 'Send wallet_address, or bind a wallet to the investor first.',
  },
  standard_chain_mismatch: {
    cause: 'The token standard does not exist on that chain, such as erc3643 on Solana.',
    remedy: 'Use an ERC standard on an EVM chain, and spl_token_2022 on Solana.',
  },
  payment_method_not_enabled: {
    cause: 'Your organisation may not take payments this way in production.',
    remedy: 'Use another method, or ask for it to be enabled.',
  },
  statement_invalid: {
    cause: 'The statement is not signed by a key your organisation registered, or it is for another service, another person, or too old.',
    remedy: 'Register the key as `reliance_keys`, and sign anew with this service as `aud` and the wallet or investor as `sub`.',
  },
  reliance_not_agreed: {
    cause:
      'Your organisation’s own identification programme is relied on only with an agreement that two administrators recorded this year, and while your licences say that you are regulated.',
    remedy:
      'State your licences in the settings of your organisation, and ask Sealwright to record the agreement. Until then let the person prove who they are in a session.',
  },
  invalid_credentials: { cause: 'E-mail or password are wrong. Which of them, is not said.', remedy: 'Try again, or reset the password.' },
  invalid_verification_code: {
    cause: 'The code is wrong, used, or older than its 30 seconds.',
    remedy: 'Type the code the app shows now. If it never fits, check the clock of the device.',
  },
  link_invalid: {
    cause: 'The link of the mail was used, replaced by a newer one, or is too old.',
    remedy: 'Ask for a new mail and use the newest.',
  },
  private_address: {
    cause: 'The name resolves to a private, local or reserved address.',
    remedy: 'Use a public https address. For development, WEBHOOK_ALLOW_PRIVATE=1 allows local ones.',
  },
  mail_not_configured: {
    cause: 'This installation has no mail server, so no mail can be sent.',
    remedy: 'Set SMTP_URL, see self-hosting.',
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
/** The page that says more, where there is one. */
const reading: [RegExp, { label: string; href: string }][] = [
  [/api_key|insufficient_scope|ip_not_allowed|key_in_query/, { label: 'Authentication', href: '/documentation/authentication' }],
  [/idempotency/, { label: 'Idempotency', href: '/documentation/idempotency' }],
  [/version_conflict/, { label: 'Concurrency', href: '/documentation/concurrency' }],
  [/rate_limited|body_too_large|too_many_subjects/, { label: 'Limits', href: '/documentation/limits' }],
  [/cursor/, { label: 'Pagination', href: '/documentation/pagination' }],
  [/second_person|invalid_transition/, { label: 'Review queue and two-person release', href: '/documentation/cases' }],
  [/exception_not_possible/, { label: 'False positives', href: '/documentation/false-positives' }],
  [/screening_unavailable/, { label: 'Screening methodology', href: '/documentation/screening-methodology#freshness' }],
  [/facts_erased/, { label: 'Erasure', href: '/documentation/erasure' }],
  [/sandbox_only/, { label: 'Environments and the sandbox', href: '/documentation/environments' }],
  [/step_up|second_factor|session_expired|verification_code/, { label: 'Your team’s sign-in', href: '/documentation/team-sign-in' }],
  [/signature|signer|nonce|credential|issuer_not_trusted|wallet_bound/, { label: 'Credentials', href: '/documentation/credentials' }],
  [/private_address|webhook/, { label: 'Webhooks', href: '/documentation/webhooks' }],
  [/mail_not_configured|chain_not_configured|not_ready/, { label: 'Self-hosting', href: '/documentation/self-hosting' }],
  [/ivms101|travel/, { label: 'Guide: stablecoin payments', href: '/developer/guides/stablecoins' }],
]
export const readingFor = (code: string) => reading.find(([about]) => about.test(code))?.[1] ?? null

const retriable = new Set([429, 500, 503])

export const remedyFor = (code: string, status: number): Remedy & { retry: boolean } => ({
  ...(remedies[code] ?? byStatus[status] ?? byStatus[status >= 500 ? 500 : 400]!),
  retry: retriable.has(status) || code === 'idempotency_in_progress',
})
