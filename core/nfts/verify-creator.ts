import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '#db/connect.ts'
import { wallets } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { type CreatorFacts, creatorRisk } from '#engine/calculations/creator-risk.ts'
import { micro } from '#engine/money.ts'
import type { AuditInput } from '../audit/append.ts'
import { holdForPerson } from '../cases/hold.ts'
import type { Ctx } from '../context.ts'
import { type CredentialSummary, summarise } from '../credentials/live.ts'
import { recordDecision } from '../decisions/decide.ts'
import { baseFacts } from '../decisions/party-facts.ts'
import type { WireDecision } from '../decisions/present.ts'
import { currency, name, positiveDecimal, walletAddress } from '../fields.ts'
import { requirePermission } from '../permissions.ts'
import { rateFacts } from '../rates/store.ts'
import { failIfScenarioSays } from '../sandbox/failures.ts'
import { write } from '../transaction.ts'
import { inDollars } from '../transactions/worth.ts'
import { ensureWallet } from '../wallets/find.ts'
import { type MarketSubject, marketSubject, noteUse } from '../wallets/market-subject.ts'
import { isVerifiedBuyer } from './buyer.ts'
import { type CreatorRecord, type CreatorTier, creatorEvents, creatorProfile, creatorRecord, type SimilarCreator } from './creator.ts'

const handle = z
  .string()
  .max(300)
  .transform((value, c) => {
    const match = /^(?:https:\/\/(?:www\.)?(?:twitter|x|instagram)\.com\/)?@?([A-Za-z0-9_.]{1,30})\/?$/.exec(value.trim())
    if (match) return match[1]!
    c.issues.push({
      code: 'custom',
      message: 'Use a handle such as @name, or the address of the profile.',
      params: { code: 'invalid_handle' },
      input: value,
    })
    return z.NEVER
  })
const proof = z.string().max(500).optional()

export const creatorInput = z.strictObject({
  wallet_address: walletAddress,
  creator_name: name(100),
  social_links: z
    .strictObject({
      twitter: handle.optional(),
      twitter_proof: proof,
      instagram: handle.optional(),
      instagram_proof: proof,
      website: z
        .url({ protocol: /^https$/, error: 'Use an https address' })
        .max(2_048)
        .optional(),
      website_proof: proof,
    })
    .default({}),
  collection: z.strictObject({ chain: z.enum(['ethereum', 'polygon', 'solana']), contract: walletAddress }).optional(),
  sale: z.strictObject({ amount: positiveDecimal, currency: currency.default('USD'), buyer_address: walletAddress.optional() }).optional(),
})
export type CreatorInput = z.output<typeof creatorInput>

type Tier = CreatorTier

export interface CreatorVerification {
  success: true
  wallet_id: string
  creator_name: string
  verified: boolean
  risk_score: number
  verification_tier: Tier
  object: 'creator_verification'
  wallet_address: string
  next_tier: { tier: Tier; missing: string[] } | null
  social_links: Record<string, { handle: string; proof: 'asserted' | 'proven' }>
  similar_to: SimilarCreator[]
  sale: { requires: string[]; cleared: boolean } | null
  sanctions_cleared: boolean
  credential: CredentialSummary | null
  verified_at: string | null
  decision: WireDecision
}

