import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { requireDomain } from '#core/access/domains/manage.ts'
import { ensureWallet, refuseSuperseded, type WalletRow } from '#core/chain/wallets/find.ts'
import { createSessionInput } from '#core/identity/sessions/create.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField, notFound } from '#core/kernel/errors.ts'
import { byId, walletAddress } from '#core/kernel/fields.ts'
import { newId } from '#core/kernel/ids.ts'
import { type PermissionName, requirePermission } from '#core/kernel/permissions.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Queryable } from '#db/connect.ts'
import { clientSessions, investors, wallets } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import { CLIENT_SCOPES, type ClientScope, clientSessionShape } from './shape.ts'
import { hashOfClientToken } from './token.ts'

export type ClientSessionRow = typeof clientSessions.$inferSelect

/** What the key has to be allowed itself that hands on a scope, by whom the session is about. */
const NEEDS: Record<ClientScope, Record<'wallet' | 'investor', readonly PermissionName[]>> = {
  'status:read': { wallet: ['wallets.read', 'decisions.read'], investor: ['investors.read', 'decisions.read'] },
  'identity:start': { wallet: ['identity.write', 'identity.read'], investor: ['identity.write', 'identity.read'] },
  'appeals:open': { wallet: ['wallets.verify', 'wallets.read'], investor: ['investors.write', 'investors.read'] },
  'consents:change': { wallet: ['investors.write', 'investors.read'], investor: ['investors.write', 'investors.read'] },
}

/** Refuses a scope that whoever gives it out does not have. Throws `insufficient_scope`. */
export function requireOwn(giver: Ctx, scopes: readonly ClientScope[], about: Pick<ClientSessionRow, 'investor_id'>): void {
  for (const scope of scopes) for (const name of NEEDS[scope][about.investor_id ? 'investor' : 'wallet']) requirePermission(giver, name)
}

const MOST_ORIGINS = 10
const origin = z
  .string()
  .max(300)
  .regex(
    /^https?:\/\/[a-z0-9.-]+(:[1-9][0-9]{0,4})?$/,
    'An origin is a scheme and a host in lower case, such as https://app.example.com, without a path.',
  )

const createClientSessionInput = z.strictObject({
  wallet_address: walletAddress.optional(),
  investor_id: z.string().max(100).optional(),
  scopes: z
    .array(z.enum(CLIENT_SCOPES))
    .min(1)
    .max(CLIENT_SCOPES.length)
    .transform((scopes) => [...new Set(scopes)])
    .meta({
      description:
        '`status:read`: how the person stands and what is missing. `identity:start`: open an identity session about them. `appeals:open`: read what was refused and appeal. `consents:change`: read, take back and give again their consent',
    }),
  origins: z
    .array(origin)
    .min(1)
    .max(MOST_ORIGINS)
    .transform((origins) => [...new Set(origins)])
    .meta({
      description:
        'The pages that may use the token: `https://` and a proven domain of your organisation (POST /v1/domains). The sandbox also takes `http://localhost` with any port',
    }),
  identity: createSessionInput.pick({ level: true, claims: true, methods: true, provider: true }).optional().meta({
    description: 'What an identity session asks for that the page opens, as POST /v1/identity/sessions reads it. The page cannot change it',
  }),
  expires_in: z.number().int().min(60).max(900).default(900).meta({ description: 'For how many seconds the token is good' }),
})

/** A session as answers show it, without its token. */
const presentClientSession = (row: ClientSessionRow, wallet: Pick<WalletRow, 'address'> | null) => ({
  id: row.id,
  object: 'client_session' as const,
  wallet_address: wallet?.address ?? null,
  investor_id: row.investor_id,
  scopes: row.scopes as ClientScope[],
  origins: row.origins,
  expires_at: row.expires_at.toISOString(),
  revoked_at: row.revoked_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})

/**
 * Gives a page of the organisation a token for one wallet or investor: 15 minutes at most, for a few scopes, from its own pages alone. Nothing
 * goes further than the key that gives it, and it ends with that key. Throws `insufficient_scope`, `not_found`, `validation_failed`, `conflict`.
 */
