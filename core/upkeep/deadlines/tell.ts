import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Ctx, Environment } from '#core/kernel/context.ts'
import type { Services } from '#core/kernel/services.ts'
import { rulesetFor } from '#core/record/decisions/rulesets.ts'
import { lastPolicy, type PolicyRow } from '#core/record/policies/note.ts'
import { decideAgain, type Flips } from '#core/record/simulations/decide-again.ts'
import { forTenant } from '#core/record/simulations/simulate.ts'
import { write } from '#core/record/transaction.ts'
import { systemCtxIn } from '#core/sources/world.ts'
import { decisions, eventSequences, policies } from '#db/schema.ts'
import { inScope, lockName } from '#db/scoped.ts'
import type { Ruleset } from '#engine/rulesets.ts'

/** So many of an organisation's newest decisions are made again under the new rules. */
const DECISIONS = 500

/**
 * Tells every organisation that has decisions or webhook endpoints of rules that came into force, each once, with what they would
 * have made of its newest decisions. Returns how many were told.
 */
export async function tellPolicies(services: Services): Promise<number> {
  const { db } = services.connection
  const waiting = await db.select().from(policies).where(isNull(policies.told_at)).orderBy(policies.number)
  let told = 0
  for (const policy of waiting) {
    const ruleset = await rulesetFor({ db }, policy.version, policy.sha256)
    const [before] = await db
      .select()
      .from(policies)
      .where(eq(policies.number, policy.number - 1))
    // A process of an earlier build leaves the rules in force to one that can run them; rules that came and went are past telling.
    if (!ruleset && (await lastPolicy(db))!.id === policy.id) break
    if (ruleset && before)
      for (const { id, environment } of await untold(services, policy))
        told += await tell(services, id, environment, before, policy, ruleset)
    await db.update(policies).set({ told_at: new Date() }).where(eq(policies.id, policy.id))
  }
  return told
}

async function untold(services: Services, policy: PolicyRow) {
  const { rows } = await services.connection.db.execute<{ id: string; environment: Environment }>(sql`
    select o.id, e.environment from organizations o cross join (values ('production'), ('sandbox')) e(environment)
    where (exists (select 1 from webhook_endpoints w where w.organization_id = o.id and w.environment = e.environment)
        or exists (select 1 from decisions d where d.organization_id = o.id and d.environment = e.environment))
      and not exists (select 1 from event_sequences s
        where s.organization_id = o.id and s.environment = e.environment and s.resource_id = ${policy.id})
    order by o.id, e.environment`)
  return rows
}

async function tell(
  services: Services,
  organizationId: string,
  environment: Environment,
  before: PolicyRow,
  policy: PolicyRow,
  ruleset: Ruleset,
): Promise<number> {
  const ctx = await systemCtxIn(services, { id: 'policies', organizationId, environment })
  const flips = forTenant(await decideAgain(ctx, inScope(decisions, ctx, eq(decisions.ruleset_sha256, before.sha256)), DECISIONS, ruleset))
  return write(ctx, async (tx) => {
    await lockName(tx, ctx, policy.id)
    const already = await isTold(tx, ctx, policy)
    return {
      result: already ? 0 : 1,
      audit: {
        action: already ? 'policy_known' : 'policy_told',
        category: 'system',
        subject: { type: 'policy', id: policy.id },
        details: { sha256: policy.sha256, decisions: flips.total, flipped: flips.flipped },
      },
      events: already
        ? []
        : [
            {
              type: policy.change === 'rolled_back' ? ('policy.rolled_back' as const) : ('policy.published' as const),
              resource: { type: 'policy', id: policy.id },
              object: {
                policy: {
                  id: policy.id,
                  version: policy.version,
                  sha256: policy.sha256,
                  in_force_since: policy.in_force_since.toISOString(),
                },
                replaces: { version: before.version, sha256: before.sha256 },
                flip_summary: summaryOf(flips),
              },
            },
          ],
    }
  })
}

async function isTold(tx: Parameters<typeof lockName>[0], ctx: Ctx, policy: PolicyRow): Promise<boolean> {
  const [row] = await tx
    .select({ sequence: eventSequences.sequence })
    .from(eventSequences)
    .where(and(inScope(eventSequences, ctx, eq(eventSequences.resource_id, policy.id))))
    .limit(1)
  return row !== undefined
}

/** Which answers would have been others, counted; the decisions themselves are found with a simulation. */
function summaryOf({ total, flipped, skipped, matrix, responsible }: Flips) {
  const changes = Object.entries(matrix).flatMap(([from, counts]) =>
    Object.entries(counts).flatMap(([to, count]) => (from !== to && count ? [{ from, to, count }] : [])),
  )
  return { decisions: total, flipped, changes, responsible: responsible.slice(0, 20), skipped }
}
