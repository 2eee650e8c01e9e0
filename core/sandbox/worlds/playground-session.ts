import { budgetOfAddress } from '#core/access/budgets/amounts.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { newId } from '#core/kernel/ids.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { write } from '#core/record/transaction.ts'
import { insertThrowaway } from './throwaway.ts'

const LIFETIME_MS = 24 * 3_600_000

/** A throw-away sandbox for somebody without an account: an own organisation and a key that both end after a day. */
export async function createPlaygroundSession({ ctx }: { ctx: Ctx }): Promise<{ key: string; key_id: string; expires_at: string }> {
  const organizationId = newId('organization')
  const expires = new Date(Date.now() + LIFETIME_MS)
  const system = { ...systemCtx(ctx.services, { id: 'playground', organizationId, environment: 'sandbox' }), requestId: ctx.requestId }
  // no event: a tenant that begins here has no webhook yet.
  return write(system, async (tx) => {
    const { key, keyId, keyPrefix } = await insertThrowaway(tx, {
      organizationId,
      name: 'Playground',
      expires,
      budget: budgetOfAddress(ctx.services, ctx.ip),
    })
    return {
      result: { key, key_id: keyId, expires_at: expires.toISOString() },
      audit: {
        action: 'playground_started',
        category: 'system',
        subject: { type: 'organization', id: organizationId },
        details: { key_prefix: keyPrefix },
      },
    }
  })
}
