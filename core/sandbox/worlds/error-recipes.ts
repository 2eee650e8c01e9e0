import type { ErrorCode } from '#core/kernel/errors.ts'
import { magicWallet } from '#screening/sandbox-sample.ts'

export const RECIPE_METHODS = ['GET', 'POST', 'PUT', 'PATCH'] as const

/** One call of a recipe. `{{1.id}}` stands for a field of the answer to the first call, `{{1.data.0.id}}` for one inside it. */
export interface RecipeStep {
  method: (typeof RECIPE_METHODS)[number]
  /** Below /v1, or a whole path when it begins with /functions. */
  path: string
  body?: unknown
  /** Pads the body with this many bytes. */
  padding?: number
  /** Sent as it stands, in place of `body`. */
  text?: string
  headers?: Record<string, string>
  /** The key to use: your sandbox key when left out. */
  key?: 'none' | 'unknown' | 'revoked' | 'expired' | 'narrow' | 'elsewhere' | 'production'
}

/** How to see an error code: the last call answers with it. */
export type Recipe = RecipeStep[]

/** Keys a recipe may ask for besides your own, in words. */
export const RECIPE_KEYS: Record<NonNullable<RecipeStep['key']>, string> = {
  none: 'no key at all',
  unknown: 'sw_sandbox_ and 64 zeros',
  revoked: 'a sandbox key you revoked',
  expired: 'a sandbox key whose end has passed',
  narrow: 'a sandbox key with the scope offerings:read only',
  elsewhere: 'a sandbox key that is allowed from another network address only',
  production: 'your production key',
}

const post = (path: string, body: unknown, more: Partial<RecipeStep> = {}): RecipeStep => ({ method: 'POST', path, body, ...more })
const get = (path: string, more: Partial<RecipeStep> = {}): RecipeStep => ({ method: 'GET', path, ...more })
const played = (scenario: string) => ({ headers: { 'Sandbox-Scenario': scenario } })

const W = magicWallet
const plain = (n: number) => `0x${n.toString(16).padStart(4, '0').repeat(10)}`
const ada = { full_name: 'Ada Example', date_of_birth: '1990-05-17', country: 'US' }
const check = { wallet_address: W('0002') }
const offering = (more: object = {}) => ({
  name: 'Recipe',
  regulation: 'reg_d_506c',
  total_supply: 1000,
  price_per_token: '10',
  maximum_raise: '10000',
  ...more,
})
const offer = (more?: object) => post('/offerings', offering(more))
const invest = (more: object = {}) => post('/investments', { offering_id: '{{1.id}}', wallet_address: W('3001'), amount: '100', ...more })
const issue = (more: object = {}) => post('/tokens/issue', { offering_id: '{{1.id}}', wallet_address: W('3001'), quantity: 10, ...more })
const pay = (more: object = {}) =>
  post('/transactions', { from_address: W('0001'), to_address: W('0002'), amount: '10', currency: 'USDC', ...more })
const challenge = (n: number) => post('/wallets/challenge', { wallet_address: plain(n) })
const signed = (n: number, signature: string, message = '{{1.message}}') =>
  post('/wallets/verify', { wallet_address: plain(n), kyc_data: ada, signature: { message, signature } })
