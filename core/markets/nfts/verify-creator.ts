import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { CHAIN_KEYS } from '#chains/chains.ts'
import { inDollars } from '#core/chain/transactions/worth.ts'
import { ensureWallet } from '#core/chain/wallets/find.ts'
import { summarise } from '#core/identity/credentials/live.ts'
import { type MarketSubject, marketSubject, noteUse, sanctionsClear } from '#core/identity/wallets/market-subject.ts'
import { credential, decision, settledBy } from '#core/kernel/answers.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { currency, name, positiveDecimal, walletAddress } from '#core/kernel/fields.ts'
import { recordDecision } from '#core/record/decisions/decide.ts'
import { baseFacts } from '#core/record/decisions/party-facts.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { holdForPerson } from '#core/screening/holds/hold.ts'
import { lookUpNames } from '#core/screening/screenings/named.ts'
import { evidencedBy } from '#core/sources/identity/found.ts'
import { rateFacts } from '#core/sources/rates/store.ts'
import type { Tx } from '#db/connect.ts'
import { wallets } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { type CreatorFacts, creatorRisk } from '#engine/calculations/creator-risk.ts'
import { exactFacts } from '#engine/facts/of-checks.ts'
import { micro } from '#engine/money.ts'
import { isVerifiedBuyer } from './buyer.ts'
import { type CreatorRecord, type CreatorTier, creatorEvents, creatorProfile, creatorRecord } from './creator.ts'

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

const creatorInput = z.strictObject({
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
  takedowns_365d: z
    .number()
    .int()
    .min(0)
    .max(10_000)
    .optional()
    .meta({ description: 'How many works of theirs you took down in the last 365 days; not measured while you do not say' }),
  collection: z.strictObject({ chain: z.enum(CHAIN_KEYS), contract: walletAddress }).optional(),
  sale: z.strictObject({ amount: positiveDecimal, currency: currency.default('USD'), buyer_address: walletAddress.optional() }).optional(),
})
type CreatorInput = z.output<typeof creatorInput>

type Tier = CreatorTier

const tier = z.enum(['none', 'basic', 'standard', 'premium'])

const creatorVerification = z.object({
  success: z.literal(true),
  wallet_id: z.string(),
  creator_name: z.string(),
  verified: z.boolean(),
  risk_score: z.number().int(),
  verification_tier: tier,
  object: z.literal('creator_verification'),
  wallet_address: z.string(),
  next_tier: z.object({ tier, missing: z.array(z.string()) }).nullable(),
  social_links: z.record(z.string(), z.object({ handle: z.string(), proof: z.enum(['proven', 'asserted']) })),
  similar_to: z.array(z.object({ creator_name: z.string(), similarity: z.number() })),
  sale: z.object({ requires: z.array(z.string()), cleared: z.boolean() }).nullable(),
  sanctions_cleared: z.boolean(),
  credential: credential.nullable(),
  verified_at: z.string().nullable(),
  settled_by: settledBy,
  decision,
})
export type CreatorVerification = z.output<typeof creatorVerification>

/** Verifies an NFT creator in tiers, with a published risk score and a search for look-alikes of verified creators. */
export const verifyCreator = defineVerb({
  name: 'nfts.verify_creator',
  permission: 'nfts.verify',
  input: creatorInput,
  output: creatorVerification,
  run: async ({ ctx, input }) => {
    await ctx.world.faults.meet(ctx, input.wallet_address.canonical)
    return write(ctx, async (tx) => {
      // Both wallets in one order, as everywhere, so that two calls never wait for each other.
      const buyerAddress = input.sale?.buyer_address
      for (const address of [input.wallet_address, ...(buyerAddress ? [buyerAddress] : [])].sort((a, b) =>
        a.canonical < b.canonical ? -1 : 1,
      ))
        await ensureWallet(tx, ctx, address)
      const subject = await marketSubject(tx, ctx, input.wallet_address)
      // Whoever creates under the name of a listed person may be that person.
      const [named] = await lookUpNames(tx, ctx, subject, [{ full_name: input.creator_name, entity_type: 'any' }])
      const links = linksOf(input)
      const before = creatorRecord(subject)
      const takedowns_365d = input.takedowns_365d ?? before?.takedowns_365d ?? null
      const { profile, similar } = await creatorProfile(tx, ctx, subject, {
        name: input.creator_name,
        links: Object.keys(links),
        takedowns_365d,
      })
      const made = await recordDecision(tx, ctx, {
        facts: exactFacts('nft.creator', {
          ...(await baseFacts(ctx, 'nft.creator', subject.screened.lists, { market: 'nfts' })),
          environment: ctx.environment,
          creator: {
            ...subject.facts,
            name: input.creator_name,
            profile: {
              ...profile,
              takedowns365d: profile.takedowns365d ?? 'none',
              walletAgeDays: profile.walletAgeDays ?? 'none',
              country: profile.country ?? 'none',
              nameSimilarity: profile.nameSimilarity ?? 'none',
              exposureBps: profile.exposureBps ?? 'none',
            },
            links: Object.keys(links).map((link) => ({ name: link, found: false, fetched_at: 'none' })),
          },
        }),
        market: 'nfts',
        subject: { type: 'wallet', id: subject.wallet.id },
        ...{ walletAddress: subject.wallet.address, subjectKeyId: subject.subjectKeyId },
        ...evidencedBy({ creator: subject.identity }),
      })
      const { decided, answer, settled_by, events: opened } = await holdForPerson(tx, ctx, { market: 'nfts', subject, decided: made })
      const reused = await noteUse(tx, ctx, subject, 'nfts', decided.decision.id, ['level'])
      const risk = creatorRisk(profile)
      const verified = answer === 'allow' && risk.tier !== 'none'
      const creator: CreatorRecord = {
        name: input.creator_name,
        tier: verified ? risk.tier : 'none',
        risk_score: risk.score,
        verified,
        at: new Date(ctx.now).toISOString(),
        links: Object.keys(links),
        takedowns_365d,
        collections: [...new Set([...(before?.collections ?? []), ...(input.collection ? [input.collection.contract.canonical] : [])])],
      }
      await tx
        .update(wallets)
        .set({ creator: { ...creator } })
        .where(inScope(wallets, ctx, eq(wallets.id, subject.wallet.id)))
      const sale = input.sale ? await saleNeeds(tx, ctx, input.sale, subject, verified) : null
      const result: CreatorVerification = {
        success: true as const,
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
        sanctions_cleared: sanctionsClear(subject) && named!.status === 'clear',
        credential: subject.credential ? summarise(subject.credential, subject.wallet, ctx.now, true) : null,
        verified_at: verified ? new Date(ctx.now).toISOString() : null,
        settled_by,
        decision: decided.decision,
      }
      const suspect = result.risk_score >= 75 || similar.length > 0
      const events = [...creatorEvents(subject.wallet.id, creator, before?.tier, suspect), ...opened, ...reused]
      return { result, audit: decided.audit as AuditInput, events }
    })
  },
})

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
  const clear = [creator, buyer].every((side) => side === null || sanctionsClear(side))
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
