// What the verbs of the test kit read and write instead of PostgreSQL. `tools/sdks/testing.ts` puts each function here in the place of the
// one of its name, so that the rest of a verb runs as it is in the product.

import type { WalletRow } from '#core/chain/wallets/find.ts'
import type { CredentialRow, IssueInput } from '#core/identity/credentials/issue.ts'
import { rank, stateAt } from '#core/identity/credentials/live.ts'
import { NO_FILES } from '#core/identity/due-diligence/facts.ts'
import type { PersonData, PersonRow } from '#core/identity/persons/ensure.ts'
import type { Ctx, TenantNow } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { newId } from '#core/kernel/ids.ts'
import type { DecisionInput } from '#core/record/decisions/decide.ts'
import type { WireDecision } from '#core/record/decisions/present.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { LotRow } from '#core/securities/holdings/lots.ts'
import type { OfferingRow } from '#core/securities/offerings/facts.ts'
import type { Persona } from '#core/sources/personas/source.ts'
import type { Facts } from '#engine/facts.ts'
import { countryRiskTable, countryTier, isGrey } from '#engine/tables/country-risk.ts'
import { NotAnswered } from './not-answered.ts'
import type { AtWallet, TransactionRow } from './types.ts'

const DAY_MS = 86_400_000
const VALID_DAYS: Record<string, number> = { basic: 365, enhanced: 365, accredited: 90 }

type Patch = Readonly<Record<string, unknown>>
type Screening = { id: string; wallet_address: string | null; status: string; decision_id: string | null; created_at: Date }
export type KeptDecision = { row: { id: string; outcome: string; reason_codes: readonly string[] }; decision: WireDecision; facts: Facts }
export type KeptEvent = EventInput & { at: number }

/** One sandbox of the kit. */
export class Memory {
  wallets = new Map<string, WalletRow>()
  persons: { row: PersonRow; data: PersonData }[] = []
  credentials: CredentialRow[] = []
  screenings: Screening[] = []
  decisions = new Map<string, KeptDecision>()
  transactions: TransactionRow[] = []
  offerings = new Map<string, OfferingRow>()
  lots: LotRow[] = []
  cases: { id: string; kind: string; about: string; key: string | null; open: boolean }[] = []
  timers = new Set<string>()
  events: KeptEvent[] = []
  /** What a test says of a party, by its address, and of every decision. */
  ofParty = new Map<string, Patch>()
  given: Patch = {}

  /** What is written from now on, to be taken back. What a test says stays said. */
  begin(): () => void {
    const before = {
      wallets: new Map([...this.wallets].map(([address, row]) => [address, { ...row }])),
      persons: this.persons.map((one) => ({ ...one })),
      credentials: this.credentials.map((row) => ({ ...row })),
      screenings: [...this.screenings],
      decisions: new Map(this.decisions),
      transactions: [...this.transactions],
      cases: this.cases.map((one) => ({ ...one })),
      timers: new Set(this.timers),
      events: [...this.events],
    }
    return () => void Object.assign(this, before)
  }
}

/** The verbs are handed the memory where the product hands them a database. */
export const memory = (db: unknown): Memory => db as Memory

export const byAddress = (db: unknown, address: string) => memory(db).wallets.get(address) ?? null

export const findWallet = async (db: unknown, _ctx: unknown, canonical: string) => byAddress(db, canonical)

export const findKnownWallet = async (ctx: Ctx, canonical: string) => {
  const wallet = byAddress(ctx.db, canonical)
  return wallet && { id: wallet.id, subjectKeyId: wallet.person_id && `person:${wallet.person_id}` }
}

export async function ensureWallet(db: unknown, at: TenantNow, address: { canonical: string; family: 'evm' | 'solana' }) {
  const known = byAddress(db, address.canonical)
  if (known) return { ...known }
  const made = new Date(at.now)
  const row = {
    id: newId('wallet', at.now),
    organization_id: at.organizationId,
    environment: at.environment,
    address: address.canonical,
    family: address.family,
    person_id: null,
    verification_status: 'none',
    verified_at: null,
    control: 'asserted',
    control_method: null,
    control_proven_at: null,
    status: 'active',
    superseded_by: null,
    created_at: made,
    updated_at: made,
  } as unknown as WalletRow
  memory(db).wallets.set(row.address, row)
  return { ...row }
}

