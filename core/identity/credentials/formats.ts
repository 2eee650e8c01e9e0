import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { finalBlock, issuerKind, managesIdentity } from '#chains/evm/claims.ts'
import type { WalletRow } from '#core/chain/wallets/find.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField } from '#core/kernel/errors.ts'
import { byId, walletAddress } from '#core/kernel/fields.ts'
import { queryInteger } from '#core/kernel/query-fields.ts'
import { defineVerb } from '#core/record/verb.ts'
import { issueClaims } from '#credentials/claim.ts'
import { EAS_DEPLOYMENTS, issueEas } from '#credentials/eas.ts'
import { walletIdentities } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { askChain, noteCopy, recordOf, requireInUse, requireSameChain } from './forms.ts'
import type { CredentialRow } from './issue.ts'
import { stateAt } from './live.ts'
import { findCredential } from './manage.ts'

type Hex = `0x${string}`

export const formatHeadOf = (ctx: Ctx, row: CredentialRow, format: z.output<typeof formatHead>['format']) => ({
  success: true as const,
  object: 'credential_format' as const,
  id: row.id,
  format,
  hash: row.credential_hash,
  state: stateAt(row, ctx.now),
})
const onlyEvm = () => invalidField('/id', 'invalid_enum', 'This format exists for Ethereum-style wallets only. Use the VC.')

export const formatHead = z.object({
  success: z.literal(true),
  object: z.literal('credential_format'),
  id: z.string(),
  format: z.enum(['vc+jwt', 'dc+sd-jwt', 'eas', 'erc735']),
  hash: z.string(),
  state: z.string(),
})

/** A credential in use, with its wallet. Throws `not_found`, `credential_invalid`. */
export async function credentialInUse(ctx: Ctx, id: string): Promise<{ row: CredentialRow; wallet: WalletRow }> {
  const found = await findCredential(ctx.db, ctx, id)
  requireInUse(found.row, found.wallet, ctx.now)
  return found
}

const easQuery = z.strictObject({
  chain_id: z.enum(['1', '137', '11155111']).default('1').meta({ description: 'Chain whose EAS contract the signature names' }),
})

/**
 * The credential as an off-chain attestation of the Ethereum Attestation Service. It has no room to say that control was only
 * asserted, so in production the wallet must have proven it. Throws `credential_invalid`, `signature_invalid`, `signer_mismatch`.
 */
export const credentialAsEas = defineVerb({
  name: 'credentials.eas',
  permission: 'credentials.read',
  input: byId().extend(easQuery.shape),
  output: formatHead.extend({ attestation: z.looseObject({ signer: z.string(), sig: z.looseObject({}) }) }),
  run: async ({ ctx, input }) => {
    const { row, wallet } = await credentialInUse(ctx, input.id)
    if (wallet.family !== 'evm') throw onlyEvm()
    if (ctx.world.chain.wantsProof && wallet.control !== 'proven')
      throw new AppError(
        'signature_invalid',
        'This wallet has not proven control. Let it sign a challenge first: an attestation cannot say "asserted".',
      )
    const deployment = EAS_DEPLOYMENTS[Number(input.chain_id)]!
    requireSameChain(wallet, deployment.chainId)
    const attestation = (await issueEas(ctx.services.keyring.keys.attester[ctx.environment], deployment, recordOf(row, wallet)))!
    const { uid } = attestation.sig
    await noteCopy(ctx, row, {
      form: 'eas',
      chain_id: deployment.chainId,
      contract: deployment.contract,
      identity: '',
      kind: 'eas',
      signed: [{ uid, signer: attestation.signer }],
    })
    return { ...formatHeadOf(ctx, row, 'eas'), attestation }
  },
})

const contract = (field: string, address: z.output<typeof walletAddress>): Hex => {
  if (address.family !== 'evm') throw invalidField(`/${field}`, 'invalid_address', 'This must be an Ethereum-style contract address.')
  return address.canonical as Hex
}

const claimQuery = z.strictObject({
  identity: walletAddress.meta({ description: 'The ONCHAINID contract the claims are for; the wallet has signed for it before' }),
  issuer_contract: walletAddress.meta({ description: 'The claim issuer contract' }),
  chain_id: queryInteger(1, 2_147_483_647).default(1).meta({ description: 'Chain both contracts stand on' }),
})

/**
 * The credential as ERC-735 claims for one on-chain identity, one for each level it includes. A claim names no wallet, so it is made only
 * for an identity that this very wallet signed for (`bindIdentity`), and whose management key it is now, by the newest final block. The
 * claim issuer must be able to take claims back. Throws `credential_invalid`, `credential_bound_elsewhere`, `chain_not_configured`, `not_ready`.
 */
export const credentialAsClaims = defineVerb({
  name: 'credentials.claim',
  permission: 'credentials.read',
  input: byId().extend(claimQuery.shape),
  output: formatHead.extend({ claims: z.array(z.looseObject({ topic: z.string(), signature: z.string(), data: z.string() })) }),
  run: async ({ ctx, input }) => {
    const { row, wallet } = await credentialInUse(ctx, input.id)
    if (wallet.family !== 'evm') throw onlyEvm()
    const [identity, issuerContract] = [contract('identity', input.identity), contract('issuer_contract', input.issuer_contract)]
    requireSameChain(wallet, input.chain_id)
    const bound = await isBound(ctx, wallet, input.chain_id, identity)
    const seen = await askChain(ctx.services, input.chain_id, async (client) => {
      const block = await finalBlock(client)
      const [manages, kind] = await Promise.all([
        bound && managesIdentity(client, block, identity, wallet.address as Hex),
        issuerKind(client, block, issuerContract),
      ])
      return { manages, kind }
    })
    if (!bound)
      throw new AppError(
        'credential_bound_elsewhere',
        'The wallet of this credential has not signed for this identity. Bind it with POST /v1/credentials/{id}/identities.',
      )
    if (!seen.manages) throw notManager(identity)
    if (!seen.kind)
      throw invalidField(
        '/issuer_contract',
        'invalid_address',
        'No claim issuer stands there that can take a claim back, at the newest final block.',
      )
    const claims = (await issueClaims(ctx.services.keyring.keys.attester[ctx.environment], recordOf(row, wallet), {
      identity,
      issuerContract,
      publicUrl: ctx.services.config.publicUrl,
    }))!
    const signed = claims.map(({ signature, topic }) => ({ signature, topic }))
    await noteCopy(ctx, row, { form: 'erc735', chain_id: input.chain_id, contract: issuerContract, identity, kind: seen.kind, signed })
    return { ...formatHeadOf(ctx, row, 'erc735'), claims }
  },
})

export const notManager = (identity: string) =>
  new AppError('credential_bound_elsewhere', `The wallet is no management key of the identity ${identity} at the newest final block.`)

async function isBound(ctx: Ctx, wallet: WalletRow, chainId: number, identity: string): Promise<boolean> {
  const place = and(
    eq(walletIdentities.wallet_id, wallet.id),
    eq(walletIdentities.chain_id, chainId),
    eq(walletIdentities.identity, identity),
  )
  const rows = await ctx.db
    .select({ at: walletIdentities.proven_at })
    .from(walletIdentities)
    .where(inScope(walletIdentities, ctx, place))
    .limit(1)
  return rows.length > 0
}
