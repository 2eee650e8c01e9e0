import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { tenantCtx } from '#core/access/accounts/personal.ts'
import { giverOf } from '#core/access/api-keys/authenticate.ts'
import type { WalletRow } from '#core/chain/wallets/find.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import type { InvestorRow } from '#core/securities/investors/create.ts'
import type { Queryable } from '#db/connect.ts'
import { clientSessions, investors, wallets } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import { type ClientSessionRow, requireOwn, requireOwnOrigin } from './create.ts'
import type { ClientScope } from './shape.ts'
import { CLIENT_TOKEN, hashOfClientToken } from './token.ts'

/** What every call of a page says: its token, and where the browser says it is. */
export const clientCall = { token: z.string().max(200), origin: z.string().max(300) }

/** A call of a page about its one person. */
export interface ClientCall {
  /** As made within the tenant, by nobody who may anything besides. */
  ctx: Ctx
  session: ClientSessionRow
  wallet: WalletRow | null
  investor: InvestorRow | null
}

/** Whether some page of this origin was given a token of late: others learn nothing, not even why they are refused. */
export async function isKnownOrigin(db: Queryable, origin: string): Promise<boolean> {
  const [found] = await db
    .select({ id: clientSessions.id })
    .from(clientSessions)
    .where(sql`${clientSessions.origins} @> ${JSON.stringify([origin])}::jsonb`)
    .limit(1)
  return found !== undefined
}

/**
 * The person a token is about, and the call as made within its tenant. The token, the page, the scope, the domain of the page and the key that
 * gave it out are looked at each time. Throws `session_expired`, `cross_origin`, `insufficient_scope`, and why that key does nothing.
 */
export async function openClientSession(caller: Ctx, { token, origin }: { token: string; origin: string }, scope: ClientScope) {
  const [session] = CLIENT_TOKEN.test(token)
    ? await caller.db
        .select()
        .from(clientSessions)
        .where(eq(clientSessions.token_hash, hashOfClientToken(token)))
        .limit(1)
    : []
  // By the wall: the clock of a sandbox can be set.
  if (!session || session.revoked_at || session.expires_at.getTime() <= Date.now())
    throw new AppError('session_expired', 'This token has ended, or was never given out. Ask your own server for another.')
  if (!session.origins.includes(origin)) throw new AppError('cross_origin', 'This token is not for the page that sent it.')
  if (!session.scopes.includes(scope)) throw new AppError('insufficient_scope', `This token lacks the scope ${scope}.`)
  const giver = await giverOf(caller.services, session.api_key_id)
  const ctx: Ctx = {
    ...(await tenantCtx(caller, session.organization_id, session.environment)),
    actor: { type: 'anonymous', id: 'anonymous' },
  }
  requireOwn({ ...ctx, actor: giver }, [scope], session)
  // A domain that changed hands is nobody's page any more.
  await requireOwnOrigin(ctx.db, ctx, origin)
  const wallet = session.wallet_id ? await findScoped(ctx.db, wallets, ctx, session.wallet_id) : null
  const investor = session.investor_id ? await findScoped(ctx.db, investors, ctx, session.investor_id) : null
  if (!wallet && !investor) throw notFound()
  return { ctx, session, wallet, investor } satisfies ClientCall
}
