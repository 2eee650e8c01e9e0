import { getTableColumns } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { coalesce } from '#db/coalesce.ts'
import type { Connection } from '#db/connect.ts'
import { credentials, decisions, persons, screenings, wallets } from '#db/schema.ts'
import type { Ctx } from '../context.ts'
import type { CredentialRow } from '../credentials/issue.ts'
import { rank, stateAt, summarise } from '../credentials/live.ts'
import { prepareDecision } from '../decisions/decide.ts'
import { openPerson, type PersonData, type PersonRow, personKeyOf } from '../persons/ensure.ts'
import type { Scenario } from '../sandbox/scenarios.ts'
import { screenSubject } from '../screenings/screen-subject.ts'
import { screeningRow } from '../screenings/screening-row.ts'
import { append } from '../transaction.ts'
import type { WalletRow } from './find.ts'
import { presentVerification, verificationFacts } from './verification.ts'
import type { WalletVerification, WalletVerifyInput } from './verify.ts'

/**
 * The common case of a verification: the wallet's credential is live, the person is the one it is sealed to, and the new
 * check finds nothing. Then nothing changes but the record, no row is locked, and the record shares its commit with others.
 * Null when anything else may be the case; the whole verification then decides.
 */
export async function confirmHolder(ctx: Ctx, input: WalletVerifyInput, scenario: Scenario | null): Promise<WalletVerification | null> {
  if (input.signature || input.force_new || !saysOnlyWhoHolds(scenario)) return null
  const address = input.wallet_address
  const holder = await readHolder(ctx, address.canonical)
  if (!holder) return null
  const { wallet, person, others } = holder
  if (wallet.status !== 'active' || (provesControl(scenario) && wallet.control !== 'proven')) return null
  const plays = scenario?.effects.credential
  const live = holder.credentials.filter((row) => stateAt(row, ctx.now) === 'active')
  // Of a wallet that plays a scenario only its own count, as `startingCredential` finds them.
  const credential =
    plays && plays !== 'none'
      ? live.find((row) => row.wallet_id === wallet.id && rank(row.level) >= rank(plays.level))
      : live.sort((a, b) => rank(b.level) - rank(a.level))[0]
  if (!credential || rank(credential.level) < rank(input.level)) return null
  const status = credential.level === 'basic' ? 'basic' : 'enhanced'
  if (wallet.verification_status !== status || wallet.verified_at?.getTime() !== credential.issued_at.getTime()) return null

  const kyc = input.kyc_data
  if (kyc && !(kyc.full_name && kyc.date_of_birth && kyc.country)) return null
  // A wallet that plays a scenario stays its own holder's, whoever it is verified for.
  if (kyc && !plays && personKeyOf(ctx, { full_name: kyc.full_name!, date_of_birth: kyc.date_of_birth! }) !== person.person_key) return null
  const data: PersonData = kyc ? { ...kyc, full_name: kyc.full_name! } : await openPerson(ctx.db, ctx, person)
  const subject = { ...data, country: data.country ?? null }
  const screened = await screenSubject(ctx.db, ctx, {
    wallet_address: address.canonical,
    full_name: subject.full_name,
    date_of_birth: subject.date_of_birth ?? undefined,
    country: subject.country ?? undefined,
    entity_type: 'person',
  })
  if (screened.matches.length) return null
  // The person's key is read once and kept at hand; one that was destroyed ends the call.
  await ctx.services.keyring.read(ctx.db, person.subject_key_id)
  const { row, decision, outcome, audit } = await prepareDecision(ctx.db, ctx, {
    facts: verificationFacts(ctx, { input, wallet, person, data: subject, screened, scenario }),
    market: 'platform',
    subject: { type: 'wallet', id: wallet.id },
    walletAddress: address.canonical,
    subjectKeyId: person.subject_key_id,
    category: 'user',
  })
  if (outcome !== 'allow') return null
  return append(ctx, { alone: false }, async (db) => ({
    result: presentVerification(ctx, {
      address,
      wallet,
      outcome: { status, verified: true, credential, rejection: null },
      summary: summarise(credential, wallet, ctx.now, true),
      also: others,
      screened,
      decision,
      allowed: true,
      denied: false,
    }),
    rows: [
      [decisions, [row]],
      [
        screenings,
        [
          await screeningRow(db, ctx, {
            about: { type: 'wallet', id: wallet.id },
            address: wallet.address,
            person,
            screened,
            decisionId: decision.id,
            subject,
          }),
        ],
      ],
    ],
    audit: [{ ...audit, details: { ...audit.details, wallet_id: wallet.id } }],
    events: [],
  }))
}

