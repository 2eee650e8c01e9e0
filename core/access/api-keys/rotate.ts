import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { type Ctx, type Environment, withTenant } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { newId } from '#core/kernel/ids.ts'
import { ownerOf, scopeBeyond, usableScopes } from '#core/kernel/permissions.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { apiKeys, organizations } from '#db/schema.ts'
import { actsFor, covers, generateKey, keyCache, memberBehind } from './authenticate.ts'
import { programBehind, requireProven } from './maker.ts'
import { ownKey } from './own-key.ts'
import { apiKey, presentKey } from './present.ts'
import { requireRoom } from './room.ts'

const shown = z.object({ success: z.literal(true), object: z.literal('api_key'), ...apiKey.shape })

/** A new key like this one; the old one works for `overlap_hours` more (0 ends it at once). */
export const rotateApiKey = defineVerb({
  name: 'keys.rotate',
  permission: 'keys.manage',
  input: byId().extend({ overlap_hours: z.number().int().min(0).max(168).default(24) }),
  output: shown.extend({ key: z.string(), replaces: z.string(), old_key_expires_at: z.string() }),
  run: async ({ ctx, input }) => {
    const found = await ownKey(ctx, input.id)
    if (ctx.actor.type === 'api_key' && found.environment !== ctx.environment) throw notFound()
    await requireNoMore(ctx, found)
    requireProven(ctx, found.environment as Environment)
    requireRenewable(found)
    const { key, keyPrefix, keyHash } = generateKey(found.environment as Environment)
    const id = newId('api_key')
    const until = new Date(Date.now() + input.overlap_hours * 3_600_000)
    const result = await write(withTenant(ctx, ctx.organizationId, found.environment as Environment), async (tx) => {
      await tx.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, found.organization_id)).for('update')
      const [now] = await tx.select().from(apiKeys).where(eq(apiKeys.id, found.id)).for('update').limit(1)
      // Of several renewals at once one makes the successor.
      requireRenewable(now!)
      await requireRoom(tx, found.organization_id)
      const [made] = await tx
        .insert(apiKeys)
        .values({
          ...sameAs(found),
          id,
          key_prefix: keyPrefix,
          key_hash: keyHash,
          replaced_by: null,
          family: found.family ?? found.id,
          warned_days: null,
          created_by: maker(ctx, found),
          scopes: scopesOf(ctx, found),
        })
        .returning()
      await tx
        .update(apiKeys)
        .set({
          replaced_by: id,
          expires_at: found.expires_at && found.expires_at < until ? found.expires_at : until,
          ...(input.overlap_hours === 0 && { is_active: false }),
        })
        .where(eq(apiKeys.id, found.id))
      return {
        result: {
          success: true as const,
          object: 'api_key' as const,
          ...presentKey(made!),
          key,
          replaces: found.id,
          old_key_expires_at: until.toISOString(),
        },
        audit: {
          action: 'api_key_rotated',
          category: 'system',
          subject: { type: 'api_key', id: found.id },
          details: { new_key: id, overlap_hours: input.overlap_hours },
          standing: [`api_key:${found.id}`, `api_key:${id}`],
        },
        events: [
          {
            type: 'api_key.rotated',
            resource: { type: 'api_key', id: found.id },
            object: { key: { id: found.id, name: found.name, prefix: found.key_prefix, environment: found.environment }, replaced_by: id },
          },
        ],
      }
    })
    keyCache.drop(found.key_hash)
    return result
  },
})

function requireRenewable(row: typeof apiKeys.$inferSelect): void {
  if (!row.is_active) throw new AppError('invalid_transition', 'A revoked key cannot be rotated. Create a new one.')
  if (row.expires_at && row.expires_at.getTime() <= Date.now())
    throw new AppError('invalid_transition', 'An expired key cannot be rotated. Create a new one.')
  if (row.replaced_by)
    throw new AppError('invalid_transition', 'This key is replaced already and works until its overlap ends. Rotate the newer one.')
}

/**
 * Renewing hands over the new key: so a key renews only what acts for its own person and can do no more than it does, and a person only
 * what can do no more than they may, of a service account too.
 */
async function requireNoMore(ctx: Ctx, found: typeof apiKeys.$inferSelect): Promise<void> {
  const { actor } = ctx
  if (actor.type === 'user' && found.service_account_id) await programBehind(ctx, found.service_account_id)
  if (actor.type === 'user' && found.created_by !== actor.id) {
    const [behind] = await ctx.db.select(actsFor).from(apiKeys).where(eq(apiKeys.id, found.id)).limit(1)
    // A key whose person has left gives nobody what that person could do.
    const member = memberBehind(behind!, found) ?? ownerOf(actor.member?.standing ?? 'investor')
    const scope = scopeBeyond(actor.member, { scopes: found.scopes, member, environment: found.environment as Environment })
    if (scope)
      throw new AppError(
        'forbidden',
        `This key can do what you may not (${scope}), and a new one would be in your hands. Who made it, or an owner, can rotate it; or make a key of your own.`,
      )
  }
  if (actor.type !== 'api_key' || found.id === actor.id) return
  const [own] = await ctx.db
    .select({ by: apiKeys.created_by, program: apiKeys.service_account_id })
    .from(apiKeys)
    .where(eq(apiKeys.id, actor.id))
    .limit(1)
  if (!covers(actor.scopes, found.scopes) || own?.by !== found.created_by || own.program !== found.service_account_id)
    throw new AppError('insufficient_scope', 'A key renews itself, and keys of the same person that can do no more than it does.')
}

/** Whom the new key acts for: a key that renews itself stays with its person, so that it never counts as a second one. */
const maker = (ctx: Ctx, found: typeof apiKeys.$inferSelect) => (ctx.actor.type === 'user' ? ctx.actor.id : found.created_by)

/** What a renewed key has of the old one. */
function sameAs({
  id: _id,
  key_hash: _hash,
  key_prefix: _prefix,
  created_at: _created,
  last_used_at: _used,
  last_used_ip: _ip,
  last_used_route: _route,
  ...same
}: typeof apiKeys.$inferSelect) {
  return same
}

/** What the new key can do: for a person who renews another's key what they may today, so that a later promotion does not widen it. */
const scopesOf = (ctx: Ctx, found: typeof apiKeys.$inferSelect): string[] =>
  ctx.actor.type === 'user' && !found.service_account_id
    ? [...usableScopes(found.scopes, ctx.actor.member, found.environment as Environment)]
    : found.scopes

/** The key in use, with the scopes it can use now. */
export const getOwnKey = defineVerb({
  name: 'keys.self',
  permission: 'keys.self',
  output: shown,
  run: async ({ ctx }) => {
    const [row] = await ctx.db
      .select()
      .from(apiKeys)
      .where(and(eq(apiKeys.id, ctx.actor.id), eq(apiKeys.organization_id, ctx.organizationId)))
      .limit(1)
    if (!row) throw notFound()
    const { actor } = ctx
    const scopes = actor.type === 'api_key' ? usableScopes(row.scopes, actor.member, actor.environment) : row.scopes
    return { success: true as const, object: 'api_key' as const, ...presentKey(row), scopes: [...scopes] }
  },
})