function changeWallet(db: unknown, id: string, change: Partial<WalletRow>): WalletRow {
  const row = [...memory(db).wallets.values()].find((one) => one.id === id)!
  Object.assign(row, change)
  return { ...row }
}

export const setWalletStatus = async (db: unknown, id: string, change: Partial<WalletRow>) => void changeWallet(db, id, change)

export async function ensurePerson(db: unknown, ctx: TenantNow, data: PersonData) {
  const name = (text: string) => text.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean).sort().join(' ')
  const known = memory(db).persons.find(
    (one) => data.date_of_birth && one.data.date_of_birth === data.date_of_birth && name(one.data.full_name) === name(data.full_name),
  )
  if (known) return { person: known.row, created: false }
  const id = newId('person', ctx.now)
  const row = { id, kind: 'natural', subject_key_id: `person:${id}`, created_at: new Date(ctx.now) } as unknown as PersonRow
  memory(db).persons.push({ row, data })
  return { person: row, created: true }
}

const personBy = (db: unknown, id: string) => memory(db).persons.find((one) => one.row.id === id)

export const openPerson = async (db: unknown, ctx: unknown, person: PersonRow): Promise<PersonData> =>
  // Some of the product's functions hand over the call's context alone.
  (personBy(db instanceof Memory ? db : (ctx as Ctx).db, person.id)?.data ?? { full_name: '' }) as PersonData

export async function updatePerson(db: unknown, _ctx: unknown, person: PersonRow, data: PersonData) {
  personBy(db, person.id)!.data = data
}

export async function dueDiligenceOf(
  _db: unknown,
  ctx: TenantNow,
  personId: string | null | undefined,
  about:
    | { places: readonly { country: string; region?: string | null }[]; screened: { matches: readonly { pep: boolean }[] } | null }
    | 'verification',
) {
  if (!personId) return null
  if (about === 'verification' || about.screened?.matches.some((match) => match.pep)) return NO_FILES
  const table = countryRiskTable(new Date(ctx.now).toISOString().slice(0, 10))
  const high = (place: { country: string; region?: string | null }) =>
    !table || isGrey(table, place.country) || !['low', 'standard'].includes(countryTier(table, place.region ?? place.country))
  return about.places.some(high) || table === null ? NO_FILES : null
}

/** The kit has no shorter way than the whole verification. */
export const confirmHolder = async () => null

const newestFirst = (rows: readonly CredentialRow[]) => rows.toReversed()
const ofWallet = (db: unknown, id: string) => newestFirst(memory(db).credentials).filter((row) => row.wallet_id === id)

type Wanted = { level: string; state: string; expiresInHours?: number | undefined } | 'none'
export async function playedCredential(db: unknown, ctx: TenantNow, wallet: WalletRow, persona: Persona, wanted: Wanted) {
  if (wanted === 'none' && !persona.effects.verification) return null
  const own = ofWallet(db, wallet.id)
  if (wanted === 'none') return own[0] ?? null
  if (wanted.state !== 'active' || wanted.expiresInHours !== undefined)
    return own.find((row) => row.source === 'sandbox_implicit' && row.level === wanted.level) ?? null
  const enough = own.filter((row) => rank(row.level) >= rank(wanted.level))
  return enough.find((row) => stateAt(row, ctx.now) === 'active') ?? enough[0] ?? null
}

export const boundPerson = async (db: unknown, _ctx: unknown, wallet: Pick<WalletRow, 'person_id'>) =>
  (wallet.person_id && personBy(db, wallet.person_id)?.row) || null

export async function bindPerson(db: unknown, ctx: TenantNow, wallet: WalletRow, person: Pick<PersonRow, 'id'>) {
  const held = newestFirst(memory(db).credentials).some(
    (row) =>
      (row.wallet_id === wallet.id || row.person_id === wallet.person_id) &&
      row.person_id !== person.id &&
      row.source !== 'sandbox_implicit' &&
      ['active', 'suspended'].includes(row.state) &&
      row.expires_at.getTime() > ctx.now,
  )
  if (wallet.person_id && wallet.person_id !== person.id && held)
    throw new AppError('wallet_bound_to_other_person', 'This wallet is bound to another person. Revoke that credential first.')
  return changeWallet(db, wallet.id, { person_id: person.id, updated_at: new Date(ctx.now) })
}

