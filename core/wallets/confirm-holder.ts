import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
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
import { findKnownWallet, type WalletRow } from './find.ts'
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
  const known = await findKnownWallet(ctx, address.canonical)
  const holder = known?.subjectKeyId ? await readHolder(ctx, known.id) : null
  if (!holder) return null
  const { wallet, person, others } = holder
  if (wallet.status !== 'active' || (provesControl(scenario) && wallet.control !== 'proven')) return null
  const credential = holder.credentials.filter((row) => stateAt(row, ctx.now) === 'active').sort((a, b) => rank(b.level) - rank(a.level))[0]
  if (!credential || rank(credential.level) < rank(input.level)) return null
  const status = credential.level === 'basic' ? 'basic' : 'enhanced'
  if (wallet.verification_status !== status || wallet.verified_at?.getTime() !== credential.issued_at.getTime()) return null

  const kyc = input.kyc_data
  if (kyc && !(kyc.full_name && kyc.date_of_birth && kyc.country)) return null
  if (kyc && personKeyOf(ctx, { full_name: kyc.full_name!, date_of_birth: kyc.date_of_birth! }) !== person.person_key) return null
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
    scenario.effects.credential?.state === 'active')

const provesControl = (scenario: Scenario | null) =>
  typeof scenario?.effects.credential === 'object' && scenario.effects.credential.control === 'proven'

interface Holder {
  wallet: WalletRow
  person: PersonRow
  credentials: CredentialRow[]
  /** How many other active wallets the person has with this tenant. */
  others: number
}

const readers = new WeakMap<Connection, (walletId: string) => Promise<Holder | null>>()

/** A wallet with its person and credentials. Concurrent calls share the queries. The id was found within the caller's scope. */
function readHolder(ctx: Ctx, walletId: string): Promise<Holder | null> {
  const { connection } = ctx.services
  let read = readers.get(connection)
  if (!read) {
    read = coalesce((ids) => readHolders(connection, ids))
    readers.set(connection, read)
  }
  return read(walletId)
}

async function readHolders({ db }: Connection, walletIds: string[]): Promise<Map<string, Holder>> {
  const found = await db
    .select({ wallet: wallets, person: persons })
    .from(wallets)
    .innerJoin(
      persons,
      and(
        eq(persons.id, wallets.person_id),
        eq(persons.organization_id, wallets.organization_id),
        eq(persons.environment, wallets.environment),
        isNull(persons.erased_at),
      ),
    )
    .where(inArray(wallets.id, walletIds))
  if (!found.length) return new Map()
  const personIds = [...new Set(found.map(({ person }) => person.id))]
  const [issued, counts] = await Promise.all([
    db
      .select()
      .from(credentials)
      .where(inArray(credentials.person_id, personIds))
      .orderBy(desc(credentials.issued_at), desc(credentials.id)),
    db
      .select({ person_id: wallets.person_id, count: sql<number>`count(*)::int` })
      .from(wallets)
      .where(and(inArray(wallets.person_id, personIds), eq(wallets.status, 'active')))
      .groupBy(wallets.person_id),
  ])
  return new Map(
    found.map(({ wallet, person }) => [
      wallet.id,
      {
        wallet,
        person,
        credentials: issued.filter((row) => row.person_id === person.id),
        others: Math.max(0, (counts.find((row) => row.person_id === person.id)?.count ?? 0) - (wallet.status === 'active' ? 1 : 0)),
      },
    ]),
  )
}