export const createClientSession = defineVerb({
  name: 'client_sessions.create',
  permission: 'client_sessions.write',
  input: createClientSessionInput,
  output: clientSessionShape.extend({
    success: z.literal(true),
    token: z.string().meta({ description: 'For the page of this one person. Shown once; only its hash is kept' }),
  }),
  run: async ({ ctx, input }) => {
    const { actor } = ctx
    if (actor.type !== 'api_key') throw new AppError('forbidden', 'A client session is given out by an API key of your server.')
    if ((input.wallet_address === undefined) === (input.investor_id === undefined))
      throw invalidField('/wallet_address', 'required', 'Say whom it is about: a wallet_address or an investor_id, one of them.')
    requireOwn(ctx, input.scopes, { investor_id: input.investor_id ?? null })
    for (const [at, one] of input.origins.entries()) await requireOwnOrigin(ctx.db, ctx, one, at)
    // no event: whoever gave it out knows.
    return write(ctx, async (tx) => {
      const investor = input.investor_id === undefined ? null : await findScoped(tx, investors, ctx, input.investor_id)
      if (input.investor_id !== undefined && !investor) throw notFound()
      const wallet = input.wallet_address ? await ensureWallet(tx, ctx, input.wallet_address) : null
      if (wallet) refuseSuperseded(wallet)
      const token = `swc_${ctx.environment}_${randomBytes(32).toString('hex')}`
      const id = newId('client_session', ctx.now)
      const now = Date.now()
      const [row] = await tx
        .insert(clientSessions)
        .values({
          id,
          organization_id: ctx.organizationId,
          environment: ctx.environment,
          api_key_id: actor.id,
          token_hash: hashOfClientToken(token),
          wallet_id: wallet?.id ?? null,
          investor_id: investor?.id ?? null,
          scopes: input.scopes,
          origins: input.origins,
          identity: input.identity ?? {},
          // By the wall: the clock of a sandbox can be set, and a token must end all the same.
          expires_at: new Date(now + input.expires_in * 1_000),
          created_at: new Date(now),
        })
        .returning()
      return {
        result: { success: true as const, ...presentClientSession(row!, wallet), token },
        audit: {
          action: 'client_session_opened',
          category: 'user',
          subject: { type: 'client_session', id },
          details: { wallet_id: row!.wallet_id, investor_id: row!.investor_id, scopes: row!.scopes, origins: row!.origins },
        },
      }
    })
  },
})

/** Ends a token at once. Ended already, it stays so. Throws `not_found`. */
export const revokeClientSession = defineVerb({
  name: 'client_sessions.revoke',
  permission: 'client_sessions.write',
  input: byId('Id of the client session, cls_…'),
  output: clientSessionShape.extend({ success: z.literal(true) }),
  run: async ({ ctx, input }) =>
    // no event: whoever ended it knows.
    write(ctx, async (tx) => {
      const row = await lockScoped(tx, clientSessions, ctx, input.id)
      if (!row) throw notFound()
      const [now] = await tx
        .update(clientSessions)
        .set({ revoked_at: row.revoked_at ?? new Date() })
        .where(inScope(clientSessions, ctx, eq(clientSessions.id, row.id)))
        .returning()
      const wallet = row.wallet_id ? await findScoped(tx, wallets, ctx, row.wallet_id) : null
      return {
        result: { success: true as const, ...presentClientSession(now!, wallet) },
        audit: { action: 'client_session_revoked', category: 'user', subject: { type: 'client_session', id: row.id } },
      }
    }),
})

/** Refuses a page that is not the organisation's own. Throws `validation_failed`. */
export async function requireOwnOrigin(db: Queryable, ctx: Ctx, one: string, at = 0): Promise<void> {
  const { protocol, host } = new URL(one)
  try {
    // A page without TLS gives its token to whoever listens; what the sandbox takes unproven is a developer's own machine.
    if (protocol !== 'https:' && !ctx.world.tenant.ownsUnproven(host))
      throw invalidField('/domain', 'invalid_url', `${one} has to be an address with https.`)
    await requireDomain(db, ctx, host)
  } catch (error) {
    const field = error instanceof AppError ? error.fields[0] : undefined
    if (!field) throw error
    throw invalidField(`/origins/${at}`, field.code, field.detail)
  }
}
