import { and, eq, or } from 'drizzle-orm'
import { z } from 'zod'
import { readOnce } from '#core/access/accounts/one-time.ts'
import { ensureWallet, type WalletRow } from '#core/chain/wallets/find.ts'
import { boundPerson } from '#core/identity/wallets/starting-credential.ts'
import type { Ctx, Tenant } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { newId } from '#core/kernel/ids.ts'
import { tenantKeyId } from '#core/kernel/keys/keyring.ts'
import { openCase } from '#core/record/cases/open.ts'
import { roundOf } from '#core/record/cases/steps.ts'
import { write } from '#core/record/transaction.ts'
import type { Tx } from '#db/connect.ts'
import { cases, screenings } from '#db/schema.ts'
import { inScope, lockScoped } from '#db/scoped.ts'
import {
  ANSWER_DAYS,
  APPEAL_KIND,
  type Appeal,
  type AppealView,
  appealEvent,
  appealOf,
  DAY_MS,
  presentAppeal,
  sealStatement,
} from './appeal.ts'
import { APPEAL_SESSION, type AppealSession } from './begin.ts'
import { type FoundRefusal, findRefusals } from './find.ts'

export const openAppealInput = z.strictObject({
  token: z.string().max(100),
  refusal: z.string().max(60).meta({ description: 'The id of one of the refusals shown after signing' }),
  statement: z.string().trim().min(10, 'Say in at least 10 characters why the refusal is wrong').max(4_000, 'At most 4,000 characters'),
})

const PRIORITY = 60

/** Whose wallet it is, and how that is known. */
type Asking = Omit<AppealSession, 'proof'> & { proof: string }

/**
 * Opens an appeal of the wallet's controller: the case in which people refused is in review again, for others than them; a
 * refusal of the rules alone becomes a case. Once for each refusal, within 30 days. Throws `nonce_expired` when the signature
 * is older than an hour, `invalid_transition` when the refusal cannot be appealed (any more).
 */
export async function openAppeal({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.output<typeof openAppealInput>
}): Promise<{ success: true } & AppealView> {
  const session = await readOnce<AppealSession>(ctx, APPEAL_SESSION, input.token)
  if (!session) throw new AppError('nonce_expired', 'Your signature is older than an hour. Sign once more; what you wrote stays.')
  return openAppealBy(ctx, session, input)
}

/** The same for whoever has made sure that the wallet's holder asks; `within` where one tenant says so of its own. */
export async function openAppealBy(
  ctx: Ctx,
  session: Asking,
  input: Pick<z.output<typeof openAppealInput>, 'refusal' | 'statement'>,
  within?: Tenant,
): Promise<{ success: true } & AppealView> {
  const { refusals } = await findRefusals(ctx, session, within)
  const found = refusals.find((one) => one.view.id === input.refusal)
  if (!found) throw gone()
  const { tenant } = found
  return write(tenant, async (tx) => {
    const wallet = await ensureWallet(tx, tenant, { canonical: session.address, family: session.family })
    const appeal = await appealFrom(tx, found, wallet, session, input.statement)
    const { row, events } = found.case ? await reopen(tx, tenant, found.case.id, appeal) : await openNew(tx, found, appeal)
    return {
      result: { success: true as const, ...presentAppeal(row, found.view.organization) },
      audit: {
        action: 'appeal_opened',
        category: 'user',
        subject: { type: 'case', id: row.id },
        details: { appeal_id: appeal.id, wallet_id: wallet.id, proof: appeal.proof, against: found.view.id },
      },
      events: [...events, appealEvent('appeal.opened', row.id, appeal)],
    }
  })
}

const gone = () =>
  new AppError(
    'invalid_transition',
    'This refusal cannot be appealed: it was appealed already, is older than 30 days, or is being looked at again.',
  )

