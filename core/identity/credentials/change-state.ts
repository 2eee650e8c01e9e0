import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { tenantCtx } from '#core/access/accounts/personal.ts'
import type { Ctx, Environment } from '#core/kernel/context.ts'
import { type EventInput, recordEvents } from '#core/record/events/events.ts'
import { type AuditInput, appendAudit } from '#core/record/log/append.ts'
import { setTimer } from '#core/record/timers/set-timer.ts'
import type { Tx } from '#db/connect.ts'
import { credentials, evidence, presentedCredentials, wallets } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { chainState } from './chain-state.ts'
import type { CredentialRow } from './issue.ts'
import { stateAt, summarise } from './live.ts'
import { ownReliance, tellRelyingTenants } from './relying.ts'
import { PRESENTED_ENDED, WANTING } from './standing.ts'

/** What became of credentials, for the verb in whose transaction it happened. */
export interface Changed {
  rows: CredentialRow[]
  audit: AuditInput[]
  events: EventInput[]
}

/** Why, and who: the two people, where two were needed. */
export interface Word {
  reasonCode: string
  askedBy?: string
  countersignedBy?: string
  caseId?: string
}

const EVENTS = { suspended: 'credential.suspended', active: 'credential.resumed', revoked: 'credential.revoked' } as const
const ACTS = { suspended: 'credential_suspend', active: 'credential_resume', revoked: 'credential_revoke' } as const

/** The one way to give credentials another state, with the same event for each. Tells whoever has to know; for revoked ones also those who relied on them. The rows must be locked. */
export async function changeState(tx: Tx, ctx: Ctx, rows: CredentialRow[], state: keyof typeof EVENTS, word: Word): Promise<Changed> {
  const done: Changed = { rows: [], audit: [], events: [] }
  for (const before of rows) {
    const [row] = await tx
      .update(credentials)
      .set({ state, reason_code: state === 'active' ? null : word.reasonCode, updated_at: new Date(ctx.now) })
      .where(inScope(credentials, ctx, eq(credentials.id, before.id)))
      .returning()
    const [wallet] = await tx
      .select({ control: wallets.control })
      .from(wallets)
      .where(inScope(wallets, ctx, eq(wallets.id, before.wallet_id)))
      .limit(1)
    const told = {
      credential: summarise(row!, wallet!, ctx.now, false),
      reason_code: word.reasonCode,
      ...(state === 'revoked' && { chain_state: chainState(row!, ctx.now) }),
    }
    const object = { ...told, asked_by: word.askedBy ?? null, countersigned_by: word.countersignedBy ?? null }
    // Who in this organisation said so is nobody else's business.
    if (state === 'revoked') await tellRelyingTenants(tx, ctx, before.id, { ...told, asked_by: null, countersigned_by: null })
    if (state !== 'active') {
      await endPresented(tx, ctx, before.id, state)
      await endPresentedAccreditation(tx, ctx, before.id, state)
    }
    done.rows.push(row!)
    done.audit.push({
      action: ACTS[state],
      category: 'user',
      subject: { type: 'credential', id: before.id },
      details: {
        reason_code: word.reasonCode,
        from: before.state,
        to: state,
        ...(word.caseId && { case_id: word.caseId }),
        ...(word.countersignedBy && { asked_by: word.askedBy ?? null, countersigned_by: word.countersignedBy }),
      },
    })
    done.events.push({
      type: EVENTS[state],
      resource: { type: 'credential', id: before.id },
      object: state === 'revoked' ? { ...object, affected_decisions: await ownReliance(tx, ctx, before.id) } : object,
    })
  }
  return done
}

/**
 * Carries the end of a credential to other organisations to which its holder presented it: what it told them is no evidence any more, and
 * what they sealed on it is suspended at once. A suspension that is lifted does not bring it back: the holder presents again.
 */
