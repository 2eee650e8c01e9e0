import { z } from 'zod'
import { CHAIN_KEYS } from '#chains/chains.ts'
import { requireDomain } from '#core/access/domains/manage.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { invalidField } from '#core/kernel/errors.ts'
import { walletAddress } from '#core/kernel/fields.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { askToSign } from './ask-to-sign.ts'
import { audienceOf } from './attach-presented.ts'

/** Named in a challenge, an organisation's own site: its domain, and an address on it. */
const siteFields = {
  domain: z
    .string()
    .max(260)
    .transform((text) => text.toLowerCase())
    .optional()
    .meta({
      description: 'Your own site, registered with POST /v1/domains, in whose name the wallet is asked. In the sandbox also localhost:3000',
    }),
  uri: z.string().max(500).optional().meta({ description: 'With domain: the address on it that asks' }),
}

const challengeInput = z.strictObject({
  wallet_address: walletAddress,
  chain: z.enum(CHAIN_KEYS).optional(),
  identity: walletAddress.optional().meta({ description: 'To bind an on-chain identity (ONCHAINID): its contract' }),
  chain_id: z
    .number()
    .int()
    .positive()
    .max(2_147_483_647)
    .optional()
    .meta({ description: 'With identity: the chain it stands on, 1 unless named' }),
  ...siteFields,
})

/** What a challenge was made for that binds an identity. */
export const identityPurpose = (chainId: number, identity: string) => ['identity', chainId, identity] as const

const CONTROL = 'I control this wallet and agree that a Sealwright credential is sealed to it.'

/** A message for the wallet to sign, with a nonce that works once and for ten minutes. */
export const createWalletChallenge = defineVerb({
  name: 'wallets.challenge',
  permission: 'wallets.verify',
  input: challengeInput,
  output: z.object({
    success: z.literal(true),
    object: z.literal('wallet_challenge'),
    wallet_address: z.string(),
    message: z.string(),
    nonce: z.string(),
    audience: z.string().meta({ description: 'For whom a credential is presented, with this nonce: POST /v1/credentials/attach' }),
    domain: z.string().meta({ description: 'In whose name the wallet is asked' }),
    expires_at: z.string(),
  }),
  run: async ({ ctx, input }) => {
    const { canonical, family } = input.wallet_address
    if (input.chain && (input.chain === 'solana') !== (family === 'solana'))
      throw invalidField('/chain', 'invalid_enum', 'This chain does not fit the address.')
    const binds = identityOf(input)
    const site = await siteOf(ctx, input)
    // no event: asking for a message to sign changes nothing about the wallet; proving control does.
    return write(ctx, async (tx) => {
      const asked = await askToSign(tx, ctx, {
        address: canonical,
        chain: input.chain,
        ...(binds && { chainId: binds.chainId, resources: [`did:pkh:eip155:${binds.chainId}:${binds.identity}`] }),
        site,
        statement: binds
          ? `I manage the on-chain identity ${binds.identity} on chain ${binds.chainId} and agree that claims of my credential are made for it.`
          : CONTROL,
        purpose: binds ? identityPurpose(binds.chainId, binds.identity) : ['control'],
      })
      return {
        result: {
          success: true as const,
          object: 'wallet_challenge' as const,
          wallet_address: canonical,
          audience: audienceOf(ctx),
          domain: site?.domain ?? new URL(ctx.services.config.publicUrl).host,
          ...asked,
        },
        audit: { action: 'wallet_challenge', category: 'user', details: { nonce: asked.nonce, ...(site && { domain: site.domain }) } },
      }
    })
  },
})

/** The site in whose name a wallet is asked, or null for ours. Throws for one that is not the organisation's. */
async function siteOf(ctx: Ctx, { domain, uri }: Pick<z.output<typeof challengeInput>, 'domain' | 'uri'>) {
  if (domain === undefined) {
    if (uri !== undefined) throw invalidField('/domain', 'required', 'An address is on a domain: name it, too.')
    return null
  }
  await requireDomain(ctx.db, ctx, domain)
  const scheme = /^localhost(:|$)/.test(domain) ? 'http:' : 'https:'
  const address = uri ?? `${scheme}//${domain}`
  const parsed = URL.canParse(address) ? new URL(address) : null
  if (parsed?.host !== domain || parsed.protocol !== scheme || parsed.username || parsed.password || /\s/.test(address))
    throw invalidField('/uri', 'invalid_format', `Give an address that begins with ${scheme}//${domain}.`)
  return { domain, uri: address }
}

/** The identity that a challenge is to bind, or null. Throws for wallets and chains that have none. */
function identityOf({ wallet_address, chain, identity, chain_id }: z.output<typeof challengeInput>) {
  if (!identity) {
    if (chain_id !== undefined) throw invalidField('/chain_id', 'not_allowed', 'This belongs to a challenge that names an identity.')
    return null
  }
  if (identity.family !== 'evm' || wallet_address.family !== 'evm')
    throw invalidField('/identity', 'invalid_address', 'On-chain identities are contracts of Ethereum-style chains, for wallets of these.')
  if (chain) throw invalidField('/chain', 'not_allowed', 'With an identity name its chain_id instead.')
  return { identity: identity.canonical, chainId: chain_id ?? 1 }
}