/** A presentation of the simulated wallet with something wrong in it. */
const flawed = (flaw: string) => [
  post('/identity/sessions', { wallet_address: W('0002') }),
  post('/sandbox/present-credential', { session_id: '{{1.id}}', flaw }),
]
/** A session for a wallet in which the chip of a passport of the sandbox is shown. */
const passport = (n: number, flaw?: string): Recipe => [
  post('/identity/sessions', { wallet_address: plain(n) }),
  post('/sandbox/passports', { session_id: '{{1.id}}', flaw }),
  post('/identity/sessions/{{1.id}}/passport-chip', { dg1: '{{2.dg1}}', sod: '{{2.sod}}' }),
]
const SMART = `0x${'11'.repeat(120)}`
/** A well-formed signature by some account, but not by the wallet at hand. */
const FOREIGN = `0x${'0b'.repeat(32)}${'0c'.repeat(32)}1b`
/** Who signed the credential below, by a key that nobody has any more. */
const MEMBERS = 'did:key:z6Mkga8pcWJf1PCavEp96z3fMXn3QJ4axwnmyp3iPHmF8qPJ'
/** A credential of somebody's membership, for the wallet `plain(22)`. */
const MEMBERSHIP = [
  'eyJhbGciOiJFZERTQSIsInR5cCI6InZjK2p3dCIsImtpZCI6ImRpZDprZXk6ejZNa2dhOHBjV0pmMVBDYXZFcDk2ejNmTVhuM1FKNGF4d25teX',
  'AzaVBIbUY4cVBKI3o2TWtnYThwY1dKZjFQQ2F2RXA5NnozZk1YbjNRSjRheHdubXlwM2lQSG1GOHFQSiJ9.eyJAY29udGV4dCI6WyJodHRwczo',
  'vL3d3dy53My5vcmcvbnMvY3JlZGVudGlhbHMvdjIiXSwidHlwZSI6WyJWZXJpZmlhYmxlQ3JlZGVudGlhbCIsIk1lbWJlcnNoaXBDcmVkZW50a',
  'WFsIl0sImlzc3VlciI6ImRpZDprZXk6ejZNa2dhOHBjV0pmMVBDYXZFcDk2ejNmTVhuM1FKNGF4d25teXAzaVBIbUY4cVBKIiwiY3JlZGVudGl',
  'hbFN1YmplY3QiOnsiaWQiOiJkaWQ6cGtoOmVpcDE1NToxOjB4MDAxNjAwMTYwMDE2MDAxNjAwMTYwMDE2MDAxNjAwMTYwMDE2MDAxNiJ9fQ.B5',
  '1UI-f6PCFWBDEnm-YYsvzWRrC5UIVZCyo2ULvEJBYZMqqBJhcbGyEo7Ewz0oDhye1sa8zWemu9DOeHygltCg',
].join('')
/** Trusts an issuer named by a DID, for one type of credential. */
const trusting = (identifier: string) =>
  post('/identity/trusted-issuers', {
    ...{ kind: 'did', name: 'Another issuer', level: 'basic', identifier, note: 'Made up for this call.' },
    claims: { IdentityCredential: { says: ['verified'] } },
  })
const presenting = (n: number, credential: string) =>
  post('/identity/foreign-credentials', { wallet_address: plain(n), kind: 'vc', credential })
