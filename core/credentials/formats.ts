import { z } from 'zod'
import { issueClaims } from '#credentials/claim.ts'
import { EAS_DEPLOYMENTS, issueEas } from '#credentials/eas.ts'
import { issuerDid } from '#credentials/keys.ts'
import type { CredentialRecord, Level } from '#credentials/record.ts'
import { issueVc } from '#credentials/vc.ts'
import type { Ctx } from '../context.ts'
import { invalidField } from '../errors.ts'
import { walletAddress } from '../fields.ts'
import { requirePermission } from '../permissions.ts'
import type { WalletRow } from '../wallets/find.ts'
import type { CredentialRow } from './issue.ts'
import { stateAt } from './live.ts'
import { findCredential } from './manage.ts'

const recordOf = (row: CredentialRow, wallet: WalletRow): CredentialRecord => ({
  id: row.id,
  environment: row.environment as 'sandbox' | 'production',
  wallet: { family: wallet.family as 'evm' | 'solana', address: wallet.address },
  level: row.level as Level,
  issuedAt: Math.floor(row.issued_at.getTime() / 1000),
  expiresAt: Math.floor(row.expires_at.getTime() / 1000),
  statusList: row.status_list,
  statusIndex: row.status_index,
})

const head = (ctx: Ctx, row: CredentialRow, format: string) => ({
  success: true as const,
  object: 'credential_format' as const,
  id: row.id,
  format,
  hash: row.credential_hash,
  state: stateAt(row, ctx.now),
})
const onlyEvm = () => invalidField('/id', 'invalid_enum', 'This format exists for Ethereum-style wallets only. Use the VC.')

/** The credential as a W3C Verifiable Credential (VC 2.0 in a JWT). It stays readable after its end; its status list says so. */
export async function credentialAsVc({ ctx, input }: { ctx: Ctx; input: { id: string } }) {
  requirePermission(ctx, 'credentials.read')
  const { row, wallet } = await findCredential(ctx.db, ctx, input.id)
  const { publicUrl } = ctx.services.config
  const issuer = { signer: ctx.services.keyring.keys.issuer[ctx.environment], did: issuerDid(publicUrl, ctx.environment), publicUrl }
  return { ...head(ctx, row, 'vc+jwt'), credential: await issueVc(issuer, recordOf(row, wallet)) }
}

export const easQuery = z.strictObject({
  chain_id: z.enum(['1', '137', '11155111']).default('1').meta({ description: 'Chain whose EAS contract the signature names' }),
})

/** The credential as an off-chain attestation of the Ethereum Attestation Service. */
export async function credentialAsEas({ ctx, input }: { ctx: Ctx; input: { id: string } & z.output<typeof easQuery> }) {
  requirePermission(ctx, 'credentials.read')
  const { row, wallet } = await findCredential(ctx.db, ctx, input.id)
  const deployment = EAS_DEPLOYMENTS[Number(input.chain_id)]!
  const attestation = await issueEas(ctx.services.keyring.keys.attester[ctx.environment], deployment, recordOf(row, wallet))
  if (!attestation) throw onlyEvm()
  return { ...head(ctx, row, 'eas'), attestation }
}

export const claimQuery = z.strictObject({
  identity: walletAddress.meta({ description: 'The ONCHAINID contract the claims are for' }),
  issuer_contract: walletAddress.meta({ description: 'The claim issuer contract' }),
})

/** The credential as ERC-735 claims for one on-chain identity, one for each level it includes. */
export async function credentialAsClaims({ ctx, input }: { ctx: Ctx; input: { id: string } & z.output<typeof claimQuery> }) {
  requirePermission(ctx, 'credentials.read')
  const { row, wallet } = await findCredential(ctx.db, ctx, input.id)
  for (const field of ['identity', 'issuer_contract'] as const)
    if (input[field].family !== 'evm')
      throw invalidField(`/${field}`, 'invalid_address', 'This must be an Ethereum-style contract address.')
  const claims = await issueClaims(ctx.services.keyring.keys.attester[ctx.environment], recordOf(row, wallet), {
    identity: input.identity.canonical as `0x${string}`,
    issuerContract: input.issuer_contract.canonical as `0x${string}`,
    publicUrl: ctx.services.config.publicUrl,
  })
  if (!claims) throw onlyEvm()
  return { ...head(ctx, row, 'erc735'), claims }
}
