import { offerings } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { tenantKeyId } from '../keyring.ts'
import { may, requirePermission } from '../permissions.ts'

/** What a document belongs to: a person's account, or an offering. */
export interface Owner {
  owner_type: 'user' | 'offering'
  owner_id: string
}

/** The data key of a person's account: what it seals can be erased with it. */
export const userKeyId = (userId: string) => `user:${userId}`

/**
 * Lets the caller at an owner's documents, or refuses. People have their own; reviewers may read a person's; an offering's
 * belong to its organisation. Says which data key seals them.
 */
export async function requireOwner(ctx: Ctx, owner: Owner, act: 'read' | 'write'): Promise<{ subjectKeyId: string }> {
  if (owner.owner_type === 'user') {
    requirePermission(ctx, act === 'read' ? 'account.read' : 'account.write')
    const own = ctx.actor.type === 'user' && ctx.actor.id === owner.owner_id
    if (!own && !(act === 'read' && may(ctx.actor, 'users.write'))) throw notFound()
    return { subjectKeyId: userKeyId(owner.owner_id) }
  }
  requirePermission(ctx, act === 'read' ? 'offerings.read' : 'offerings.write')
  if (!(await findScoped(ctx.db, offerings, ctx, owner.owner_id))) throw notFound()
  return { subjectKeyId: tenantKeyId(ctx) }
}