/** Of a programme of one's own. */
const STATEMENT = {
  ...{ programme: 'CIP-2026', method: 'documentary', identified_on: '2026-01-15' },
  ...{ full_name: 'Ada Example', date_of_birth: '1990-05-17', country: 'US' },
}
const word = { outcome: 'release', reason_code: 'false_positive', note: 'The birth years differ by a decade.' }
/** A credential in the form of a VC whose issuer is somebody else. */
const unsigned = (did: string) =>
  [
    { alg: 'EdDSA', typ: 'vc+jwt', kid: `${did}#1` },
    { issuer: did, type: ['VerifiableCredential'] },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .concat('AAAA')
    .join('.')
const FOREIGN_VC = unsigned('did:web:elsewhere.example')
const UNREACHABLE = unsigned('did:web:issuer.invalid')
/** Its register gives no answer. */
const SILENT_COMPANY = {
  entity_type: 'company',
  formation_date: '2015-03-02',
  registration: { country: 'GB', number: '01234503' },
  address: { line1: '1 Harbour Street', city: 'Leeds', country: 'GB' },
  owners_doubt: false,
  owners: [
    {
      full_name: 'Ada Example',
      type: 'individual',
      date_of_birth: '1990-05-17',
      country: 'GB',
      share_percent: 100,
      roles: ['control_person'],
    },
  ],
}

/** Every error code, and how to see it over the API, or where else it appears. The compiler asks for each. */
export const ERROR_RECIPES = {
  malformed_json: [post('/sanctions/check', undefined, { text: '{' })],
  invalid_header: [get('/offerings', { headers: { 'Sealwright-Version': '1999-01-01' } })],
  sandbox_only: [get('/offerings', { key: 'production', ...played('clean_basic') })],
  key_in_query: [get('/offerings?api_key=anything')],
  missing_api_key: [get('/offerings', { key: 'none' })],
  invalid_api_key: [get('/offerings', { key: 'unknown' })],
  revoked_api_key: [get('/offerings', { key: 'revoked' })],
  expired_api_key: [get('/offerings', { key: 'expired' })],
  not_signed_in: 'calls of the site by somebody who is not signed in',
  session_expired: 'signing in with a second factor, too late',
  second_factor_required: 'signing in to an account with a second factor',
  insufficient_scope: [post('/sanctions/check', check, { key: 'narrow' })],
  ip_not_allowed: [get('/offerings', { key: 'elsewhere' })],
  forbidden: 'calls of the site that another role may make',
  step_up_required: 'dangerous acts on the site without a fresh second factor',
  cross_origin: 'calls of the site from another site',
  compliance_denied: [post('/sanctions/check?on_deny=error', { wallet_address: W('2001') })],
  second_person_required: [
    post('/defi/verify-wallet', { wallet_address: W('5003'), protocol_name: 'Example Lend' }),
    get('/cases?subject_id={{1.wallet_id}}'),
    post('/cases/{{2.data.0.id}}/decide', word),
    post('/cases/{{2.data.0.id}}/decide', word),
  ],
  not_found: [get('/offerings/off_none')],
  route_not_found: [get('/no-such-address')],
  function_not_found: [post('/functions/v1/no-such-function', {})],
  method_not_allowed: [{ method: 'PUT', path: '/offerings', body: {} }],
  idempotency_in_progress: [post('/sanctions/check', { wallet_address: W('9409') })],
  external_id_exists: [offer({ external_id: 'recipe-1' }), offer({ external_id: 'recipe-1' })],
  investor_exists: [post('/investors', { full_name: 'Anna New', email: 'anna@exists.example' })],
  wallet_bound_to_other_person: [
    post('/wallets/verify', { wallet_address: plain(1), kyc_data: ada }),
    post('/wallets/verify', { wallet_address: plain(1), kyc_data: { ...ada, full_name: 'Bob Other' } }),
  ],
  verification_in_progress: [
    post('/investors/verify', { ...ada, full_name: 'Penn Ding', email: 'penn@recipe.example' }),
    post('/investors/verify', { email: 'penn@recipe.example' }),
  ],
  already_verified: [
    post('/investors/verify', { ...ada, email: 'ada@recipe.example', wallet_address: plain(2) }),
    post('/investors/{{1.investor_id}}/verify', {}),
  ],
  ambiguous_investor: [
    post('/investors', { full_name: 'Ann One', email: 'ann@recipe.example', external_id: 'recipe-a' }),
    post('/investors', { full_name: 'Ben Two', email: 'ben@recipe.example' }),
    post('/investors/verify', { external_id: 'recipe-a', email: 'ben@recipe.example', date_of_birth: '1990-05-17', country: 'US' }),
  ],
  offering_not_open: [offer({ name: 'Recipe [paused]' }), invest()],
  raise_limit_exceeded: [offer(), invest({ amount: '10010' })],
  supply_exhausted: [offer({ name: 'Recipe [full]', maximum_raise: '20000' }), invest({ amount: '20' })],
  supply_exceeded: [offer(), issue({ quantity: 1001 })],
  investment_not_accepted: [offer(), invest({ wallet_address: W('3002') }), issue({ investment_id: '{{2.id}}' })],
  already_issued: [offer(), invest(), issue({ investment_id: '{{2.id}}' }), issue({ investment_id: '{{2.id}}' })],
  offering_not_issuable: [offer({ name: 'Recipe [paused]' }), issue()],
  duplicate_transaction_hash: [pay({ transaction_hash: `0x${'5e'.repeat(32)}` }), pay({ transaction_hash: `0x${'5e'.repeat(32)}` })],
  protocol_paused: [post('/defi/verify-wallet', { wallet_address: W('0002'), protocol_name: 'sandbox-paused' })],
  credential_bound_elsewhere: [
    post('/wallets/verify', { wallet_address: plain(3), kyc_data: { ...ada, full_name: 'Carl Third' } }),
    post('/credentials/attach', { wallet_address: plain(4), credential_id: '{{1.credential.id}}' }),
  ],
  invalid_transition: [
    post('/wallets/verify', { wallet_address: plain(5), kyc_data: { ...ada, full_name: 'Dora Fifth' } }),
    post('/credentials/{{1.credential.id}}/resume', { reason_code: 'checked' }),
  ],
  already_exists: [
    post('/investors', { full_name: 'Erin Sixth', email: 'erin@recipe.example' }),
    post('/erasures', { investor_id: '{{1.id}}' }),
    post('/erasures', { investor_id: '{{1.id}}' }),
  ],
  last_owner: [get('/members'), post('/members/{{1.data.0.id}}/role', { role: 'auditor' })],
  last_admin: 'taking the last admin’s role away on the site',
  exception_not_possible: [
    post('/sanctions/check', { wallet_address: W('2001') }),
    post('/exceptions', {
      check_id: '{{1.id}}',
      entity_id: '{{1.matches.0.entity_id}}',
      reason: 'Quite another person than the listed one.',
    }),
  ],
  self_exclusion_stands: [
    post('/gaming/self-exclusions', { wallet_address: plain(8), duration: '1_year' }),
    post('/gaming/self-exclusions', { wallet_address: plain(8), duration: '6_months' }),
  ],
  facts_erased: [
    post('/wallets/verify', { wallet_address: plain(7), kyc_data: { ...ada, full_name: 'Gina Seventh' } }),
    post('/sanctions/check', { wallet_address: plain(7), full_name: 'Malory Sanctiond' }),
    post('/erasures', { wallet_address: plain(7) }),
    post('/exceptions', {
      check_id: '{{2.id}}',
      entity_id: '{{2.matches.0.entity_id}}',
      reason: 'Quite another person than the listed one.',
    }),
  ],
  passport_used_before: [
    ...passport(50),
    post('/investors', { full_name: 'Otto Other', email: 'otto@recipe.example' }),
    post('/identity/sessions', { investor_id: '{{4.id}}' }),
    post('/identity/sessions/{{5.id}}/passport-chip', { dg1: '{{2.dg1}}', sod: '{{2.sod}}' }),
  ],
  conflict: [post('/investors/inv_sandbox_verified/verify', {})],
  control_not_proven: [
    post('/identity/foreign-credentials', { wallet_address: plain(24), kind: 'vc', credential: MEMBERSHIP }, { key: 'production' }),
  ],
  presentation_replayed: flawed('replayed'),
  presentation_not_returned: [
    post('/identity/sessions', { wallet_address: plain(25), return_url: 'https://app.example.com/done' }),
    post('/identity/sessions/{{1.id}}/presentation', {}),
    post('/identity/sessions/{{1.id}}/presentation/finish', { response_code: 'of-nobody' }),
  ],
  secret_shown_once: [
    post('/webhook-endpoints', { url: 'https://1.1.1.1/recipe', event_types: ['*'] }, { headers: { 'Idempotency-Key': 'recipe-secret' } }),
    post('/webhook-endpoints', { url: 'https://1.1.1.1/recipe', event_types: ['*'] }, { headers: { 'Idempotency-Key': 'recipe-secret' } }),
  ],
  account_suspended: 'signing in to an account that an administrator suspended, or using a key its person made',
  maker_left: 'using a key whose person is not a member of the organisation any more',
  service_account_ended: 'using a key of a service account that has ended',
  sign_on_required: 'working, signed in, in an organisation whose sign-on is the only way in',
  organization_ending: 'using a key of an organisation that an owner asked to delete',
  version_conflict: [
    offer(),
    { method: 'PATCH', path: '/offerings/{{1.id}}', body: { description: 'Newer words' }, headers: { 'If-Match': '"an-older-version"' } },
  ],
  body_too_large: [post('/sanctions/check', check, { padding: 262_145 })],
  unsupported_media_type: [post('/sanctions/check', check, { headers: { 'Content-Type': 'text/plain' } })],
  validation_failed: [post('/sanctions/check', { wallet_address: '0x123' })],
  unknown_field: [get('/offerings?limitt=5')],
  invalid_cursor: [get('/offerings?cursor=nothing')],
  idempotency_key_reused: [
    post('/sanctions/check', check, { headers: { 'Idempotency-Key': 'recipe-1' } }),
    post('/sanctions/check', { wallet_address: W('0001') }, { headers: { 'Idempotency-Key': 'recipe-1' } }),
  ],
  conflicting_fields: [offer({ regulation_type: 'reg_s' })],
  minimum_above_maximum: [offer({ minimum_investment: '20000' })],
  offering_limit_exceeded: [offer({ regulation: 'reg_a_plus', total_supply: 8_000_000, maximum_raise: '75000001' })],
  below_minimum_investment: [offer({ minimum_investment: '500' }), invest({ amount: '490' })],
  amount_mismatch: [offer(), invest({ quantity: '11' })],
  currency_mismatch: [offer(), invest({ currency: 'EUR' })],
  under_age: [post('/wallets/verify', { wallet_address: plain(8), kyc_data: { ...ada, date_of_birth: '2020-01-01' } })],
  terms_not_accepted: [post('/investors/verify', { ...ada, email: 'terms@recipe.example', accepted_terms: false })],
  kyc_data_required: [post('/wallets/verify', { wallet_address: W('1003') })],
  signature_invalid: [signed(9, FOREIGN, 'I own this wallet.')],
  signer_mismatch: [challenge(10), signed(11, FOREIGN)],
  nonce_expired: [challenge(12), post('/sandbox/clock', { advance: '11m' }), signed(12, FOREIGN)],
  subject_required: [post('/sanctions/check', {})],
  too_many_subjects: [post('/sanctions/check', { subjects: Array.from({ length: 101 }, () => check) })],
  same_address: [pay({ to_address: W('0001') })],
  asset_required: [pay({ currency: undefined })],
  ivms101_invalid: [pay({ originator: { name: '' } })],
  wallet_required: [
    offer(),
    post('/investors', { full_name: 'Wally Less', email: 'wally@recipe.example' }),
    issue({ wallet_address: undefined, investor_id: '{{2.id}}' }),
  ],
  standard_chain_mismatch: [offer(), issue({ standard: 'spl_token_2022', chain: 'ethereum' })],
  payment_method_not_enabled: [
    post(
      '/investments',
      { offering_id: 'off_any', wallet_address: plain(13), amount: '100', payment_method: 'crypto' },
      { key: 'production' },
    ),
  ],
  credential_invalid: [post('/credentials/attach', { wallet_address: plain(14), credential: 'not-a-credential' })],
  reliance_not_agreed: [post('/identity/reliance', { wallet_address: plain(21), statement: STATEMENT })],
  statement_invalid: [
    { method: 'PATCH', path: '/tenant-facts', body: { facts: { us_bsa_type: 'bank' } } },
    post('/identity/reliance', { wallet_address: plain(21), statement_jws: 'eyJhbGciOiJFZERTQSJ9.e30.AAAA' }),
  ],
  issuer_not_trusted: [post('/credentials/attach', { wallet_address: plain(15), credential: FOREIGN_VC })],
  credential_of_another: [trusting(MEMBERS), presenting(23, MEMBERSHIP)],
  credential_says_too_little: [trusting(MEMBERS), presenting(22, MEMBERSHIP)],
  credential_altered: flawed('altered'),
  credential_expired: flawed('expired'),
  credential_revoked: flawed('revoked'),
  credential_suspended: flawed('suspended'),
  credential_status_unavailable: flawed('status_unavailable'),
  issuer_certificate_expired: flawed('expired_issuer'),
  issuer_certificate_revoked: flawed('revoked_issuer'),
  issuer_revocation_unknown: flawed('unchecked_issuer'),
  algorithm_not_supported: flawed('algorithm'),
  claim_missing: flawed('claim_missing'),
  holder_key_mismatch: flawed('wrong_device'),
  presentation_wrong_audience: flawed('wrong_audience'),
  presentation_wrong_nonce: flawed('wrong_nonce'),
  presentation_expired: flawed('late'),
  presentation_unreadable: flawed('unreadable'),
  presentation_declined: flawed('declined'),
  provider_not_configured: [post('/identity/sessions', { wallet_address: plain(61), provider: 'persona' })],
  passport_unreadable: [
    post('/identity/sessions', { wallet_address: plain(51) }),
    post('/identity/sessions/{{1.id}}/passport-chip', { dg1: 'AAAA', sod: 'AAAA' }),
  ],
  passport_algorithm_unsupported: passport(52, 'weak_algorithm'),
  passport_issuer_unknown: passport(53, 'unknown_issuer'),
  passport_issuer_mismatch: passport(54, 'other_state'),
  passport_signer_not_allowed: passport(55, 'wrong_signer'),
  passport_signer_expired: passport(56, 'expired_signer'),
  passport_signer_revoked: passport(62, 'revoked_signer'),
  passport_signature_invalid: passport(57, 'forged_signer'),
  passport_data_altered: passport(58, 'altered'),
  passport_chip_copied: [
    ...passport(59, 'copied').slice(0, 2),
    post('/identity/sessions/{{1.id}}/passport-chip', {
      dg1: '{{2.dg1}}',
      sod: '{{2.sod}}',
      dg14: '{{2.dg14}}',
      dg15: '{{2.dg15}}',
      active_authentication: '{{2.active_authentication}}',
    }),
  ],
  passport_expired: passport(60, 'expired'),
  business_email_required: [
    post('/functions/v1/send-contact-email', {
      firstName: 'Ada',
      lastName: 'Example',
      company: 'Example',
      email: 'ada@gmail.com',
      phone: '+12025550123',
      inquiryType: 'sales',
      notes: 'We would like to know how this works.',
    }),
  ],
  invalid_credentials: 'signing in on the site',
  invalid_verification_code: 'a wrong code of a second factor on the site',
  link_invalid: 'a used or old link of a mail',
  private_address: [post('/webhook-endpoints', { url: 'https://10.0.0.1/webhooks', event_types: ['*'] })],
  rate_limited: [post('/sanctions/check', { wallet_address: W('9429') })],
  internal_error: [post('/sanctions/check', { wallet_address: W('9500') })],
  not_ready: [
    post('/investors', { type: 'entity', full_name: 'Silent Register Ltd', email: 'silent@recipe.example', country: 'GB' }),
    post('/investors/{{1.id}}/entity', SILENT_COMPANY),
    post('/investors/{{1.id}}/entity/look-up', {}),
  ],
  screening_unavailable: [post('/sanctions/check', { wallet_address: W('9503') })],
  issuer_unreachable: [trusting('did:web:issuer.invalid'), presenting(25, UNREACHABLE)],
  chain_not_configured: [challenge(16), signed(16, SMART)],
  mail_not_configured: 'mails of the site while no mail server is set',
} satisfies Record<ErrorCode, Recipe | string>

/** Codes that an operation of the API can answer with. */
export const reachableErrors = (): [ErrorCode, Recipe][] =>
  (Object.entries(ERROR_RECIPES) as [ErrorCode, Recipe | string][]).filter(
    (entry): entry is [ErrorCode, Recipe] => typeof entry[1] !== 'string',
  )
