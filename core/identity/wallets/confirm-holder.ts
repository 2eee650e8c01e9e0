import { getTableColumns } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { WalletRow } from '#core/chain/wallets/find.ts'
import type { Deciding, Judging, Tenant } from '#core/kernel/context.ts'
import { prepareDecision } from '#core/record/decisions/decide.ts'
import type { Appended } from '#core/record/transaction.ts'
import { screenSubject } from '#core/screening/matching/screen-subject.ts'
import { screeningRow } from '#core/screening/matching/screening-row.ts'
import { reaches } from '#core/sources/identity/reaches.ts'
import type { Persona } from '#core/sources/personas/source.ts'
import { coalesce } from '#db/coalesce.ts'
import type { Connection } from '#db/connect.ts'
import { credentials, decisions, persons, screenings, wallets } from '#db/schema.ts'
import type { CredentialRow } from '../credentials/issue.ts'
import { levelsOf, rank, stateAt, summarise } from '../credentials/live.ts'
import { NO_FILES } from '../due-diligence/facts.ts'
import { openPerson, type PersonData, type PersonRow, personKeyOf } from '../persons/ensure.ts'
import { presentVerification, subjectToScreen, toDecide } from './verification.ts'
import type { WalletVerification, WalletVerifyInput } from './verification-fields.ts'

/**
 * The common case of a verification: the wallet's credential is live, the person is the one it is sealed to, and the new
 * check finds nothing. Then nothing changes but the record: its rows are returned for `append`, no row is locked, and they share their
 * commit with others. Null when anything else may be the case; the whole verification then decides.
 */
export async function confirmHolder(
  ctx: Judging & Deciding,
  input: WalletVerifyInput,
  persona: Persona | null,
): Promise<Appended<WalletVerification> | null> {
  if (input.signature || input.force_new || !saysOnlyWhoHolds(persona)) return null
  const { organizationId, environment, now, db, services, world } = ctx
  const at: Judging = { organizationId, environment, now, db, services, world }
  const address = input.wallet_address
  const holder = await readHolder(services.connection, at, address.canonical)
  if (!holder || holder.files) return null
  const { wallet, person, others } = holder
  if (wallet.status !== 'active' || (provesControl(persona) && wallet.control !== 'proven')) return null
  const plays = persona?.effects.credential
  const counts = (row: CredentialRow) => row.wallet_id === wallet.id || world.identity.takesWord || holder.carried.has(row.id)
  const live = holder.credentials.filter((row) => stateAt(row, now) === 'active' && counts(row))
  // Of a wallet that plays a persona only its own count, as `startingCredential` finds them.
  const credential =
    plays && plays !== 'none'
      ? live.find((row) => row.wallet_id === wallet.id && rank(row.level) >= rank(plays.level))
      : live.sort((a, b) => rank(b.level) - rank(a.level))[0]
  if (!credential || rank(credential.level) < rank(input.level)) return null
  const identity = await world.identity.of(db, at, { personId: person.id, shownFor: wallet.id, played: persona })
  const status = levelsOf(credential.level, identity).includes('enhanced') ? 'enhanced' : 'basic'
  if (wallet.verification_status !== status || wallet.verified_at?.getTime() !== credential.issued_at.getTime()) return null

  const kyc = input.kyc_data
  if (kyc && !(kyc.full_name && kyc.date_of_birth && kyc.country)) return null
  // A wallet that plays a persona stays its own holder's, whoever it is verified for.
  if (kyc && !plays && personKeyOf(at, { full_name: kyc.full_name!, date_of_birth: kyc.date_of_birth! }) !== person.person_key) return null
  const data: PersonData = kyc ? { ...kyc, full_name: kyc.full_name! } : await openPerson(db, at, person)
  const subject = { ...data, country: data.country ?? null }
  const screened = await screenSubject(db, at, subjectToScreen(address.canonical, subject, persona))
  if (screened.matches.length) return null
  // The person's key is read once and kept at hand; one that was destroyed ends the call.
  await services.keyring.read(db, person.subject_key_id)
  const verified = { input, wallet, person, data: subject, screened, identity, persona }
  const { row, decision, outcome, audit } = await prepareDecision(db, ctx, await toDecide(at, verified, NO_FILES))
  if (outcome !== 'allow') return null
  const to = { wantsProof: world.chain.wantsProof, publicUrl: services.config.publicUrl }
  const about = { type: 'wallet' as const, id: wallet.id }
  const check = { about, address: wallet.address, person, screened, decisionId: decision.id, subject }
  return {
    result: presentVerification(to, {
      address,
      wallet,
      outcome: { status, verified: true, credential, rejection: null },
      summary: summarise(credential, wallet, now, true),
      also: others,
      screened,
      decision,
      allowed: true,
      denied: false,
    }),
    rows: [
      [decisions, [row]],
      [screenings, [await screeningRow(db, at, check)]],
    ],
    audit: [{ ...audit, details: { ...audit.details, wallet_id: wallet.id } }],
    events: [],
  }
}

