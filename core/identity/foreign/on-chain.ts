import type { Client } from 'viem'
import { finalBlock, managesIdentity } from '#chains/evm/claims.ts'
import { decodeFields, readAttestation, readIdentityClaim } from '#chains/evm/foreign.ts'
import type { WalletRow } from '#core/chain/wallets/find.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { askChain, requireSameChain } from '../credentials/forms.ts'
import type { Mapping } from '../trust/claims.ts'
import { claimsOf, type TrustedIssuerRow, trustedOf } from '../trust/trusted.ts'
import { establishedBy, type ForeignWord, type Spoken } from './found.ts'

type Hex = `0x${string}`
type Holder = Pick<WalletRow, 'address' | 'control_chain_id'>

const untrusted = (what: string) =>
  new AppError('issuer_not_trusted', `${what} Let its issuer in with POST /v1/identity/trusted-issuers, and have another person agree.`)

/**
 * Reads attestations (EAS) of trusted attesters about a wallet, all of one attester, at a final block. Throws `issuer_not_trusted`,
 * `chain_not_configured`, `not_ready`, `credential_invalid`, `credential_of_another`, `credential_revoked`, `credential_expired`,
 * `credential_says_too_little`.
 */
export async function readAttestations(ctx: Ctx, wallet: Holder, chainId: number, uids: readonly Hex[]): Promise<ForeignWord> {
  requireSameChain(wallet, chainId)
  const issuers = (await trustedOf(ctx.db, ctx, 'eas')).filter((row) => row.chain_id === chainId)
  if (!issuers.length) throw untrusted(`You trust no attester on chain ${chainId}.`)
  const contracts = [...new Set(issuers.map((row) => row.material as Hex))]
  const { block, found } = await askChain(ctx.services, chainId, async (client) => {
    const at = await finalBlock(client)
    return { block: at, found: await Promise.all(uids.map((uid) => findAttestation(client, at, contracts, uid))) }
  })
  const words = found.map((one) => wordOf(ctx, one, issuers, wallet))
  const issuer = words[0]!.issuer
  if (words.some((one) => one.issuer.id !== issuer.id))
    throw new AppError('credential_invalid', 'These are of several attesters. Present those of one at a time.')
  const ends = found.flatMap(({ attestation }) => attestation.expirationTime || [])
  return {
    ...{ issuer, ...establishedBy(words), shown: uids.join(' '), until: ends.length ? Math.min(...ends) * 1_000 : null },
    proof: { form: 'eas', chain_id: chainId, contract: found[0]!.contract, attester: issuer.identifier, uids, block: String(block.number) },
  }
}

type Found = Awaited<ReturnType<typeof findAttestation>>

async function findAttestation(client: Client, block: Parameters<typeof readAttestation>[1], contracts: readonly Hex[], uid: Hex) {
  for (const contract of contracts) {
    const attestation = await readAttestation(client, block, contract, uid)
    if (attestation) return { contract, attestation }
  }
  throw new AppError('credential_invalid', `No attestation ${uid} is final in the contracts you trust on this chain.`)
}

function wordOf(ctx: Ctx, { contract, attestation }: Found, issuers: readonly TrustedIssuerRow[], wallet: Holder) {
  const { attester, schema, recipient, revocationTime, expirationTime, data } = attestation
  const issuer = issuers.find((row) => row.identifier === attester && row.material === contract)
  if (!issuer) throw untrusted('This attestation is of an attester whom you do not trust.')
  if (recipient !== wallet.address) throw anothers()
  if (revocationTime !== 0) throw revoked()
  if (expirationTime !== 0 && expirationTime * 1_000 <= ctx.now) throw expired()
  return { issuer, ...spoken(claimsOf(issuer)[schema], data) }
}

const anothers = () => new AppError('credential_of_another', 'This was given to another wallet than the one of this call.')
const revoked = () => new AppError('credential_revoked', 'Its issuer took this back.')
const expired = () => new AppError('credential_expired', 'This has run out. Ask its issuer for a new one.')

/** What data mean by the mapping of their issuer. */
function spoken(mapping: Mapping | undefined, data: Hex): Spoken {
  if (!mapping)
    throw new AppError('credential_says_too_little', 'You trust this issuer, but not for what this says: its claims do not name it.')
  const values = mapping.abi ? decodeFields(mapping.abi, data) : {}
  if (!values) throw new AppError('credential_invalid', 'The data are not made as the claims of its issuer say.')
  return { mapping, values }
}

/**
 * Reads claims (ERC-735) of a trusted claim issuer on the identity that a wallet manages, at a final block. Throws as `readAttestations`,
 * `credential_of_another` where the wallet's key does not manage the identity.
 */
export async function readClaimsOf(
  ctx: Ctx,
  wallet: Holder,
  chainId: number,
  identity: Hex,
  topics: readonly string[],
): Promise<ForeignWord> {
  requireSameChain(wallet, chainId)
  const issuers = (await trustedOf(ctx.db, ctx, 'onchainid')).filter((row) => row.chain_id === chainId)
  if (!issuers.length) throw untrusted(`You trust no claim issuer on chain ${chainId}.`)
  const { block, manages, held } = await askChain(ctx.services, chainId, async (client) => {
    const at = await finalBlock(client)
    const asked = issuers.map(async (issuer) => ({
      issuer,
      claims: await Promise.all(topics.map((topic) => readIdentityClaim(client, at, identity, issuer.identifier as Hex, BigInt(topic)))),
    }))
    return { block: at, manages: await managesIdentity(client, at, identity, wallet.address as Hex), held: await Promise.all(asked) }
  })
  if (!manages) throw new AppError('credential_of_another', 'The key of this wallet does not manage that identity.')
  const whole = held.find(({ claims }) => claims.every((claim) => claim !== null))
  if (!whole) throw untrusted('The identity holds no such claim of an issuer whom you trust.')
  const claims = whole.claims.map((claim) => claim!)
  if (claims.some(({ state }) => state === 'revoked')) throw revoked()
  if (claims.some(({ state }) => state !== 'valid'))
    throw new AppError(
      'credential_invalid',
      'Its issuer does not say that this claim is valid: its signature does not hold, or it has ended.',
    )
  const words = claims.map(({ topic, data }) => spoken(claimsOf(whole.issuer)[String(topic)], data))
  return {
    ...{
      issuer: whole.issuer,
      ...establishedBy(words),
      shown: [identity, ...claims.map(({ topic, data }) => `${topic}:${data}`)].join(' '),
      until: null,
    },
    proof: { form: 'erc735', chain_id: chainId, identity, issuer: whole.issuer.identifier, topics, block: String(block.number) },
  }
}
