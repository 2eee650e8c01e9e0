import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { actAudit, holdingActAnswer, insertAct, openAct, presentAct, type WireAct } from '#core/identity/acts/acts.ts'
import { type CredentialRow, issueCredential } from '#core/identity/credentials/issue.ts'
import { summarise } from '#core/identity/credentials/live.ts'
import { actInput, credentialAnswer, findCredential, presentCredential, stateAfter } from '#core/identity/credentials/manage.ts'
import { requireClear } from '#core/identity/credentials/require-clear.ts'
import { proveControl } from '#core/identity/wallets/prove-control.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField, notFound } from '#core/kernel/errors.ts'
import { byId, walletAddress, walletSignature } from '#core/kernel/fields.ts'
import { requirePermission } from '#core/kernel/permissions.ts'
import type { EventInput } from '#core/record/events/events.ts'
import { type Written, write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import { credentials } from '#db/schema.ts'
import { inScope, lockScoped } from '#db/scoped.ts'
import { COOLING_OFF_MS, lockBoth, moveWallet, refuseMove, supersededAudit } from './move.ts'
import { tellMoveAsked } from './tell-move.ts'

const supersedeInput = actInput
  .extend({
    new_wallet_address: walletAddress.optional().meta({ description: 'The wallet that takes the place of a lost one' }),
    new_signature: walletSignature.optional().meta({ description: 'A challenge signed by the new wallet. Needed in production' }),
    old_signature: walletSignature.optional().meta({ description: 'A challenge signed by the old wallet: then nothing waits' }),
  })
  .refine((v) => v.new_wallet_address !== undefined || (!v.new_signature && !v.old_signature), {
    message: 'Signatures belong to a move: name the new wallet.',
    path: ['new_wallet_address'],
  })
type Input = { id: string } & z.output<typeof supersedeInput>
type Answer = { success: true; supersedes: string | null; move: WireAct | null } & ReturnType<typeof presentCredential>

/**
 * Replaces a credential by a new one of the same level and end, after a new screening found nothing. With `new_wallet_address` its
 * wallet is replaced: at once when both wallets signed, else 24 hours later and with a second person's word. Throws `not_found`,
 * `invalid_transition`, `wallet_bound_to_other_person`, `already_exists`, and as the proof of control does.
 */
export const supersedeCredential = defineVerb({
  name: 'credentials.supersede',
  permission: 'credentials.write',
  input: supersedeInput.safeExtend(byId().shape),
  output: credentialAnswer.extend({
    supersedes: z.string().nullable().meta({ description: 'Null while the move of a wallet waits' }),
    move: holdingActAnswer.nullable(),
  }),
  run: async ({ ctx, input }) => {
    // Whoever moves a wallet moves what it holds.
    if (input.new_wallet_address) requirePermission(ctx, 'holdings.write')
    return write(ctx, async (tx) => {
      const seen = await findCredential(tx, ctx, input.id)
      const address = input.new_wallet_address
      if (!address) return renew(tx, ctx, input)
      // Wallets before credentials, as checks lock them.
      const both = await lockBoth(tx, ctx, seen.wallet, address)
      return move(tx, ctx, { ...input, new_wallet_address: address }, both)
    })
  },
})

async function renew(tx: Tx, ctx: Ctx, input: Input): Promise<Written<Answer>> {
  const found = await lockScoped(tx, credentials, ctx, input.id)
  if (!found) throw notFound()
  const { wallet } = await findCredential(tx, ctx, input.id)
  const state = stateAfter(found, 'renew', ctx.now)
  await requireClear(tx, ctx, found, wallet)
  // A renewal confirms who the holder is; it does not verify anew, so the end of validity stays.
  const next = await issueCredential(tx, ctx, {
    person: { id: found.person_id },
    wallet,
    level: found.level,
    source: found.source,
    evidence: found.evidence,
    evidenceId: found.evidence_id,
    decisionId: found.decision_id,
    expiresAt: found.expires_at,
  })
  await tx
    .update(credentials)
    .set({ state, reason_code: input.reason_code, superseded_by: next.id, updated_at: new Date(ctx.now) })
    .where(inScope(credentials, ctx, eq(credentials.id, found.id)))
  const summary = summarise(next, wallet, ctx.now, false)
  return {
    result: { success: true as const, ...presentCredential(next, wallet, ctx.now), supersedes: found.id, move: null },
    audit: {
      action: 'credential_supersede',
      category: 'user',
      subject: { type: 'credential', id: found.id },
      details: { reason_code: input.reason_code, superseded_by: next.id },
    },
    events: [
      {
        type: 'credential.renewed',
        resource: { type: 'credential', id: found.id },
        object: { credential: summary, supersedes: found.id },
      },
      {
        type: 'credential.issued',
        resource: { type: 'credential', id: next.id },
        object: { credential: summary, formats: ['vc+jwt', 'eas', 'erc735'] },
      },
    ],
  }
}

async function move(
  tx: Tx,
  ctx: Ctx,
  input: Input & { new_wallet_address: NonNullable<Input['new_wallet_address']> },
  both: Awaited<ReturnType<typeof lockBoth>>,
): Promise<Written<Answer>> {
  const events: EventInput[] = []
  let { old, fresh } = both
  refuseMove(old, fresh)
  const found = await lockScoped(tx, credentials, ctx, input.id)
  if (!found) throw notFound()
  stateAfter(found, 'move_wallet', ctx.now)
  if (input.new_signature) {
    const proof = await proveControl(tx, ctx, fresh, input.new_signature)
    fresh = proof.wallet
    events.push(proof.event)
  }
  if (ctx.world.chain.wantsProof && fresh.control !== 'proven')
    throw new AppError('signature_invalid', 'A signature by the new wallet is needed. Ask for a challenge first.')
  if (input.old_signature) {
    const proof = await proveControl(tx, ctx, old, input.old_signature)
    old = proof.wallet
    events.push(proof.event)
  }
  if (input.old_signature && fresh.control === 'proven') return moveNow(tx, ctx, { input, found, old, fresh, events })
  if (!input.document_sha256)
    throw invalidField(
      '/document_sha256',
      'required',
      'Without a signature of the old wallet a document is needed, such as the holder’s statement.',
    )
  const known = await openAct(tx, ctx, { kind: 'wallet_move', walletAddress: old.address })
  if (known) throw new AppError('already_exists', 'A move of this wallet waits already.', { extra: { existing_id: known } })
  const act = await insertAct(tx, ctx, {
    kind: 'wallet_move',
    status: 'proposed',
    person_id: found.person_id,
    wallet_address: old.address,
    to_address: fresh.address,
    legal_basis: input.reason_code,
    document_sha256: input.document_sha256,
    note: input.note ?? null,
    credential_id: found.id,
    effective_at: new Date(ctx.now + COOLING_OFF_MS),
  })
  return {
    result: { success: true, ...presentCredential(found, old, ctx.now), supersedes: null, move: presentAct(act) },
    audit: actAudit(act, 'asked', { to_address: fresh.address, credential_id: found.id }),
    events,
    mails: await tellMoveAsked(tx, ctx, act),
  }
}

async function moveNow(
  tx: Tx,
  ctx: Ctx,
  p: {
    input: Input
    found: CredentialRow
    old: Parameters<typeof moveWallet>[2]['old']
    fresh: Parameters<typeof moveWallet>[2]['fresh']
    events: EventInput[]
  },
): Promise<Written<Answer>> {
  const act = await insertAct(tx, ctx, {
    kind: 'wallet_move',
    status: 'done',
    person_id: p.found.person_id,
    wallet_address: p.old.address,
    to_address: p.fresh.address,
    legal_basis: p.input.reason_code,
    document_sha256: p.input.document_sha256 ?? null,
    note: p.input.note ?? null,
    credential_id: p.found.id,
    effective_at: new Date(ctx.now),
  })
  const done = await moveWallet(tx, ctx, {
    old: p.old,
    fresh: p.fresh,
    actId: act.id,
    reasonCode: p.input.reason_code,
    countersignedBy: null,
  })
  const now = await findCredential(tx, ctx, done.credentials.find((one) => one.level === p.found.level)?.id ?? p.found.id)
  return {
    result: {
      success: true,
      ...presentCredential(now.row, now.wallet, ctx.now),
      supersedes: p.found.id,
      move: { ...presentAct(act), outcome: { moved: done.moved } },
    },
    audit: supersededAudit(p.old, p.fresh, { act_id: act.id, moved: done.moved, reason_code: p.input.reason_code, signed: true }),
    events: [...p.events, ...done.events],
  }
}