export const markProven = async (db: unknown, ctx: TenantNow, wallet: WalletRow) =>
  changeWallet(db, wallet.id, { control: 'proven', control_method: 'sandbox', control_proven_at: new Date(ctx.now) } as Partial<WalletRow>)

export async function bestCredential(db: unknown, ctx: TenantNow, wallet: AtWallet) {
  // A name is taken at its word, so what a person has counts wherever they are named; and it is theirs, not the wallet's.
  const rows = newestFirst(memory(db).credentials).filter((row) =>
    wallet.person_id ? row.person_id === wallet.person_id : row.wallet_id === wallet.id,
  )
  const live = rows.filter((row) => stateAt(row, ctx.now) === 'active').sort((a, b) => rank(b.level) - rank(a.level))
  return live[0] ?? rows[0] ?? null
}

export async function issueCredential(db: unknown, ctx: TenantNow & Pick<Ctx, 'services'>, input: IssueInput) {
  const id = newId('credential', ctx.now)
  const issued = Math.floor(ctx.now / 1000) * 1000
  const end = issued + VALID_DAYS[input.level]! * DAY_MS
  const row = {
    id,
    person_id: input.person.id,
    wallet_id: input.wallet.id,
    level: input.level,
    state: input.state ?? 'active',
    reason_code: null,
    source: input.source,
    evidence: input.evidence ?? 'self_declared',
    evidence_id: null,
    // No chain and no issuer signs for the kit: the hash names the credential and proves nothing.
    credential_hash: `0x${ctx.services.keyring.mac('credentials', id)}`,
    decision_id: input.decisionId ?? null,
    issued_at: new Date(issued),
    expires_at: input.expiresAt ?? new Date(Math.min(end, input.identity?.expires_at?.getTime() ?? end)),
    superseded_by: null,
    updated_at: new Date(issued),
  } as unknown as CredentialRow
  memory(db).credentials.push(row)
  return row
}

export async function supersedeSame(db: unknown, ctx: TenantNow, by: CredentialRow) {
  const same = memory(db).credentials.filter(
    (row) =>
      row.person_id === by.person_id && row.wallet_id === by.wallet_id && row.level === by.level && row.state === 'active' && row !== by,
  )
  for (const row of same) Object.assign(row, { state: 'superseded', superseded_by: by.id, updated_at: new Date(ctx.now) })
  return same
}

export const suspendedCredential = async (db: unknown, ctx: TenantNow, personId: string) =>
  newestFirst(memory(db).credentials).find(
    (row) => row.person_id === personId && row.state === 'suspended' && row.expires_at.getTime() > ctx.now,
  ) ?? null

export async function revokedCredential(db: unknown, _ctx: unknown, personId: string) {
  const newest = newestFirst(memory(db).credentials).find((row) => row.person_id === personId && ['active', 'revoked'].includes(row.state))
  return newest?.state === 'revoked' ? newest : null
}

export async function alsoBound(db: unknown, _at: unknown, wallet: WalletRow, person: { id: string }) {
  return [...memory(db).wallets.values()].filter((one) => one.person_id === person.id && one.id !== wallet.id).length
}

export async function openCase(
  db: unknown,
  ctx: TenantNow,
  input: {
    kind: string
    subject: { type: string; id: string }
    same?: { key: string }
    adopts?: string
    priority?: number
    summary: string
  },
) {
  const key = input.adopts ?? input.same?.key.split(':')[0] ?? null
  const known = memory(db).cases.find(
    (one) => one.open && one.kind === input.kind && (one.about === input.subject.id || (key !== null && one.key === key)),
  )
  if (known) {
    if (input.adopts) known.about = input.subject.id
    return { id: known.id, opened: false, events: [] }
  }
  const id = newId('case', ctx.now)
  memory(db).cases.push({ id, kind: input.kind, about: input.subject.id, key, open: true })
  const opened = { id, kind: input.kind, status: 'open', priority: input.priority ?? 50, subject: input.subject, summary: input.summary }
  return { id, opened: true, events: [{ type: 'case.opened', resource: { type: 'case', id }, object: opened } as EventInput] }
}

