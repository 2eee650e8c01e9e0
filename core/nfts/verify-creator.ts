import { and, eq, isNotNull, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '#db/connect.ts'
import { wallets } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { type CreatorFacts, creatorRisk } from '#engine/calculations/creator-risk.ts'
import { micro, parseMicro } from '#engine/money.ts'
import { countryRiskTable, countryTier, isGrey } from '#engine/tables/country-risk.ts'
import type { AuditInput } from '../audit/append.ts'
import { holdForPerson } from '../cases/hold.ts'
import type { Ctx } from '../context.ts'
import { type CredentialSummary, summarise } from '../credentials/live.ts'
import { recordDecision } from '../decisions/decide.ts'
import { baseFacts } from '../decisions/party-facts.ts'
import type { WireDecision } from '../decisions/present.ts'
import type { EventInput } from '../events.ts'
import { currency, name, positiveDecimal, walletAddress } from '../fields.ts'
import { requirePermission } from '../permissions.ts'
import { failIfScenarioSays } from '../sandbox/failures.ts'
import { scenarioOf } from '../sandbox/scenarios.ts'
import { write } from '../transaction.ts'
import { type MarketSubject, marketSubject, noteUse } from '../wallets/market-subject.ts'
import { nameSimilarity } from './similar-names.ts'

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

type Tier = 'none' | 'basic' | 'standard' | 'premium'

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
  similar_to: { creator_name: string; similarity: number }[]
  sale: { requires: string[]; cleared: boolean } | null
  sanctions_cleared: boolean
  credential: CredentialSummary | null
  verified_at: string | null
  decision: WireDecision
}

/** What scenarios make of the profile; each figure follows from the published weights. */
const SCENARIO_PROFILES: Record<string, Partial<CreatorFacts>> = {
  '4001': { links: 3, nameSimilarity: null },
  '4002': { links: 1, nameSimilarity: null },
  '4003': { links: 0, nameSimilarity: null },
  '4004': { links: 0, nameSimilarity: 9_500 },
  '4005': { links: 2, washAlerts90d: 2, exposureBps: 600, nameSimilarity: 9_300 },
}

/** Verifies an NFT creator in tiers, with a published risk score and a search for look-alikes of verified creators. */
export async function verifyCreator({ ctx, input }: { ctx: Ctx; input: CreatorInput }): Promise<CreatorVerification> {
  requirePermission(ctx, 'nfts.verify')
  await failIfScenarioSays(ctx, input.wallet_address.canonical)
  return write(ctx, async (tx) => {
    const subject = await marketSubject(tx, ctx, input.wallet_address)
    const similar = await similarCreators(tx, ctx, subject, input.creator_name)
    const links = linksOf(input)
    const profile: CreatorFacts = { ...profileOf(ctx, subject, links, similar), ...SCENARIO_PROFILES[subject.scenario?.code ?? ''] }
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
    const before = (subject.wallet.creator as { tier?: string } | null)?.tier
    await tx
      .update(wallets)
      .set({
        creator: {
          name: input.creator_name,
          tier: verified ? risk.tier : 'none',
          risk_score: risk.score,
          verified,
          at: new Date(ctx.now).toISOString(),
        },
      })
      .where(inScope(wallets, ctx, eq(wallets.id, subject.wallet.id)))
    const sale = input.sale ? saleNeeds(input.sale, verified) : null
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
    const events = [...creatorEvents(subject, result, before), ...opened, ...reused]
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

function profileOf(
  ctx: Ctx,
  subject: MarketSubject,
  links: Record<string, unknown>,
  similar: CreatorVerification['similar_to'],
): CreatorFacts {
  const live = subject.state === 'active' ? (subject.credential!.level === 'basic' ? 'basic' : 'enhanced') : 'none'
  const country = subject.data?.country
  const table = countryRiskTable(new Date(ctx.now).toISOString().slice(0, 10))
  return {
    links: Object.keys(links).length,
    linksProven: 0,
    production: ctx.environment === 'production',
    credential: live,
    walletAgeDays: null,
    country: country && table ? (countryTier(table, country) === 'high_policy' ? 'high' : isGrey(table, country) ? 'grey' : 'other') : null,
    possibleMatch: subject.screened.status === 'possible_match',
    nameSimilarity: similar[0] ? Math.round(similar[0].similarity * 10_000) : null,
    takedowns365d: 0,
    washAlerts90d: 0,
    exposureBps: null,
    rejectedIn365d: subject.wallet.verification_status === 'rejected',
    sanctionsHit: subject.screened.status === 'hit',
    hasName: true,
    // In the sandbox an asserted profile is enough; in production the enhanced credential carries this screening.
    enhancedScreening: ctx.environment === 'sandbox' || live === 'enhanced',
  }
}

/** Verified creators of this tenant whose name looks like this one, most alike first. */
async function similarCreators(tx: Tx, ctx: Ctx, subject: MarketSubject, creatorName: string): Promise<CreatorVerification['similar_to']> {
  const played = subject.scenario?.effects.creator
  if (played) return played.similarTo ? [{ creator_name: played.similarTo, similarity: 0.95 }] : []
  const rows = await tx
    .select({ creator: wallets.creator, person: wallets.person_id, address: wallets.address })
    .from(wallets)
    .where(
      inScope(
        wallets,
        ctx,
        and(ne(wallets.id, subject.wallet.id), isNotNull(wallets.creator), sql`(${wallets.creator}->>'verified')::boolean`),
      ),
    )
    .limit(5_000)
  return (
    rows
      // Magic wallets play creators; only real ones can be imitated.
      .filter((r) => (!subject.person || r.person !== subject.person.id) && !scenarioOf({ ...ctx, scenario: null }, r.address))
      .map((r) => ({
        creator_name: String((r.creator as { name?: string }).name ?? ''),
        similarity: nameSimilarity(creatorName, String((r.creator as { name?: string }).name ?? '')) / 10_000,
      }))
      .filter((r) => r.similarity >= 0.8)
      .sort((a, b) => b.similarity - a.similarity || (a.creator_name < b.creator_name ? -1 : 1))
      .slice(0, 5)
  )
}

/** Both thresholds include their own figure: $10,000 asks for verified sides, $100,000 for more. */
function saleNeeds(sale: NonNullable<CreatorInput['sale']>, creatorVerified: boolean): CreatorVerification['sale'] {
  const amount = parseMicro(sale.amount) ?? 0n
  const requires = [
    ...(amount >= micro('10000') ? ['creator_verification', 'buyer_verification'] : []),
    ...(amount >= micro('100000') ? ['enhanced_aml'] : []),
  ]
  return { requires, cleared: requires.every((need) => need === 'creator_verification' && creatorVerified) }
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

function creatorEvents(subject: MarketSubject, result: CreatorVerification, before: string | undefined): EventInput[] {
  const resource = { type: 'wallet', id: subject.wallet.id }
  const object = {
    wallet_id: subject.wallet.id,
    creator_name: result.creator_name,
    verification_tier: result.verification_tier,
    risk_score: result.risk_score,
    market: 'nfts',
  }
  if (!result.verified)
    return result.risk_score >= 75 || result.similar_to.length > 0 ? [{ type: 'nft.creator.flagged', resource, object }] : []
  if (before && before !== result.verification_tier)
    return [{ type: 'nft.creator.tier_changed', resource, object, previous: { verification_tier: before } }]
  return before ? [] : [{ type: 'nft.creator.verified', resource, object }]
}
