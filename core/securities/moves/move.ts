import { and, asc, eq, gt, inArray, isNull, ne } from 'drizzle-orm'
import { ensureWallet, type WalletRow } from '#core/chain/wallets/find.ts'
import { type ActRow, actAudit, type Carried, changeAct, OPEN_STATUSES } from '#core/identity/acts/acts.ts'
import { type CredentialRow, issueCredential } from '#core/identity/credentials/issue.ts'
import { summarise } from '#core/identity/credentials/live.ts'
import { isClear } from '#core/identity/credentials/require-clear.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { newId } from '#core/kernel/ids.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { setTimer } from '#core/record/timers/set-timer.ts'
import type { SubjectToScreen } from '#core/screening/matching/screen-subject.ts'
import { subjectKey } from '#core/screening/matching/subject-key.ts'
import { sealContext } from '#core/screening/subjects/monitor.ts'
import type { Tx } from '#db/connect.ts'
import { credentials, holdingActs, investors, lots, monitoredSubjects, offerings, wallets } from '#db/schema.ts'
import { inScope, lockScoped } from '#db/scoped.ts'

/** How long the move of a wallet waits that its old key did not sign: time for whoever still has the key to object. */
export const COOLING_OFF_MS = 24 * 3_600_000

/** Both wallets of a move, locked in one order, whichever replaces which. */
export async function lockBoth(tx: Tx, ctx: Ctx, old: WalletRow, address: { canonical: string; family: 'evm' | 'solana' }) {
  const known = { canonical: old.address, family: old.family }
  const rows = new Map<string, WalletRow>()
  for (const one of [known, address].sort((a, b) => (a.canonical < b.canonical ? -1 : 1)))
    rows.set(one.canonical, await ensureWallet(tx, ctx, one))
  return { old: rows.get(old.address)!, fresh: rows.get(address.canonical)! }
}

/** Throws when a wallet cannot take the place of another: `wallet_bound_to_other_person`, `same_address`, `conflict`. */
export function refuseMove(old: WalletRow, fresh: WalletRow): void {
  if (old.id === fresh.id) throw new AppError('same_address', 'The new wallet is the old one.')
  for (const wallet of [old, fresh])
    if (wallet.status === 'superseded') throw new AppError('conflict', `The wallet ${wallet.address} was itself replaced by another one.`)
  if (!old.person_id) throw new AppError('conflict', 'Nobody is tied to the old wallet, so there is nothing to move.')
  if ((fresh.person_id && fresh.person_id !== old.person_id) || (fresh.user_id && old.user_id && fresh.user_id !== old.user_id))
    throw new AppError('wallet_bound_to_other_person', 'The new wallet belongs to another person.')
}

/**
 * Replaces a lost wallet by another one of its person, in one transaction: lots with their clocks and lock-ups, credentials, freezes,
 * links of the investor and monitoring follow; the old wallet is superseded for good. What belongs to the person (investments,
 * self-exclusion, consents, counts) needs no move. Both wallets must be locked. Throws as `refuseMove` does, and
 * `invalid_transition` when the holder or one of the wallets is not screened clear.
 */
export async function moveWallet(
  tx: Tx,
  ctx: Ctx,
  p: { old: WalletRow; fresh: WalletRow; actId: string | null; reasonCode: string; countersignedBy: string | null },
): Promise<{ moved: { holdings: number; lockups: number }; credentials: CredentialRow[]; events: EventInput[] }> {
  const { old, fresh } = p
  refuseMove(old, fresh)
  const at = new Date(ctx.now)
  const live = await liveCredentials(tx, ctx, old)
  // Everything that can refuse comes before anything is written: a move that waited is denied, and nothing of it stays.
  // What somebody listed has stays where it is, whichever of the two wallets or the holder the list names.
  for (const wallet of [old, fresh])
    if (!(await isClear(tx, ctx, { person_id: old.person_id! }, wallet)))
      throw new AppError('invalid_transition', 'The holder or one of the wallets is not screened clear, so nothing can be moved.')
  const events: EventInput[] = []
  const moved = await moveHoldings(tx, ctx, old, fresh, p.actId ?? old.id)

  await tx
    .update(investors)
    .set({ wallet_id: fresh.id, updated_at: at })
    .where(inScope(investors, ctx, eq(investors.wallet_id, old.id)))
  const [bound] = await tx
    .update(wallets)
    .set({
      person_id: old.person_id,
      user_id: fresh.user_id ?? old.user_id,
      verification_status: old.verification_status,
      verified_at: old.verified_at,
      creator: fresh.creator ?? old.creator,
      updated_at: at,
    })
    .where(inScope(wallets, ctx, eq(wallets.id, fresh.id)))
    .returning()
  // Whose it was stays: a self-exclusion counts for the person behind any of their wallets, also a lost one.
  await tx
    .update(wallets)
    .set({
      status: 'superseded',
      superseded_by: fresh.id,
      verification_status: 'none',
      verified_at: null,
      updated_at: at,
    })
    .where(inScope(wallets, ctx, eq(wallets.id, old.id)))
  const made = await moveCredentials(tx, ctx, live, bound!, p.reasonCode)
  for (const { from, to } of made) {
    const credential = summarise(to, bound!, ctx.now, false)
    events.push(
      { type: 'credential.renewed', resource: { type: 'credential', id: from.id }, object: { credential, supersedes: from.id } },
      {
        type: 'credential.issued',
        resource: { type: 'credential', id: to.id },
        object: { credential, formats: ['vc+jwt', 'eas', 'erc735'] },
      },
    )
  }
  await moveActs(tx, ctx, old, fresh, p.actId)
  await moveMonitoring(tx, ctx, old, fresh)
  const resource = { type: 'wallet', id: old.id }
  events.unshift({
    type: 'wallet.superseded',
    resource,
    object: {
      old_wallet_id: old.id,
      new_wallet_id: fresh.id,
      old_wallet_address: old.address,
      new_wallet_address: fresh.address,
      moved,
      reason_code: p.reasonCode,
      countersigned_by: p.countersignedBy,
    },
  })
  if (!fresh.person_id)
    events.push({
      type: 'wallet.linked',
      resource: { type: 'wallet', id: fresh.id },
      object: { wallet_id: fresh.id, credential_id: made[0]?.to.id ?? null, control: bound!.control },
    })
  return { moved, credentials: made.map((one) => one.to), events }
}

