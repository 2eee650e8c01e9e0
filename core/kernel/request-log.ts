import { addCopies, type Copies, copyInPool } from '#db/copy-rows.ts'
import { insertRows } from '#db/insert-rows.ts'
import { requestLogs } from '#db/schema.ts'
import type { Log, Services } from './services.ts'
import { tellFailure } from './tell-failure.ts'

/** A busy product writes this many at a time, so that calls do not stand behind hundreds of rows four times a second. */
const MOST_TOGETHER = 64

export type RequestLogRow = typeof requestLogs.$inferInsert

/**
 * Collects request logs and writes them a few times a second in one statement. They help people debug and prove nothing,
 * so a crash may lose the last moment of them; what must not be lost is in the audit log.
 */
export class RequestLogWriter {
  /** As COPY takes them: rows that live on for a quarter of a second as objects would be moved by each collection of garbage. */
  #copies: Copies = new Map()
  #count = 0
  /** Rows whose id came from the caller, who may repeat it. */
  #given: RequestLogRow[] = []
  #flushing = false
  readonly #services: Pick<Services, 'connection'> & { log: Log }
  constructor(services: Pick<Services, 'connection'> & { log: Log }) {
    this.#services = services
  }
  /** `given`: the row's id is one the caller chose. */
  add(row: RequestLogRow, { given }: { given: boolean }): void {
    // Under a flood the newest are dropped rather than memory filled.
    if (++this.#count > 20_000) return
    try {
      if (given) this.#given.push(row)
      else addCopies(this.#copies, requestLogs, [row])
    } catch (error) {
      // What was done stands, whether it can be logged or not.
      tellFailure(this.#services.log, error, {}, 'a request could not be put into the request log')
    }
    if (this.#count >= MOST_TOGETHER && !this.#flushing) void this.#flushEarly()
  }

  async #flushEarly(): Promise<void> {
    this.#flushing = true
    try {
      await this.flush()
    } catch (error) {
      tellFailure(this.#services.log, error, {}, 'requests could not be written into the request log')
    } finally {
      this.#flushing = false
    }
  }

  async flush(): Promise<void> {
    if (!this.#count) return
    const [copies, given] = [this.#copies, this.#given]
    this.#copies = new Map()
    this.#given = []
    this.#count = 0
    const { pool } = this.#services.connection
    if (copies.size) await copyInPool(pool, copies, { durable: false })
    // The first call with an id of the caller's keeps it.
    await insertRows(pool, requestLogs, given, { skipExisting: true })
  }
}

const PERSONAL: ReadonlySet<string> = new Set(
  'full_name first_name last_name name email phone date_of_birth national_id_last4 address line1 line2 street city postal_code zip_code phone_number originator beneficiary identity kyc_data signature secret key api_key api_secret webhook_secret client_secret tx_code pre-authorized_code password message notes creator_name query candidate'.split(
    ' ',
  ),
)

/** `identity` is a person in a request, and the word of a check in an answer. */
const VERDICTS: ReadonlySet<unknown> = new Set(['pass', 'fail', 'review', 'not_applicable'])

/** Of words that are personal in one place and ours in another, whether this is one of ours. */
function isOurs(key: string, value: unknown, owner: Record<string, unknown>): boolean {
  switch (key) {
    case 'identity':
      return VERDICTS.has(value)
    case 'message':
      // A rule's sentence, and that of a rejection.
      return 'code' in owner && ('citation' in owner || 'retryable' in owner)
    case 'name':
      // A fact that a rule read, and a point that a match was compared in.
      return ('source' in owner && 'value' in owner) || isComparison(owner)
    case 'query':
    case 'candidate':
      return !isComparison(owner)
    default:
      return false
  }
}

/** A piece of a match: words of the name asked for beside those of the list. */
const isComparison = (owner: Record<string, unknown>) => 'query' in owner && 'candidate' in owner && 'weight' in owner

/** What opens something by itself: the token of a client session, the link of an identity session, and that of a credential offer. */
const opens = (key: string, value: unknown): boolean =>
  typeof value === 'string' &&
  ((key === 'token' && value.startsWith('swc_')) || (key === 'url' && /\/verify\/|^openid-credential-offer:/.test(value)))

/** Words of people on a case, an appeal or a hold: they may name somebody, and who decides tells them to nobody else. */
const FREE: ReadonlySet<string> = new Set(['note', 'statement', 'legal_hold'])

/** What is kept of somebody restricted is read by who was let at it, and by nobody in a log; nor for which authority. */
const ofRestricted = (key: string, value: unknown, owner: Record<string, unknown>): boolean =>
  (owner.object === 'erasure_file' && typeof value === 'object' && value !== null) ||
  (key === 'authority' && 'reason_code' in owner && typeof value === 'string')

const isPersonal = (key: string, value: unknown, owner: Record<string, unknown>) =>
  ofRestricted(key, value, owner) ||
  (PERSONAL.has(key) && !isOurs(key, value, owner)) ||
  opens(key, value) ||
  (FREE.has(key) && typeof value === 'string')

/** A body fit for a log, as JSON of which the text is at hand: that text where nothing in it has to be replaced. */
export const redactedText = (value: unknown, text: string): string =>
  value !== null && isFit(value) ? text : JSON.stringify(redact(value))

/** Whether `redact` would change nothing. */
function isFit(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.length <= 500
  if (value === null || typeof value !== 'object') return true
  if (depth > 8) return false
  if (Array.isArray(value)) {
    if (value.length > 20) return false
    for (const item of value) if (!isFit(item, depth + 1)) return false
    return true
  }
  const owner = value as Record<string, unknown>
  for (const key in owner) {
    const inner = owner[key]
    if (isPersonal(key, inner, owner) || !isFit(inner, depth + 1)) return false
  }
  return true
}

/** A copy of a body fit for a log: personal and secret fields are replaced by their kind, not kept. */
export function redact(value: unknown, depth = 0): unknown {
  if (depth > 8) return '…'
  if (Array.isArray(value)) return value.slice(0, 20).map((v) => redact(v, depth + 1))
  if (value === null || typeof value !== 'object')
    return typeof value === 'string' && value.length > 500 ? `${value.slice(0, 500)}…` : value
  const owner = value as Record<string, unknown>
  const result: Record<string, unknown> = {}
  for (const [key, inner] of Object.entries(owner)) {
    if (isPersonal(key, inner, owner)) result[key] = inner === null ? null : typeof inner === 'object' ? '[redacted object]' : '[redacted]'
    else result[key] = redact(inner, depth + 1)
  }
  return result
}
