import { and, asc, eq, gt } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { Erased } from '#core/kernel/keys/keyring.ts'
import type { Services } from '#core/kernel/services.ts'
import { tellFailure } from '#core/kernel/tell-failure.ts'
import { inTurns } from '#core/kernel/turns.ts'
import { openCase } from '#core/record/cases/open.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { write } from '#core/record/transaction.ts'
import { type Screened, type SubjectToScreen, screenSubject } from '#core/screening/matching/screen-subject.ts'
import { screeningRow } from '#core/screening/matching/screening-row.ts'
import { TouchFinder } from '#core/screening/subjects/touch-finder.ts'
import { SealError } from '#credentials/seal.ts'
import type { Tx } from '#db/connect.ts'
import { credentials, persons, screenings, wallets } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { ListDelta } from '#screening/delta.ts'
import { suspendPerson } from '../credentials/change-state.ts'
import { holderSubject } from '../credentials/require-clear.ts'
import { openPerson, type PersonRow } from '../persons/ensure.ts'

type Scope = Pick<Ctx, 'organizationId' | 'environment'>

const BATCH = 200
const MOST_SEARCHED = 500

interface Holder {
  credentialId: string
  wallet: typeof wallets.$inferSelect
  person: PersonRow
}

/**
 * Screens the holders of active credentials again whom a list change can touch. Who is a hit now loses the use of all their
 * credentials at once (rulebook D8: suspended by the system after a list hit), so that status lists, permits and documents shown
 * offline say so too; a possible match is for people to look at. Either opens a case. Safe to run twice. `tenantOf` gives the
 * context of a tenant; the answer counts suspended credentials by tenant.
 */
export async function suspendListed(
  services: Services,
  delta: ListDelta,
  tenantOf: (scope: Scope) => Promise<{ ctx: Ctx; report: { credentials_suspended: number } }>,
  scope?: Scope,
): Promise<void> {
  const changes = delta.added.length + delta.changed.length
  if (!changes) return
  // To search a whole list's worth of changes an index would be built here, while requests wait: then all holders are looked at.
  const finder = changes < MOST_SEARCHED ? new TouchFinder(delta, services.keyring.sealingKeys) : null
  const turn = inTurns()
  /** One that fails holds up no other; the run counts as not done and is made again. */
  let failure: unknown = null
  for (let last = ''; ; ) {
    const holders = await readHolders(services, last, scope)
    if (!holders.length) break
    last = holders.at(-1)!.credentialId
    const subjects: SubjectToScreen[] = []
    const asked: { holder: Holder; tenant: Awaited<ReturnType<typeof tenantOf>> }[] = []
    await services.keyring.prepare(
      services.connection.db,
      holders.map(({ person }) => person.subject_key_id),
    )
    for (const holder of holders) {
      const { wallet } = holder
      const tenant = await tenantOf({ organizationId: wallet.organization_id, environment: wallet.environment as Ctx['environment'] })
      subjects.push(await subjectOf(tenant.ctx, holder))
      asked.push({ holder, tenant })
      await turn()
    }
    for (const i of finder?.among(subjects) ?? subjects.keys()) {
      const { holder, tenant } = asked[i]!
      const { ctx, report } = tenant
      try {
        const screened = await screenSubject(ctx.db, ctx, subjects[i]!)
        if (screened.status !== 'clear') report.credentials_suspended += await hold(ctx, holder, subjects[i]!, screened)
      } catch (error) {
        tellFailure(services.log, error, { credential: holder.credentialId }, 'a holder could not be screened again')
        failure ??= error
      }
      await turn()
    }
  }
  if (failure) throw failure
}

async function readHolders(services: Services, after: string, scope?: Scope): Promise<Holder[]> {
  return services.connection.db
    .select({ credentialId: credentials.id, wallet: wallets, person: persons })
    .from(credentials)
    .innerJoin(wallets, eq(wallets.id, credentials.wallet_id))
    .innerJoin(persons, eq(persons.id, credentials.person_id))
    .where(and(scope && inScope(credentials, scope), eq(credentials.state, 'active'), gt(credentials.id, after)))
    .orderBy(asc(credentials.id))
    .limit(BATCH)
}

/** Wallet and person, as every check of the wallet screens them. Of who was erased, or cannot be read, the wallet is left. */
async function subjectOf(ctx: Ctx, { wallet, person }: Holder): Promise<SubjectToScreen> {
  const data = await openPerson(ctx.db, ctx, person).catch((error: unknown) => {
    if (error instanceof Erased || error instanceof SealError) return null
    throw error
  })
  return { ...holderSubject(wallet, data), entity_type: person.kind === 'entity' ? 'organization' : 'person' }
}

/** Suspends the holder's credentials when it is a hit, and opens the case. Returns how many were suspended. */
async function hold(ctx: Ctx, { wallet, person }: Holder, subject: SubjectToScreen, screened: Screened): Promise<number> {
  return write(ctx, async (tx) => {
    const done =
      screened.status === 'hit' ? await suspendPerson(tx, ctx, person.id, 'sanctions_match') : { rows: [], audit: [], events: [] }
    const opened = await openHolderCase(tx, ctx, { wallet, person, subject, screened })
    const told: AuditInput = {
      action: 'holder_rescreened',
      category: 'system',
      subject: { type: 'wallet', id: wallet.id },
      details: { status: screened.status, suspended: done.rows.length },
    }
    return { result: done.rows.length, audit: [told, ...done.audit], events: [...done.events, ...opened] }
  })
}

async function openHolderCase(
  tx: Tx,
  ctx: Ctx,
  p: { wallet: Holder['wallet']; person: PersonRow; subject: SubjectToScreen; screened: Screened },
) {
  const { wallet, person, subject, screened } = p
  const top = screened.matches.find((match) => match.exception === null)!
  const hit = screened.status === 'hit'
  const row = await screeningRow(tx, ctx, {
    about: { type: 'wallet', id: wallet.id },
    address: wallet.address,
    person,
    screened,
    decisionId: null,
    subject,
  })
  const { opened, events } = await openCase(tx, ctx, {
    kind: 'sanctions_match',
    subject: { type: 'wallet', id: wallet.id },
    priority: hit ? 100 : 90,
    summary: hit
      ? 'A list change made the holder of a credential a hit; it is suspended'
      : 'A list change gave the holder of a credential a possible match',
    details: { market: 'platform', check_id: row.id, entity_id: top.entity_id, list: top.list, score: top.score },
  })
  if (opened) await tx.insert(screenings).values(row)
  return events
}
