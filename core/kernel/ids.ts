import { randomBytes } from 'node:crypto'

/** Every id prefix of the product, written once. The body is a ULID: sortable by time, 80 random bits. */
export const ID_PREFIXES = {
  user: 'usr',
  profile: 'prf',
  user_role: 'rol',
  membership: 'mem',
  member_invitation: 'miv',
  organization_role: 'orl',
  service_account: 'sva',
  support_access: 'sup',
  support_look: 'slk',
  sign_on_identity: 'sid',
  sign_on_key: 'sok',
  directory: 'dir',
  directory_user: 'dus',
  directory_group: 'dgr',
  organization: 'org',
  role_request: 'rrq',
  erasure_request: 'ers',
  audit_log: 'aud',
  api_key: 'key',
  request: 'req',
  offering: 'off',
  investor: 'inv',
  investment: 'ivs',
  transaction: 'txn',
  issuance: 'iss',
  lot: 'lot',
  holding_act: 'hac',
  fee_entry: 'fee',
  wallet: 'wal',
  wallet_transfer: 'wtx',
  person: 'per',
  credential: 'cre',
  check: 'chk',
  decision: 'dec',
  event: 'evt',
  webhook_endpoint: 'whk',
  webhook_delivery: 'dlv',
  webhook_attempt: 'att',
  case: 'cas',
  exception: 'exc',
  due_diligence: 'ddf',
  erasure: 'era',
  monitored_subject: 'mon',
  list_version: 'lst',
  list_event: 'lev',
  bulk_screening: 'blk',
  contact_inquiry: 'inq',
  mail: 'mal',
  error_record: 'err',
  incident: 'inc',
  subscriber: 'sub',
  document: 'doc',
  sandbox_snapshot: 'snp',
  policy: 'pol',
  consent: 'con',
  notification: 'ntf',
  invitation: 'ivt',
  appeal: 'apl',
  form_draft: 'drf',
  timer: 'tmr',
  self_exclusion: 'exl',
  reserve_statement: 'rsv',
  publication: 'pub',
  stablecoin_measure: 'scm',
  protocol: 'ptc',
  domain: 'dom',
  venue: 'ven',
  tenant_fact: 'tfa',
  stated_fact: 'stf',
  evidence: 'evd',
  entity_file: 'enf',
  identity_session: 'ids',
  trusted_issuer: 'tis',
  revocation_list: 'crl',
  trust_list: 'tli',
  accreditation_file: 'acf',
  identity_provider: 'idp',
  credential_offer: 'cof',
  policy_plan: 'pln',
  client_session: 'cls',
} as const

export type IdKind = keyof typeof ID_PREFIXES

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz'

/** Two characters for each ten bits. */
const PAIRS = Array.from({ length: 1024 }, (_, bits) => CROCKFORD[bits >> 5]! + CROCKFORD[bits & 31]!)

// Random bytes are drawn in one piece for some eight hundred ids: the call costs more than the bytes.
let pool = randomBytes(8_190)
let drawn = 0
function tenRandomBytes(): Uint8Array {
  if (drawn === pool.length) {
    pool = randomBytes(8_190)
    drawn = 0
  }
  drawn += 10
  return pool.subarray(drawn - 10, drawn)
}

let lastTime = { ms: -1, text: '' }

/** Ten characters for a time; ids of one moment share them. */
function timeText(ms: number): string {
  if (lastTime.ms === ms) return lastTime.text
  let text = ''
  for (let t = ms, i = 0; i < 10; i++) {
    text = CROCKFORD[t % 32] + text
    t = Math.floor(t / 32)
  }
  lastTime = { ms, text }
  return text
}

/** A 26-character lower-case ULID for the given time (ms since 1970) and 10 random bytes. */
export function ulid(timeMs: number, random: Uint8Array = tenRandomBytes()): string {
  let body = ''
  for (let i = 0; i < 10; i += 5) {
    const [a, b, c, d, e] = [random[i]!, random[i + 1]!, random[i + 2]!, random[i + 3]!, random[i + 4]!]
    body +=
      PAIRS[(a << 2) | (b >> 6)]! + PAIRS[((b & 63) << 4) | (c >> 4)]! + PAIRS[((c & 15) << 6) | (d >> 2)]! + PAIRS[((d & 3) << 8) | e]!
  }
  return timeText(Math.floor(timeMs)) + body
}

/** A new id such as `wal_01jd…`. Ids sort by creation time within a kind. */
export function newId(kind: IdKind, timeMs: number = Date.now()): string {
  return `${ID_PREFIXES[kind]}_${ulid(timeMs)}`
}

/** True when `value` has the form of an id of this kind. Says nothing about whether it exists. */
export function isId(kind: IdKind, value: string): boolean {
  return value.startsWith(`${ID_PREFIXES[kind]}_`) && /^[a-z]{3}_[0-9a-hjkmnp-tv-z]{26}$/.test(value)
}
