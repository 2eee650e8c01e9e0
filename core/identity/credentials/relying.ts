import { and, eq, gte, ne, or } from 'drizzle-orm'
import { tenantCtx } from '#core/access/accounts/personal.ts'
import type { Ctx, Environment } from '#core/kernel/context.ts'
import { recordEvents } from '#core/record/events/events.ts'
import type { Tx } from '#db/connect.ts'
import { credentialUses } from '#db/schema.ts'

const RELIED_MS = 180 * 86_400_000

/** Decisions of the caller's own that rested on the credential in the last 180 days. */
export async function ownReliance(tx: Tx, ctx: Ctx, credentialId: string): Promise<string[]> {
  const rows = await tx
    .select({ decision_id: credentialUses.decision_id })
    .from(credentialUses)
    .where(
      and(
        eq(credentialUses.credential_id, credentialId),
        eq(credentialUses.organization_id, ctx.organizationId),
        eq(credentialUses.environment, ctx.environment),
        gte(credentialUses.used_at, new Date(ctx.now - RELIED_MS)),
      ),
    )
  return rows.map((row) => row.decision_id)
}

/**
 * Tells every other tenant that relied on a credential in the last 180 days that it was revoked, each with its own decisions
 * only. Who else relied on it is told to nobody.
 */
export async function tellRelyingTenants(tx: Tx, ctx: Ctx, credentialId: string, object: Record<string, unknown>): Promise<void> {
  const uses = await tx
    .select()
    .from(credentialUses)
    .where(
      and(
        eq(credentialUses.credential_id, credentialId),
        or(ne(credentialUses.organization_id, ctx.organizationId), ne(credentialUses.environment, ctx.environment)),
        gte(credentialUses.used_at, new Date(ctx.now - RELIED_MS)),
      ),
    )
  for (const rows of Map.groupBy(uses, (use) => `${use.organization_id} ${use.environment}`).values()) {
    const { organization_id, environment } = rows[0]!
    await recordEvents(tx, await tenantCtx(ctx, organization_id, environment as Environment), [
      {
        type: 'credential.revoked',
        resource: { type: 'credential', id: credentialId },
        object: { ...object, affected_decisions: [...new Set(rows.map((row) => row.decision_id))] },
      },
    ])
  }
}