/** Verifies an NFT creator in tiers, with a published risk score and a search for look-alikes of verified creators. */
export async function verifyCreator({ ctx, input }: { ctx: Ctx; input: CreatorInput }): Promise<CreatorVerification> {
  requirePermission(ctx, 'nfts.verify')
  await failIfScenarioSays(ctx, input.wallet_address.canonical)
  return write(ctx, async (tx) => {
    // Both wallets in one order, as everywhere, so that two calls never wait for each other.
    const buyerAddress = input.sale?.buyer_address
    for (const address of [input.wallet_address, ...(buyerAddress ? [buyerAddress] : [])].sort((a, b) =>
      a.canonical < b.canonical ? -1 : 1,
    ))
      await ensureWallet(tx, ctx, address)
    const subject = await marketSubject(tx, ctx, input.wallet_address)
    const links = linksOf(input)
    const { profile, similar } = await creatorProfile(tx, ctx, subject, { name: input.creator_name, links: Object.keys(links) })
    const made = await recordDecision(tx, ctx, {
      facts: {
        ...baseFacts(ctx, 'nft.creator', subject.screened.lists, { market: 'nfts' }),
        environment: ctx.environment,
        creator: {
          ...subject.facts,
          name: input.creator_name,
          profile: {
            ...profile,
            walletAgeDays: profile.walletAgeDays ?? 'none',
            country: profile.country ?? 'none',
            nameSimilarity: profile.nameSimilarity ?? 'none',
            exposureBps: profile.exposureBps ?? 'none',
          },
          links: Object.keys(links).map((link) => ({ name: link, found: false, fetched_at: 'none' })),
        },
      },
      market: 'nfts',
      subject: { type: 'wallet', id: subject.wallet.id },
      walletAddress: subject.wallet.address,
      subjectKeyId: subject.subjectKeyId,
    })
    const { decided, events: opened } = await holdForPerson(tx, ctx, { market: 'nfts', subject, decided: made })
    const reused = await noteUse(tx, ctx, subject, 'nfts', decided.decision.id, ['level'])
    const risk = creatorRisk(profile)
    const verified = decided.outcome === 'allow' && risk.tier !== 'none'
    const before = creatorRecord(subject)
    const creator: CreatorRecord = {
      name: input.creator_name,
      tier: verified ? risk.tier : 'none',
      risk_score: risk.score,
      verified,
      at: new Date(ctx.now).toISOString(),
      links: Object.keys(links),
      collections: [...new Set([...(before?.collections ?? []), ...(input.collection ? [input.collection.contract.canonical] : [])])],
    }
    await tx
      .update(wallets)
      .set({ creator: { ...creator } })
      .where(inScope(wallets, ctx, eq(wallets.id, subject.wallet.id)))
    const sale = input.sale ? await saleNeeds(tx, ctx, input.sale, subject, verified) : null
    const result: CreatorVerification = {
      success: true,
      wallet_id: subject.wallet.id,
      creator_name: input.creator_name,
      verified,
      risk_score: risk.score,
      verification_tier: verified ? risk.tier : 'none',
      object: 'creator_verification',
      wallet_address: subject.wallet.address,
      next_tier: nextTier(verified ? risk.tier : 'none', profile),
      social_links: links,
      similar_to: similar,
      sale,
      sanctions_cleared: subject.screened.status === 'clear',
      credential: subject.credential ? summarise(subject.credential, subject.wallet, ctx.now, true) : null,
      verified_at: verified ? new Date(ctx.now).toISOString() : null,
      decision: decided.decision,
    }
    const suspect = result.risk_score >= 75 || similar.length > 0
    const events = [...creatorEvents(subject.wallet.id, creator, before?.tier, suspect), ...opened, ...reused]
    return { result, audit: decided.audit as AuditInput, events }
  })
}

function linksOf(input: CreatorInput): CreatorVerification['social_links'] {
  const { twitter, instagram, website } = input.social_links
  return Object.fromEntries(
    Object.entries({ twitter, instagram, website }).flatMap(([link, value]) =>
      value ? [[link, { handle: value, proof: 'asserted' as const }]] : [],
    ),
  )
}

/**
 * What a sale needs by its price in dollars, and whether all of it is there. Both thresholds include their own figure: $10,000 asks for
 * verified sides, $100,000 for more. A price that nobody can convert may be as high as any, and a listed party clears no price.
 */
async function saleNeeds(
  tx: Tx,
  ctx: Ctx,
  sale: NonNullable<CreatorInput['sale']>,
  creator: MarketSubject,
  creatorVerified: boolean,
): Promise<CreatorVerification['sale']> {
  const amount = inDollars(sale.amount, sale.currency, await rateFacts(ctx))
  const requires = [
    ...(amount === null || amount >= micro('10000') ? ['creator_verification', 'buyer_verification'] : []),
    ...(amount === null || amount >= micro('100000') ? ['enhanced_aml'] : []),
  ]
  const buyer = sale.buyer_address ? await marketSubject(tx, ctx, sale.buyer_address) : null
  const there: Record<string, boolean> = {
    creator_verification: creatorVerified,
    buyer_verification: buyer !== null && isVerifiedBuyer(ctx, buyer),
  }
  const clear = [creator, buyer].every((side) => side === null || side.screened.status === 'clear')
  return { requires, cleared: clear && requires.every((need) => there[need] === true) }
}

function nextTier(tier: Tier, profile: CreatorFacts): CreatorVerification['next_tier'] {
  if (tier === 'premium') return null
  if (tier === 'none')
    return {
      tier: 'basic',
      missing: [
        ...(profile.credential === 'none' ? ['credential'] : []),
        ...(profile.sanctionsHit ? ['sanctions_cleared'] : []),
        ...(profile.credential !== 'none' && !profile.sanctionsHit ? ['risk_score_below_75'] : []),
      ],
    }
  if (tier === 'basic') return { tier: 'standard', missing: profile.links < 1 ? ['social_links'] : ['risk_score_below_50'] }
  return {
    tier: 'premium',
    missing: [
      ...(profile.links < 3 ? [`${3 - profile.links} more social links`] : []),
      ...(profile.production && profile.linksProven < 1 ? ['one proven social link'] : []),
      ...(profile.enhancedScreening ? [] : ['enhanced screening']),
    ],
  }
}