/** Lots move with everything that dates them: the person stays, so no clock begins anew. */
async function moveHoldings(
  tx: Tx,
  ctx: Ctx,
  old: WalletRow,
  fresh: WalletRow,
  by: string,
): Promise<{ holdings: number; lockups: number }> {
  const held = inScope(lots, ctx, and(eq(lots.wallet_address, old.address), isNull(lots.closed_at)))
  const names = await tx.selectDistinct({ id: lots.offering_id }).from(lots).where(held)
  // The offerings before their lots, as every transfer locks them.
  if (names.length)
    await tx
      .select({ id: offerings.id })
      .from(offerings)
      .where(
        inScope(
          offerings,
          ctx,
          inArray(
            offerings.id,
            names.map((one) => one.id),
          ),
        ),
      )
      .orderBy(asc(offerings.id))
      .for('update')
  const at = new Date(ctx.now)
  const rows = await tx.update(lots).set({ closed_at: at, closed_by: by }).where(held).returning()
  for (let i = 0; i < rows.length; i += 500)
    await tx.insert(lots).values(
      rows.slice(i, i + 500).map((lot) => ({
        ...lot,
        id: newId('lot', ctx.now),
        wallet_address: fresh.address,
        transaction_id: by,
        created_at: at,
        closed_at: null,
        closed_by: null,
      })),
    )
  return { holdings: rows.length, lockups: rows.filter((lot) => lot.lockup_until && lot.lockup_until.getTime() > ctx.now).length }
}

/** The credentials sealed to a wallet that still count or may count again, locked. */
async function liveCredentials(tx: Tx, ctx: Ctx, wallet: WalletRow): Promise<CredentialRow[]> {
  return tx
    .select()
    .from(credentials)
    .where(
      inScope(
        credentials,
        ctx,
        and(
          eq(credentials.wallet_id, wallet.id),
          inArray(credentials.state, ['active', 'suspended']),
          gt(credentials.expires_at, new Date(ctx.now)),
        ),
      ),
    )
    .orderBy(asc(credentials.id))
    .for('update')
}

/** Seals them anew to the new wallet, with the same end; a suspended one stays suspended, for the reason that decides who resumes it. */
async function moveCredentials(tx: Tx, ctx: Ctx, rows: CredentialRow[], fresh: WalletRow, reasonCode: string) {
  const made: { from: CredentialRow; to: CredentialRow }[] = []
  for (const from of rows) {
    const to = await issueCredential(tx, ctx, {
      person: { id: from.person_id },
      wallet: fresh,
      level: from.level,
      source: from.source,
      evidence: from.evidence,
      evidenceId: from.evidence_id,
      decisionId: from.decision_id,
      expiresAt: from.expires_at,
      state: from.state,
      reasonCode: from.state === 'suspended' ? from.reason_code : null,
    })
    await tx
      .update(credentials)
      .set({ state: 'superseded', reason_code: reasonCode, superseded_by: to.id, updated_at: new Date(ctx.now) })
      .where(inScope(credentials, ctx, eq(credentials.id, from.id)))
    made.push({ from, to })
  }
  return made
}

