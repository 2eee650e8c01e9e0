import { z } from 'zod'
import { decision } from '#core/kernel/answers.ts'
import { answering } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Queryable } from '#db/connect.ts'
import { findCredential, presentCredential, storedCredential } from '../credentials/manage.ts'
import { walletVerifyInput } from './verification-fields.ts'
import { verifyWalletVerb } from './verify.ts'

type Verified = Awaited<ReturnType<typeof verifyWalletVerb.run>>
const { wallet_address, kyc_data, level, signature } = walletVerifyInput.shape

/**
 * Issues a credential for the person behind a wallet, after the same checks as every verification: the holder is screened
 * and the rules decide. Without an "allow" no credential is issued, and the answer says why. Throws as `verifyWalletVerb`.
 */
export const issueForHolder = defineVerb({
  name: 'credentials.create',
  permission: 'credentials.write',
  input: z.strictObject({ wallet_address, kyc_data: kyc_data.unwrap(), level, signature }),
  output: z.object({
    success: z.literal(true),
    object: z.literal('credential_issuance'),
    wallet_id: z.string(),
    verification_status: z.enum(['basic', 'enhanced', 'pending', 'rejected', 'none']),
    credential: storedCredential.nullable(),
    rejection: z.object({ code: z.string(), message: z.string(), retryable: z.boolean() }).nullable(),
    decision,
  }),
  run: async ({ ctx, input }) => {
    const answer = async (db: Queryable, done: Verified) => {
      const held = done.verified && done.credential ? await findCredential(db, ctx, done.credential.id) : null
      return {
        success: true as const,
        object: 'credential_issuance' as const,
        wallet_id: done.wallet_id,
        verification_status: done.verification_status,
        credential: held ? presentCredential(held.row, held.wallet, ctx.now) : null,
        rejection: done.rejection,
        decision: done.decision,
      }
    }
    return answer(ctx.db, await verifyWalletVerb.run({ ctx: answering(ctx, answer), input: { ...input, force_new: true } }))
  },
})
