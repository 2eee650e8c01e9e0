import { z } from 'zod'
import type { Ctx } from '../context.ts'
import type { WireDecision } from '../decisions/present.ts'
import { requirePermission } from '../permissions.ts'
import { verifyWallet, walletVerifyInput } from '../wallets/verify.ts'
import { findCredential, presentCredential } from './manage.ts'

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
 * and the rules decide. Without an "allow" no credential is issued, and the answer says why. Throws as `verifyWallet`.
 */
export async function issueForHolder({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.output<typeof issueCredentialInput>
}): Promise<CredentialIssuance> {
  requirePermission(ctx, 'credentials.write')
  const done = await verifyWallet({ ctx, input: { ...input, force_new: true } })
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
