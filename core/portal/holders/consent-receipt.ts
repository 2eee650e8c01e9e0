import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Environment } from '#core/kernel/context.ts'
import { byId } from '#core/kernel/fields.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { auditLogs, consents, credentialUses } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { ownConsent } from './credentials.ts'

export interface ConsentReceipt {
  object: 'consent_receipt'
  /** The newest consent; what to withdraw, or to give again. */
  id: string
  relying_party: string
  environment: Environment
  market: 'securities'
  state: 'given' | 'withdrawn'
  /** Every time consent was given, oldest first, with its end. */
  periods: { id: string; disclosed: string[]; given_at: string; withdrawn_at: string | null }[]
  /** Every time the check was relied on, newest first: what was learnt, and the hash of the decision in the public log. */
  uses: { decision_id: string; market: string; disclosed: string[]; used_at: string; log_leaf: string | null }[]
  issued_at: string
}

/**
 * What one organisation learnt of the signed-in person, when, and on which consent: theirs to keep. Each use names the leaf of
 * the public log that its decision is. Throws `not_found`.
 */
export const readConsentReceipt = definePageVerb({
  name: 'own.consent_receipt',
  permission: 'account.read',
  input: byId(),
  run: async ({ ctx, input }): Promise<ConsentReceipt> => {
    const { consent, organization, tenant } = await ownConsent(ctx, input.id)
    const [given, used] = await Promise.all([
      ctx.db
        .select()
        .from(consents)
        .where(inScope(consents, tenant, eq(consents.person_id, consent.person_id)))
        .orderBy(asc(consents.given_at), asc(consents.id)),
      ctx.db
        .select()
        .from(credentialUses)
        .where(inScope(credentialUses, tenant, eq(credentialUses.person_id, consent.person_id)))
        .orderBy(asc(credentialUses.id)),
    ])
    const decisions = [...new Set(used.map((use) => use.decision_id))]
    const leaves = decisions.length
      ? await ctx.db
          .select({ decision: auditLogs.subject_id, leaf: auditLogs.leaf_hash })
          .from(auditLogs)
          .where(inScope(auditLogs, tenant, and(eq(auditLogs.subject_type, 'decision'), inArray(auditLogs.subject_id, decisions))))
          .orderBy(asc(auditLogs.timestamp))
      : []
    const leafOf = new Map(leaves.toReversed().map((row) => [row.decision, Buffer.from(row.leaf).toString('hex')]))
    const newest = given.at(-1)!
    return {
      object: 'consent_receipt',
      id: newest.id,
      relying_party: organization,
      environment: consent.environment as Environment,
      market: 'securities',
      state: newest.withdrawn_at ? 'withdrawn' : 'given',
      periods: given.map((row) => ({
        id: row.id,
        disclosed: row.levels,
        given_at: row.given_at.toISOString(),
        withdrawn_at: row.withdrawn_at?.toISOString() ?? null,
      })),
      uses: used.toReversed().map((row) => ({
        decision_id: row.decision_id,
        market: row.market,
        disclosed: row.disclosed,
        used_at: row.used_at.toISOString(),
        log_leaf: leafOf.get(row.decision_id) ?? null,
      })),
      issued_at: new Date(tenant.now).toISOString(),
    }
  },
})
