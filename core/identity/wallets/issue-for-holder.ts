import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { requirePermission } from '#core/kernel/permissions.ts'
import type { WireDecision } from '#core/record/decisions/present.ts'
import { findCredential, presentCredential } from '../credentials/manage.ts'
import { walletVerifyInput } from './verification-fields.ts'
import { verifyWalletVerb } from './verify.ts'

const { wallet_address, kyc_data, level, signature } = walletVerifyInput.shape

export const issueCredentialInput = z.strictObject({ wallet_address, kyc_data: kyc_data.unwrap(), level, signature })

export interface CredentialIssuance {
  success: true
  object: 'credential_issuance'
  wallet_id: string
  verification_status: string
  credential: ReturnType<typeof presentCredential> | null
  rejection: { code: string; message: string; retryable: boolean } | null
  decision: WireDecision
}

/**
 * Issues a credential for the person behind a wallet, after the same checks as every verification: the holder is screened
 * and the rules decide. Without an "allow" no credential is issued, and the answer says why. Throws as `verifyWalletVerb`.
 */
export async function issueForHolder({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.output<typeof issueCredentialInput>
}): Promise<CredentialIssuance> {
  requirePermission(ctx, 'credentials.write')
  const done = await verifyWalletVerb.run({ ctx, input: { ...input, force_new: true } })
  const held = done.verified && done.credential ? await findCredential(ctx.db, ctx, done.credential.id) : null
  return {
    success: true,
    object: 'credential_issuance',
    wallet_id: done.wallet_id,
    verification_status: done.verification_status,
    credential: held ? presentCredential(held.row, held.wallet, ctx.now) : null,
    rejection: done.rejection,
    decision: done.decision,
  }
}