export const setTimer = async (
  db: unknown,
  _ctx: unknown,
  { kind, subjectId, dueMs }: { kind: string; subjectId: string; dueMs: number },
) => void memory(db).timers.add(`${kind}|${subjectId}|${dueMs}`)
export const isTimerSet = async (db: unknown, ctx: TenantNow, kind: string, subjectId: string) =>
  [...memory(db).timers].some((one) => one.startsWith(`${kind}|${subjectId}|`) && Number(one.split('|')[2]) > ctx.now)

/** What waited for a time that has come, each once. */
export function dueTimers(memory: Memory, kind: string, now: number): string[] {
  const due = [...memory.timers].filter((one) => one.startsWith(`${kind}|`) && Number(one.split('|')[2]) <= now)
  for (const one of due) memory.timers.delete(one)
  return [...new Set(due.map((one) => one.split('|')[1]!))]
}

const isRoom = (value: unknown): value is Patch => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Lays one room of facts over another: objects within each other, lists and values in place of each other; null takes a fact away. */
export function laid(under: unknown, over: unknown): unknown {
  if (!isRoom(over)) return over
  const out: Record<string, unknown> = isRoom(under) ? { ...under } : {}
  for (const [name, value] of Object.entries(over))
    if (value === null) delete out[name]
    else out[name] = laid(out[name], value)
  return out
}

/** What a test says, with what it says besides: the same, but for null, which is kept until it is laid over facts. */
export function alsoSaid(before: unknown, more: unknown): unknown {
  if (!isRoom(before) || !isRoom(more)) return more
  return { ...before, ...Object.fromEntries(Object.entries(more).map(([name, value]) => [name, alsoSaid(before[name], value)])) }
}

/** The parties of a decision by the names the rules have for them. */
const PARTIES = ['subject', 'from', 'to'] as const

/** The facts of a decision with what a test says beside them. A room that a check does not have is left out of it. */
export function withGiven(db: unknown, input: DecisionInput): DecisionInput {
  const { given, ofParty } = memory(db)
  let facts = input.facts as unknown as Record<string, unknown>
  const rooms = Object.fromEntries(
    Object.entries(given).filter(([room]) => room in facts || !(PARTIES as readonly string[]).includes(room)),
  )
  facts = laid(facts, rooms) as Record<string, unknown>
  for (const party of PARTIES) {
    const address = (facts[party] as { address?: string } | undefined)?.address
    const said = address === undefined ? undefined : ofParty.get(address)
    if (said) facts = { ...facts, [party]: laid(facts[party], said) }
  }
  return { ...input, facts: facts as never }
}

export const keepDecision = (db: unknown, row: KeptDecision['row'], decision: WireDecision, facts: Facts): void =>
  void memory(db).decisions.set(row.id, { row, decision, facts })

export const keepScreening = async (db: unknown, row: Screening) => void memory(db).screenings.push(row)

type Work<T> = { result: T; events?: EventInput[] } | { refused: AppError }
export async function write<T>(ctx: Ctx, work: (tx: never) => Promise<Work<T>>): Promise<T> {
  // All of it or none, as in a transaction.
  const takeBack = memory(ctx.db).begin()
  const written = await work(ctx.db as never).catch((error: unknown) => {
    takeBack()
    throw error
  })
  if ('refused' in written) throw written.refused
  for (const event of written.events ?? []) memory(ctx.db).events.push({ ...event, at: ctx.now })
  return written.result
}

type Added<T> = { result: T; rows: [unknown, Record<string, unknown>[]][]; events: EventInput[] }
export async function append<T>(ctx: Ctx, _how: unknown, work: (db: never, tx: never) => Promise<Added<T>>): Promise<T> {
  return write(ctx, async (tx) => {
    const { result, rows, events } = await work(tx, tx)
    for (const row of rows.flatMap(([, some]) => some)) if (String(row.id).startsWith('chk_')) await keepScreening(tx, row as never)
    return { result, events }
  })
}

export const markExceptions = async <M>(_db: unknown, _ctx: unknown, _subject: unknown, matches: M): Promise<M> => matches
export const nothingVoided = async () => []
export const nobody = async () => null
export const noRows = async () => []
export const nothing = async () => undefined
export const zero = async () => 0
export const noUnits = async () => '0'

/** What the kit does not answer, by name. */
export const refuses = (what: string) => async (): Promise<never> => {
  throw new NotAnswered(what)
}
