import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { notify } from '#core/record/notifications/notify.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { selfExclusions } from '#db/schema.ts'
import { lockName } from '#db/scoped.ts'
import { openPerson } from '../persons/ensure.ts'
import { ownInvestor, ownPerson, provenWallets } from '../persons/own-investor.ts'
import type { WireExclusion } from './present.ts'
import { exclusionKey, exclusionTerms, lastDay, startExclusion } from './start.ts'

const excludeOwnInput = z.object({
  ...exclusionTerms,
  understood: z.literal(true, 'Confirm that you know it cannot be undone.'),
})

/**
 * Excludes the signed-in person from play, with every operator that asks: by the wallets they proved, the records linked to their
 * account, and their identity once it is verified. It cannot be undone, only made longer. `ctx` is a personal one.
 */
export const excludeOwn = definePageVerb({
  name: 'exclusions.exclude_own',
  permission: 'account.write',
  input: excludeOwnInput,
  run: async ({ ctx, input }): Promise<{ success: true } & WireExclusion> => {
    const until = lastDay(ctx, input)
    return write(ctx, async (tx) => {
      await lockName(tx, ctx, `self-exclusion:${ctx.actor.id}`)
      const [own, [wallet]] = [await ownInvestor(tx, ctx), await provenWallets(tx, ctx)]
      // Only an identity that was checked: nobody may exclude a namesake by typing a name.
      const data = own?.identity_status === 'verified' ? await openPerson(tx, ctx, await ownPerson(tx, ctx, own)) : null
      const written = await startExclusion(tx, ctx, {
        source: 'holder',
        scope: input.scope,
        until,
        bound: {
          wallet_id: wallet?.id ?? null,
          person_id: own?.person_id ?? null,
          user_id: ctx.actor.id,
          person_key: exclusionKey(ctx, data),
        },
        same: eq(selfExclusions.user_id, ctx.actor.id),
      })
      if (written.events?.length)
        await notify(tx, ctx, {
          userId: ctx.actor.id,
          title: `You are excluded from ${input.scope === 'gambling' ? 'gambling' : 'play'} through ${written.result.until}`,
          body: 'Every operator that checks you with Sealwright is told so. It cannot be undone, only made longer.',
          href: '/dashboard/wallet',
        })
      return written
    })
  },
})