/** Freezes stay on the units, and what waits for a second person is about the new wallet. */
async function moveActs(tx: Tx, ctx: Ctx, old: WalletRow, fresh: WalletRow, except: string | null): Promise<void> {
  const open = and(inArray(holdingActs.status, OPEN_STATUSES), except ? ne(holdingActs.id, except) : undefined)
  await tx
    .update(holdingActs)
    .set({ wallet_address: fresh.address })
    .where(inScope(holdingActs, ctx, and(open, eq(holdingActs.wallet_address, old.address))))
  await tx
    .update(holdingActs)
    .set({ to_address: fresh.address })
    .where(inScope(holdingActs, ctx, and(open, eq(holdingActs.to_address, old.address))))
}

/** What is screened at each list change is the new wallet from now on. */
async function moveMonitoring(tx: Tx, ctx: Ctx, old: WalletRow, fresh: WalletRow): Promise<void> {
  const subjectOf = (wallet: WalletRow) => eq(monitoredSubjects.subject_id, subjectKey(ctx, { wallet_address: wallet.address }))
  const [row] = await tx
    .select()
    .from(monitoredSubjects)
    .where(inScope(monitoredSubjects, ctx, subjectOf(old)))
    .for('update')
  if (!row) return
  const [known] = await tx
    .select({ id: monitoredSubjects.id })
    .from(monitoredSubjects)
    .where(inScope(monitoredSubjects, ctx, subjectOf(fresh)))
  if (known) {
    await tx.delete(monitoredSubjects).where(inScope(monitoredSubjects, ctx, eq(monitoredSubjects.id, row.id)))
    return
  }
  const { keyring } = ctx.services
  const keyId = row.subject_key_id
  const subject = await keyring.open<SubjectToScreen>(tx, keyId, sealContext(keyId), row.subject_sealed)
  const sealed = await keyring.seal(tx, ctx, keyId, sealContext(keyId), { ...subject, wallet_address: fresh.address })
  await tx
    .update(monitoredSubjects)
    .set({ subject_id: subjectKey(ctx, { wallet_address: fresh.address }), subject_sealed: sealed, updated_at: new Date(ctx.now) })
    .where(inScope(monitoredSubjects, ctx, eq(monitoredSubjects.id, row.id)))
}

/** The second person approves: the wallet moves when its 24 hours are over, which its holder may use to stop it. */
export async function carryOutMove(tx: Tx, ctx: Ctx, act: ActRow): Promise<Carried> {
  const asked = [actAudit(act, 'approved', { asked_by: act.asked_by, to_address: act.to_address })]
  if (act.effective_at!.getTime() > ctx.now) {
    await setTimer(tx, ctx, { kind: 'wallet_move', subjectId: act.id, dueMs: act.effective_at!.getTime() })
    return { changes: { status: 'approved' }, audit: asked, events: [] }
  }
  const done = await moveAsAsked(tx, ctx, act, ctx.actor.id)
  return { ...done, audit: [...asked, ...done.audit] }
}

/** Moves the wallet of an approved act. */
async function moveAsAsked(tx: Tx, ctx: Ctx, act: ActRow, countersignedBy: string | null): Promise<Carried> {
  const [was] = await tx
    .select()
    .from(wallets)
    .where(inScope(wallets, ctx, eq(wallets.address, act.wallet_address!)))
    .limit(1)
  const { old, fresh } = await lockBoth(tx, ctx, was!, {
    canonical: act.to_address!,
    family: act.to_address!.startsWith('0x') ? 'evm' : 'solana',
  })
  const {
    moved,
    credentials: made,
    events,
  } = await moveWallet(tx, ctx, {
    old,
    fresh,
    actId: act.id,
    reasonCode: act.legal_basis,
    countersignedBy,
  })
  return {
    changes: { status: 'done', outcome: { moved, credential_id: made[0]?.id ?? null } },
    audit: [supersededAudit(old, fresh, { act_id: act.id, moved })],
    events,
  }
}

/** The audit entry of a wallet that was replaced. */
export const supersededAudit = (old: WalletRow, fresh: WalletRow, details: Record<string, unknown>): AuditInput => ({
  action: 'wallet_superseded',
  category: 'user',
  subject: { type: 'wallet', id: old.id },
  details: { new_wallet_id: fresh.id, ...details },
})

/** Carries out an approved move when its 24 hours are over; one that is not possible any more is denied, with the reason. */
export async function moveAfterWait(tx: Tx, ctx: Ctx, id: string): Promise<{ audit: AuditInput; events: EventInput[] } | null> {
  const act = await lockScoped(tx, holdingActs, ctx, id)
  if (act?.status !== 'approved') return null
  try {
    const { changes, audit, events } = await moveAsAsked(tx, ctx, act, act.approved_by)
    await changeAct(tx, ctx, act, changes)
    return { audit: audit[0]!, events }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await changeAct(tx, ctx, act, { status: 'denied', ended_at: new Date(ctx.now), end_reason: error.message })
    return { audit: actAudit(act, 'denied', { reason: error.code }), events: [] }
  }
}