async function endPresented(tx: Tx, ctx: Ctx, credentialId: string, state: keyof typeof PRESENTED_ENDED): Promise<void> {
  const shown = await tx
    .update(presentedCredentials)
    .set({ state: 'ended' })
    .where(and(eq(presentedCredentials.source_credential_id, credentialId), eq(presentedCredentials.state, 'active')))
    .returning()
  for (const row of shown) {
    const tenant = await tenantCtx(ctx, row.organization_id, row.environment as Environment)
    const there: Ctx = { ...tenant, actor: { type: 'system', id: 'presented_credential' }, idempotency: null }
    // Shown twice it is evidence twice, and the link names the latest.
    const rests = or(eq(evidence.id, row.evidence_id), sql`${evidence.proof} ->> 'credential_id' = ${credentialId}`)
    const of = and(eq(evidence.person_id, row.person_id), eq(evidence.proves, 'identity'), eq(evidence.method, 'foreign_credential'), rests)
    const ended = await tx
      .update(evidence)
      .set({ state: 'withdrawn', reason_code: PRESENTED_ENDED[state], ended_by: there.actor.id, ended_at: new Date(there.now) })
      .where(inScope(evidence, there, and(of, eq(evidence.state, 'valid'))))
      .returning({ id: evidence.id })
    // It is told of with the evidence that is taken back in other ways.
    for (const { id } of ended) await setTimer(tx, there, { kind: 'evidence_taken_back', subjectId: id, dueMs: there.now })
    const stopped = await suspendPerson(tx, there, row.person_id, PRESENTED_ENDED[state])
    if (stopped.audit.length) await appendAudit(tx, there, stopped.audit)
    if (stopped.events.length) await recordEvents(tx, there, stopped.events)
  }
}

/** The same of an accreditation that its holder showed to other organisations: what they accepted because of it ends a moment later. */
async function endPresentedAccreditation(tx: Tx, ctx: Ctx, credentialId: string, state: keyof typeof PRESENTED_ENDED): Promise<void> {
  const shown = sql`${evidence.proof} ->> 'credential_id' = ${credentialId}`
  const rows = await tx
    .update(evidence)
    .set({ state: 'withdrawn', reason_code: PRESENTED_ENDED[state], ended_by: 'presented_credential', ended_at: new Date(ctx.now) })
    .where(and(shown, eq(evidence.proves, 'accreditation'), eq(evidence.method, 'foreign_credential'), eq(evidence.state, 'valid')))
    .returning({ id: evidence.id, organization_id: evidence.organization_id, environment: evidence.environment })
  for (const row of rows) {
    const there = await tenantCtx(ctx, row.organization_id, row.environment as Environment)
    await setTimer(tx, there, { kind: 'evidence_taken_back', subjectId: row.id, dueMs: there.now })
  }
}

/** A person's credentials in the given states, locked in one order. */
export async function personCredentials(
  tx: Tx,
  ctx: Ctx,
  personId: string,
  states: CredentialRow['state'][],
  reasons?: string[],
): Promise<CredentialRow[]> {
  return tx
    .select()
    .from(credentials)
    .where(
      inScope(
        credentials,
        ctx,
        and(
          eq(credentials.person_id, personId),
          inArray(credentials.state, states),
          reasons ? inArray(credentials.reason_code, reasons) : undefined,
        ),
      ),
    )
    .orderBy(credentials.id)
    .for('update')
}

/** Takes a person's credentials out of use until something about them is settled. */
export async function suspendPerson(tx: Tx, ctx: Ctx, personId: string, reasonCode: string, caseId?: string): Promise<Changed> {
  const live = (await personCredentials(tx, ctx, personId, ['active'])).filter((row) => stateAt(row, ctx.now) === 'active')
  return changeState(tx, ctx, live, 'suspended', { reasonCode, ...(caseId && { caseId }) })
}

/** Of suspended credentials those that evidence carries, where it was for want of it: what was shown for another wallet carries none. */
export async function carriedOf(tx: Tx, ctx: Ctx, held: readonly CredentialRow[]): Promise<CredentialRow[]> {
  const carried: CredentialRow[] = []
  for (const row of held) {
    const wanted = WANTING.includes(row.reason_code ?? '')
    const about = { personId: row.person_id, shownFor: row.wallet_id, played: null }
    if (!wanted || (await ctx.world.identity.of(tx, ctx, about)).status === 'verified') carried.push(row)
  }
  return carried
}

/** Puts back in use what `suspendPerson` took out of it for one of these reasons and has not run out. Whoever calls has screened the person. */
export async function resumePerson(tx: Tx, ctx: Ctx, personId: string, reasons: string[], word: Word): Promise<Changed> {
  const held = await carriedOf(tx, ctx, await personCredentials(tx, ctx, personId, ['suspended'], reasons))
  return changeState(
    tx,
    ctx,
    held.filter((row) => row.expires_at.getTime() > ctx.now),
    'active',
    word,
  )
}
