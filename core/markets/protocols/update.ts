import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { refuseSettingsAlone } from '#core/access/tenant/by-two.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import { type ProtocolTerms, protocolPolicies } from '#db/schema.ts'
import { inScope, lockScoped } from '#db/scoped.ts'
import { canonical } from '#engine/canonical.ts'
import { type ProtocolRow, type ProtocolView, presentProtocol, protocolAnswer, sameContract } from './present.ts'
import { keptTerms, protocolTerms } from './terms.ts'

const updateProtocolInput = z.strictObject(protocolTerms).partial()

/** So many earlier versions are told; the log keeps every one. */
const KEPT = 100

/**
 * Changes what a protocol asks, or pauses it, from the next check on, as a new version. What changes nothing makes none.
 * The proof of a contract goes with its place on the list. Throws `not_found`.
 */
export const updateProtocol = defineVerb({
  name: 'protocols.update',
  permission: 'protocols.write',
  input: byId('Protocol id, ptc_…').extend(updateProtocolInput.shape),
  output: protocolAnswer,
  run: async ({ ctx, input }) => {
    const { id, paused: wanted, ...change } = input
    // no event: who changes it has the answer, and each check says which version it followed.
    return write(ctx, async (tx) => {
      const row = await lockScoped(tx, protocolPolicies, ctx, id)
      if (!row) throw notFound()
      const sent = keptTerms({
        min_level: change.min_level === undefined ? (row.policy.min_level ?? null) : change.min_level,
        blocked_countries: change.blocked_countries ?? row.policy.blocked_countries ?? [],
        contracts: change.contracts ?? [],
      })
      const policy = change.contracts ? sent : { ...sent, contracts: row.policy.contracts ?? [] }
      // To stop at once takes one person.
      if (wanted !== true || Object.keys(change).length > 0) await refuseSettingsAlone(tx, ctx)
      return changeProtocol(tx, ctx, row, { policy, paused: wanted ?? row.paused })
    })
  },
})

/** Gives a locked protocol another policy, as a new version, within a transaction. What changes nothing makes none. */
export async function changeProtocol(
  tx: Tx,
  ctx: Ctx,
  row: ProtocolRow,
  { policy, paused }: { policy: ProtocolTerms; paused: boolean },
): Promise<{ result: ProtocolView; audit: AuditInput }> {
  const same = paused === row.paused && canonical({ ...policy }) === canonical({ ...row.policy })
  const past = { version: row.version, policy: row.policy, paused: row.paused, since: row.updated_at.toISOString() }
  const next = same
    ? row
    : {
        ...row,
        policy,
        paused,
        proofs: row.proofs.filter((proof) => policy.contracts?.some(sameContract(proof))),
        version: row.version + 1,
        history: [...row.history, past].slice(-KEPT),
        updated_at: new Date(ctx.now),
      }
  if (!same)
    await tx
      .update(protocolPolicies)
      .set({ policy, paused, proofs: next.proofs, version: next.version, history: next.history, updated_at: next.updated_at })
      .where(inScope(protocolPolicies, ctx, eq(protocolPolicies.id, row.id)))
  return {
    result: presentProtocol(next),
    audit: {
      action: 'protocol_changed',
      category: 'system',
      subject: { type: 'protocol', id: row.id },
      details: { protocol_name: row.name, version: next.version, ...policy, paused, changed: !same },
      ...(!same && { standing: [`protocol:${row.id}` as const, `protocol_proofs:${row.id}` as const] }),
    },
  }
}
