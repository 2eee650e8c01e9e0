import { z } from 'zod'
import { personalCtx, tenantCtx } from '#core/access/accounts/personal.ts'
import { readSession, userCtx } from '#core/access/accounts/session.ts'
import { keyMaker } from '#core/access/api-keys/maker.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { parseInput } from '#core/kernel/parse-input.ts'
import { type PermissionName, requirePermission } from '#core/kernel/permissions.ts'
import { readWalletBalance } from '#core/portal/user-wallets/balance.ts'
import { connectUserWallet } from '#core/portal/user-wallets/connect.ts'
import { proveOwnWallet, proveWalletInput } from '#core/portal/user-wallets/prove.ts'
import { createWalletTransaction, listWalletTransactions, walletTransactionInput } from '#core/portal/user-wallets/transactions.ts'
import { auditLogInput, writeAuditEntry } from '#core/record/audit/write-entry.ts'
import { type AppDeps, baseCtx } from '../app-deps.ts'
import { bearerActor } from '../middleware/authenticate.ts'
import { takeCall } from '../middleware/budgets.ts'
import type { AppContext } from '../middleware/errors.ts'
import { anonymousCalls } from './back-end/anonymous.ts'
import { refuseOtherSites } from './back-end/caller.ts'
import { readJson } from './run-operation.ts'

type Handler = (c: AppContext) => Promise<Response>

/** The functions of the product spec, section 7, that are not operations of the public API. camelCase, as the spec has them. */
export function backEndFunctions(deps: AppDeps): Map<string, Handler> {
  const anonymous = (c: AppContext) => baseCtx(deps, { requestId: c.get('requestId'), request: c.req.raw, env: c.env })
  /** The signed-in person, or the one who made the key that is sent, in the key's environment. Null scope: only a key that may do all. */
  const user = async (c: AppContext, scope: PermissionName | null): Promise<{ ctx: Ctx }> => {
    const base = anonymous(c)
    const signedIn = await readSession(deps.services, deps.auth, c.req.raw.headers, base)
    if (signedIn) return { ctx: await personalCtx(userCtx(base, signedIn, 'production')) }
    if (!c.req.raw.headers.has('authorization')) throw new AppError('not_signed_in', 'Authentication required. Please sign in to continue.')
    const key = await bearerActor(deps, c.req.raw, base.ip)
    await takeCall(deps, c, key)
    if (scope) requirePermission({ ...base, actor: key }, scope)
    else if (!key.scopes.includes('*')) throw new AppError('insufficient_scope', 'Only a key with every scope writes to the audit log.')
    const actor = await keyMaker(deps.services, key)
    return { ctx: await tenantCtx({ ...base, actor }, key.organizationId, key.environment) }
  }
  const body = async <S extends z.ZodType>(c: AppContext, schema: S): Promise<z.output<S>> => {
    refuseOtherSites(deps, c.req.raw)
    return parseInput(schema, await readJson(c.req.raw))
  }
  const answer = (result: object) => Response.json(result)

  return new Map<string, Handler>([
    [
      'send-contact-email',
      async (c) => {
        refuseOtherSites(deps, c.req.raw)
        const calls = anonymousCalls(deps, anonymous(c), c.req.raw.headers)
        return answer(await calls.sendContactEmail(() => readJson(c.req.raw)))
      },
    ],
    ['audit-log', async (c) => answer(await writeAuditEntry({ ctx: (await user(c, null)).ctx, input: await body(c, auditLogInput) }))],
    [
      'wallet-transactions-list',
      async (c) =>
        answer(
          await listWalletTransactions({
            ctx: (await user(c, 'wallets.read')).ctx,
            input: await body(c, z.strictObject({ walletAddress: z.string() })),
          }),
        ),
    ],
    [
      'wallet-balance',
      async (c) =>
        answer(
          await readWalletBalance({
            ctx: (await user(c, 'wallets.read')).ctx,
            input: await body(c, z.strictObject({ address: z.string(), chainId: z.union([z.string(), z.number()]) })),
          }),
        ),
    ],
    [
      'wallet-connect',
      async (c) =>
        answer(
          await connectUserWallet({
            ctx: (await user(c, 'wallets.verify')).ctx,
            input: await body(
              c,
              z.strictObject({ address: z.string(), chainId: z.union([z.string(), z.number()]), provider: z.string().max(100) }),
            ),
          }),
        ),
    ],
    // Not in the spec's list: the signature over the challenge that wallet-connect hands out.
    [
      'wallet-prove',
      async (c) => answer(await proveOwnWallet({ ctx: (await user(c, 'wallets.verify')).ctx, input: await body(c, proveWalletInput) })),
    ],
    [
      'wallet-transaction-create',
      async (c) =>
        answer(await createWalletTransaction({ ctx: (await user(c, 'wallets.verify')).ctx, input: await body(c, walletTransactionInput) })),
    ],
  ])
}
