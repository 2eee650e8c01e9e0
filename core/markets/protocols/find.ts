import { eq } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import type { Queryable } from '#db/connect.ts'
import { protocolPolicies } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { ProtocolRow } from './present.ts'

/** The tenant's own policy for a protocol, by its name in any case; null where it has none. */
export async function findProtocol(db: Queryable, ctx: Ctx, name: string): Promise<ProtocolRow | null> {
  const [row] = await db
    .select()
    .from(protocolPolicies)
    .where(inScope(protocolPolicies, ctx, eq(protocolPolicies.protocol, name.toLowerCase())))
    .limit(1)
  return row ?? null
}