async function appealFrom(
  tx: Tx,
  { tenant, case: row, decision, view }: FoundRefusal,
  wallet: WalletRow,
  session: Asking,
  statement: string,
): Promise<Appeal> {
  const id = newId('appeal', tenant.now)
  const person = await boundPerson(tx, tenant, wallet)
  const keyId = person && !person.erased_at ? person.subject_key_id : tenantKeyId(tenant)
  const words = [row?.first_approval, row?.second_approval] as ({ by?: unknown } | null | undefined)[]
  return {
    id,
    opened_at: new Date(tenant.now).toISOString(),
    wallet_id: wallet.id,
    wallet_address: wallet.address,
    family: session.family,
    proof: session.proof,
    check_id: await checkIdOf(tx, tenant, { row, decisionId: decision?.id ?? null, about: [wallet.id, decision?.subject_id ?? wallet.id] }),
    check: decision?.check ?? null,
    market: view.market,
    reason_classes: view.reason_classes,
    decided_by: words.map((word) => word?.by).filter((by): by is string => typeof by === 'string'),
    previous: row ? { outcome: row.outcome!, decided_at: row.decided_at!.toISOString() } : null,
    statement_key_id: keyId,
    statement_sealed: await sealStatement(tx, tenant, keyId, id, statement),
  }
}

/** The screening the refusal rests on, when there was one. */
async function checkIdOf(
  tx: Tx,
  tenant: Ctx,
  p: { row: FoundRefusal['case']; decisionId: string | null; about: [string, string] },
): Promise<string | null> {
  if (typeof p.row?.details.check_id === 'string') return p.row.details.check_id
  if (p.row?.subject_type === 'sanctions_check') return p.row.subject_id
  if (!p.decisionId) return null
  const [wallet, subject] = p.about
  const [made] = await tx
    .select({ id: screenings.id })
    .from(screenings)
    .where(
      inScope(
        screenings,
        tenant,
        and(
          or(eq(screenings.subject_id, wallet), eq(screenings.subject_id, subject), eq(screenings.id, subject)),
          eq(screenings.decision_id, p.decisionId),
        ),
      ),
    )
    .limit(1)
  return made?.id ?? null
}

const kept = (appeal: Appeal) => appeal as unknown as Record<string, unknown>

async function reopen(tx: Tx, tenant: Ctx, id: string, appeal: Appeal) {
  const row = await lockScoped(tx, cases, tenant, id)
  if (!row) throw notFound()
  if (row.status !== 'decided' || appealOf(row)) throw gone()
  const history = Array.isArray(row.details.history) ? row.details.history : []
  const [next] = await tx
    .update(cases)
    .set({
      status: 'open',
      outcome: null,
      decided_at: null,
      assigned_to: null,
      first_approval: null,
      second_approval: null,
      overdue_told_at: null,
      priority: Math.max(row.priority, PRIORITY),
      deadline: new Date(tenant.now + ANSWER_DAYS * DAY_MS),
      appeal: kept(appeal),
      // Another round, so that no signature of the first one serves again.
      details: {
        ...row.details,
        round: roundOf(row) + 1,
        history: [...history, { at: new Date().toISOString(), by: 'holder', what: 'appealed', note: null }],
      },
    })
    .where(inScope(cases, tenant, eq(cases.id, id)))
    .returning()
  return { row: next!, events: [] }
}

async function openNew(tx: Tx, { tenant, decision }: FoundRefusal, appeal: Appeal) {
  const opened = await openCase(tx, tenant, {
    kind: APPEAL_KIND,
    subject: { type: 'decision', id: decision!.id },
    decisionId: decision!.id,
    priority: PRIORITY,
    summary: 'A holder appeals against a refusal by the rules',
    details: { check: decision!.check, market: decision!.market, ...(appeal.check_id && { check_id: appeal.check_id }) },
    deadlineMs: ANSWER_DAYS * DAY_MS,
  })
  if (!opened.opened) throw gone()
  const [row] = await tx
    .update(cases)
    .set({ appeal: kept(appeal) })
    .where(inScope(cases, tenant, eq(cases.id, opened.id)))
    .returning()
  return { row: row!, events: opened.events }
}
