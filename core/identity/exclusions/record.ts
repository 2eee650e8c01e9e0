import { eq, inArray, or } from 'drizzle-orm'
import { z } from 'zod'
import { ensureWallet } from '#core/chain/wallets/find.ts'
import { walletAddress } from '#core/kernel/fields.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { selfExclusions, wallets } from '#db/schema.ts'
import { inScope, lockName } from '#db/scoped.ts'
import { openPerson } from '../persons/ensure.ts'
import { boundPerson } from '../wallets/starting-credential.ts'
import { exclusionAnswer } from './present.ts'
import { exclusionKey, exclusionTerms, lastDay, startExclusion } from './start.ts'

const recordExclusionInput = z.strictObject({ wallet_address: walletAddress, ...exclusionTerms })

/**
 * Records that the person behind a wallet excluded themselves from play with the caller's organisation: from now on no wallet of
 * theirs is eligible there. A later day makes it longer. Throws `self_exclusion_stands` for an earlier one.
 */
export const recordExclusion = defineVerb({
  name: 'gaming.exclude',
  permission: 'exclusions.write',
  input: recordExclusionInput,
  output: exclusionAnswer,
  run: async ({ ctx, input }) => {
    const until = lastDay(ctx, input)
    return write(ctx, async (tx) => {
      const wallet = await ensureWallet(tx, ctx, input.wallet_address)
      await lockName(tx, ctx, `self-exclusion:${wallet.person_id ?? wallet.id}`)
      const person = await boundPerson(tx, ctx, wallet)
      const person_key = person ? exclusionKey(ctx, await openPerson(tx, ctx, person)) : null
      const others = person
        ? tx
            .select({ id: wallets.id })
            .from(wallets)
            .where(inScope(wallets, ctx, eq(wallets.person_id, person.id)))
        : [wallet.id]
      const {
        result,
        audit,
        events = [],
      } = await startExclusion(tx, ctx, {
        source: 'organization',
        scope: input.scope,
        until,
        bound: { wallet_id: wallet.id, person_id: person?.id ?? null, user_id: null, person_key },
        same: or(inArray(selfExclusions.wallet_id, others), person ? eq(selfExclusions.person_id, person.id) : undefined)!,
      })
      return { result, audit, events }
    })
  },
})