/** A scenario that asks for nothing but a live credential, as a call without any would find it. */
const saysOnlyWhoHolds = (scenario: Scenario | null) =>
  !scenario ||
  (Object.entries(scenario.effects).every(([name, value]) => name === 'credential' || value === undefined) &&
    scenario.effects.credential !== 'none' &&
    scenario.effects.credential?.state === 'active' &&
    scenario.effects.credential.expiresInHours === undefined)

const provesControl = (scenario: Scenario | null) =>
  typeof scenario?.effects.credential === 'object' && scenario.effects.credential.control === 'proven'

interface Holder {
  wallet: WalletRow
  person: PersonRow
  credentials: CredentialRow[]
  /** How many other active wallets the person has with this tenant. */
  others: number
}

const readers = new WeakMap<Connection, (key: string) => Promise<Holder | null>>()

/** The caller's record of a wallet with its person and credentials. Concurrent calls share one query. */
function readHolder(ctx: Ctx, address: string): Promise<Holder | null> {
  const { connection } = ctx.services
  let read = readers.get(connection)
  if (!read) {
    read = coalesce((keys) => readHolders(connection, keys))
    readers.set(connection, read)
  }
  return read(`${ctx.organizationId}\n${ctx.environment}\n${address}`)
}

const columnsOf = (table: PgTable, as: string) => Object.keys(getTableColumns(table)).map((name) => ({ name, as: `${as}_${name}` }))
const WALLET = columnsOf(wallets, 'w')
const PERSON = columnsOf(persons, 'p')
const CREDENTIAL = columnsOf(credentials, 'c')
const listed = [WALLET, PERSON, CREDENTIAL].flatMap((columns) => columns.map(({ name, as }) => `${as[0]}."${name}" as "${as}"`)).join(', ')

// Written out, so that it is planned once: the query builder composes its SQL anew for every call.
const HOLDERS = `select asked.organization_id || chr(10) || asked.environment || chr(10) || asked.address as key, ${listed},
    (select count(*)::int from wallets o where o.person_id = p.id and o.id <> w.id and o.status = 'active') as others
  from unnest($1::text[], $2::text[], $3::text[]) as asked(organization_id, environment, address)
  join wallets w on w.organization_id = asked.organization_id and w.environment = asked.environment and w.address = asked.address
  join persons p on p.id = w.person_id and p.organization_id = w.organization_id and p.environment = w.environment and p.erased_at is null
  left join credentials c on c.organization_id = p.organization_id and c.environment = p.environment and c.person_id = p.id
  order by c.issued_at desc, c.id desc`

async function readHolders({ pool }: Connection, keys: string[]): Promise<Map<string, Holder>> {
  const parts = keys.map((key) => key.split('\n'))
  const { rows } = await pool.query<Record<string, unknown> & { key: string; others: number; c_id: string | null }>({
    name: 'wallet_holders',
    text: HOLDERS,
    values: [0, 1, 2].map((i) => parts.map((part) => part[i])),
  })
  const holders = new Map<string, Holder>()
  for (const row of rows) {
    let holder = holders.get(row.key)
    if (!holder) {
      holder = { wallet: pick(row, WALLET), person: pick(row, PERSON), credentials: [], others: row.others }
      holders.set(row.key, holder)
    }
    if (row.c_id !== null) holder.credentials.push(pick(row, CREDENTIAL))
  }
  return holders
}

function pick<T>(row: Record<string, unknown>, columns: { name: string; as: string }[]): T {
  const found: Record<string, unknown> = {}
  for (const { name, as } of columns) found[name] = row[as]
  return found as T
}
