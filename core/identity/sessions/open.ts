import { eq } from 'drizzle-orm'
import { tenantCtx } from '#core/access/accounts/personal.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { identitySessions } from '#db/schema.ts'
import { hashOfToken } from './create.ts'
import type { SessionRow } from './present.ts'

/**
 * The session that a secret opens, and the call as made within its tenant by its person, who needs no account. Throws `not_found` for a
 * secret that nobody gave out.
 */
export async function openIdentitySession(caller: Ctx, token: string): Promise<{ ctx: Ctx; session: SessionRow }> {
  const [session] = await caller.db
    .select()
    .from(identitySessions)
    .where(eq(identitySessions.token_hash, hashOfToken(token)))
    .limit(1)
  if (!session) throw notFound()
  const ctx = await tenantCtx(caller, session.organization_id, session.environment)
  return { ctx: { ...ctx, actor: { type: 'anonymous', id: 'anonymous' } }, session }
}