/** A persona that asks for nothing but a live credential, as a call without any would find it. */
const saysOnlyWhoHolds = (persona: Persona | null) =>
  !persona ||
  (Object.entries(persona.effects).every(([name, value]) => name === 'credential' || value === undefined) &&
    persona.effects.credential !== 'none' &&
    persona.effects.credential?.state === 'active' &&
    persona.effects.credential.expiresInHours === undefined)

const provesControl = (persona: Persona | null) =>
  typeof persona?.effects.credential === 'object' && persona.effects.credential.control === 'proven'

interface Holder {
  wallet: WalletRow
  person: PersonRow
  credentials: CredentialRow[]
  /** Of those on other wallets of the person: whose evidence was shown for this one, too. */
  carried: Set<string>
  /** How many other active wallets the person has with this tenant. */
  others: number
  /** Whether somebody opened a file of due diligence on the person. */
  files: boolean
}

const readers = new WeakMap<Connection, (key: string) => Promise<Holder | null>>()

/** The caller's record of a wallet with its person and credentials. Concurrent calls share one query. */
function readHolder(connection: Connection, tenant: Tenant, address: string): Promise<Holder | null> {
  let read = readers.get(connection)
  if (!read) {
    read = coalesce((keys) => readHolders(connection, keys))
    readers.set(connection, read)
  }
  return read(`${tenant.organizationId}\n${tenant.environment}\n${address}`)
}

const columnsOf = (table: PgTable, as: string) => Object.keys(getTableColumns(table)).map((name) => ({ name, as: `${as}_${name}` }))
const WALLET = columnsOf(wallets, 'w')
const PERSON = columnsOf(persons, 'p')
const CREDENTIAL = columnsOf(credentials, 'c')
const listed = [WALLET, PERSON, CREDENTIAL].flatMap((columns) => columns.map(({ name, as }) => `${as[0]}."${name}" as "${as}"`)).join(', ')

// Written out, so that it is planned once: the query builder composes its SQL anew for every call.
const HOLDERS = `select asked.organization_id || chr(10) || asked.environment || chr(10) || asked.address as key, ${listed},
    (select count(*)::int from wallets o where o.person_id = p.id and o.id <> w.id and o.status = 'active') as others,
    exists (select from due_diligence_files f where f.organization_id = p.organization_id and f.environment = p.environment
      and f.person_id = p.id and f.state <> 'withdrawn') as files,
    c.wallet_id <> w.id and ${reaches('c.evidence_id', 'w.id')} as carried
  from unnest($1::text[], $2::text[], $3::text[]) as asked(organization_id, environment, address)
  join wallets w on w.organization_id = asked.organization_id and w.environment = asked.environment and w.address = asked.address
  join persons p on p.id = w.person_id and p.organization_id = w.organization_id and p.environment = w.environment and p.erased_at is null
  left join credentials c on c.organization_id = p.organization_id and c.environment = p.environment and c.person_id = p.id
  order by c.issued_at desc, c.id desc`

async function readHolders({ pool }: Connection, keys: string[]): Promise<Map<string, Holder>> {
  const parts = keys.map((key) => key.split('\n'))
  const { rows } = await pool.query<
    Record<string, unknown> & { key: string; others: number; files: boolean; carried: boolean | null; c_id: string | null }
  >({
    name: 'wallet_holders',
    text: HOLDERS,
    values: [0, 1, 2].map((i) => parts.map((part) => part[i])),
  })
  const holders = new Map<string, Holder>()
  for (const row of rows) {
    let holder = holders.get(row.key)
    if (!holder) {
      holder = {
        wallet: pick(row, WALLET),
        person: pick(row, PERSON),
        credentials: [],
        carried: new Set(),
        others: row.others,
        files: row.files,
      }
      holders.set(row.key, holder)
    }
    if (row.c_id === null) continue
    holder.credentials.push(pick(row, CREDENTIAL))
    if (row.carried) holder.carried.add(row.c_id)
  }
  return holders
}

function pick<T>(row: Record<string, unknown>, columns: { name: string; as: string }[]): T {
  const found: Record<string, unknown> = {}
  for (const { name, as } of columns) found[name] = row[as]
  return found as T
}
