import { and, asc, eq, gt, inArray, lt, lte, ne, or, sql } from 'drizzle-orm'
import type { Client } from 'viem'
import { type FinalBlock, finalBlock } from '#chains/evm/claims.ts'
import type { Environment } from '#core/kernel/context.ts'
import { eachOf } from '#core/kernel/each-of.ts'
import type { Services } from '#core/kernel/services.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { askedChains } from '#core/record/chain-receipts.ts'
import { write } from '#core/record/transaction.ts'
import { credentialCopies, credentials } from '#db/schema.ts'
import { inScope, lockScoped } from '#db/scoped.ts'
import { type CopyRow, chainState, copyKey, sumUp } from './chain-state.ts'
import type { CredentialRow } from './issue.ts'
import { stateAt } from './live.ts'
import { endedThere } from './on-chain.ts'

const BATCH = 500
const AT_ONCE = 8
/** A word of bits is written whole, so one sent late can take back an end that was confirmed: it is looked at again. */
const AGAIN_MS = 86_400_000

type Asked = { client: Client; block: FinalBlock } | null

/**
 * Asks each chain, by its newest final block, whether what was given out of ended credentials is over there too. A chain without endpoint makes
 * it `unknown`; one that does not answer changes nothing. Returns how many copies changed.
 */
export async function settleCopies(services: Services): Promise<number> {
  const now = new Date()
  const rows = await services.connection.db
    .select({ copy: credentialCopies, credential: credentials })
    .from(credentialCopies)
    .innerJoin(credentials, eq(credentials.id, credentialCopies.credential_id))
    .where(
      and(
        or(inArray(credentials.state, ['revoked', 'superseded']), lte(credentials.expires_at, now)),
        or(
          ne(credentialCopies.state, 'confirmed'),
          and(gt(credentials.expires_at, now), lt(credentialCopies.checked_at, new Date(now.getTime() - AGAIN_MS))),
        ),
      ),
    )
    .orderBy(sql`${credentialCopies.checked_at} asc nulls first`, asc(credentialCopies.credential_id))
    .limit(BATCH)
  if (!rows.length) return 0
  const chains = askedChains(services)
  const asked = new Map<number, Promise<Asked>>()
  const ask = (chainId: number): Promise<Asked> | 'none' => {
    const chain = chains.find((one) => one.chainId === String(chainId))
    if (!chain) return 'none'
    const known =
      asked.get(chainId) ??
      chain.serves().then(async (serves) => (serves ? { client: chain.client, block: await finalBlock(chain.client) } : null))
    asked.set(chainId, known)
    return known
  }
  let changed = 0
  await eachOf(rows, AT_ONCE, async ({ copy, credential }) => {
    const chain = ask(copy.chain_id)
    if (chain === 'none') {
      if (await settle(services, credential, copy, 'unknown', null)) changed++
      return
    }
    const found = await chain
    if (!found) return
    const ended = await endedThere(found.client, found.block, copy, credential)
    if (await settle(services, credential, copy, ended ? 'confirmed' : 'issued', String(found.block.number))) changed++
  })
  return changed
}

async function settle(
  services: Services,
  credential: CredentialRow,
  copy: CopyRow,
  state: 'unknown' | 'confirmed' | 'issued',
  block: string | null,
): Promise<boolean> {
  const environment = credential.environment as Environment
  const ctx = systemCtx(services, { id: 'chain', organizationId: copy.organization_id, environment })
  const at = new Date(ctx.now)
  const place = inScope(credentialCopies, ctx, copyKey(copy))
  if (copy.state === state) {
    await ctx.db.update(credentialCopies).set({ block, checked_at: at }).where(place)
    return false
  }
  return write(ctx, async (tx) => {
    const row = await lockScoped(tx, credentials, ctx, credential.id)
    await tx
      .update(credentialCopies)
      .set({ state, block, checked_at: at, confirmed_at: state === 'confirmed' ? at : null })
      .where(place)
    const whole = await sumUp(tx, ctx, credential.id)
    const { form, chain_id, contract } = copy
    return {
      result: true,
      audit: {
        action: `credential_on_chain_${state === 'issued' ? 'pending' : state}`,
        category: 'user',
        subject: { type: 'credential', id: credential.id },
        details: { form, chain_id, contract, block },
      },
      events:
        row && whole === 'confirmed'
          ? [
              {
                type: 'credential.ended_on_chain',
                resource: { type: 'credential', id: row.id },
                object: {
                  id: row.id,
                  state: stateAt(row, ctx.now),
                  chain_state: chainState({ ...row, chain_state: whole }, ctx.now),
                  chain_id,
                  block,
                },
              },
            ]
          : [],
    }
  })
}
