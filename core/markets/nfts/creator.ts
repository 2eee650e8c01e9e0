import { and, asc, desc, eq, isNotNull, ne, sql } from 'drizzle-orm'
import type { MarketSubject } from '#core/identity/wallets/market-subject.ts'
import type { Ctx } from '#core/kernel/context.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { Tx } from '#db/connect.ts'
import { wallets } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { type CreatorFacts, creatorRisk } from '#engine/calculations/creator-risk.ts'
import { type CountryRiskTable, countryRiskTable, countryTier, isGrey } from '#engine/tables/country-risk.ts'
import { VALIDITY } from '#engine/tables/credential-levels.ts'
import { ownSales } from './own-sales.ts'
import { nameSimilarity } from './similar-names.ts'

export type CreatorTier = 'none' | 'basic' | 'standard' | 'premium'

/** What a wallet keeps of its holder as a creator. */
export interface CreatorRecord {
  name: string
  tier: CreatorTier
  risk_score: number
  verified: boolean
  /** When it was verified. */
  at: string
  /** Names of the links given, from which the score is worked out again. */
  links: string[]
  /** Works taken down in a year, as the marketplace counted them; null while it did not say. */
  takedowns_365d: number | null
  /** Contracts of the collections that were said to be the creator's. */
  collections: string[]
}

export interface SimilarCreator {
  creator_name: string
  similarity: number
}

export const creatorRecord = (subject: Pick<MarketSubject, 'wallet'>): CreatorRecord | null => {
  const kept = subject.wallet.creator as Partial<CreatorRecord> | null
  return kept && ({ links: [], collections: [], takedowns_365d: null, ...kept } as CreatorRecord)
}

/** What personas make of the profile; each figure follows from the published weights. */
const PROFILES: Record<string, Partial<CreatorFacts>> = {
  '4001': { links: 3, nameSimilarity: null },
  '4002': { links: 1, nameSimilarity: null },
  '4003': { links: 0, nameSimilarity: null },
  '4004': { links: 0, nameSimilarity: 9_500 },
  '4005': { links: 2, washAlerts90d: 2, exposureBps: 600, nameSimilarity: 9_300 },
}

function profileOf(
  ctx: Ctx,
  subject: MarketSubject,
  { links, takedowns_365d }: Pick<CreatorRecord, 'links' | 'takedowns_365d'>,
  similar: readonly SimilarCreator[],
  washAlerts90d: number,
): CreatorFacts {
  const live = subject.state === 'active' ? (subject.facts.credential?.levels?.includes('enhanced') ? 'enhanced' : 'basic') : 'none'
  const country = subject.data?.country
  const table = countryRiskTable(new Date(ctx.now).toISOString().slice(0, 10))
  return {
    links: links.length,
    linksProven: 0,
    production: !ctx.world.markets.creatorsWord,
    credential: live,
    walletAgeDays: null,
    country: country && table ? countryBand(table, country) : null,
    possibleMatch: subject.screened.status === 'possible_match',
    nameSimilarity: similar[0] ? Math.round(similar[0].similarity * 10_000) : null,
    takedowns365d: takedowns_365d ?? ctx.world.markets.takedowns,
    washAlerts90d,
    exposureBps: null,
    rejectedIn365d: subject.wallet.verification_status === 'rejected',
    sanctionsHit: subject.screened.status === 'hit',
    hasName: true,
    // The enhanced credential carries this screening.
    enhancedScreening: ctx.world.markets.creatorsWord || live === 'enhanced',
  }
}

/** Verified creators of this tenant whose name looks like this one, most alike first. */
async function similarCreators(tx: Tx, ctx: Ctx, subject: MarketSubject, creatorName: string): Promise<SimilarCreator[]> {
  const played = subject.persona?.effects.creator
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
      .filter((r) => (!subject.person || r.person !== subject.person.id) && !ctx.world.personas.ofWallet(r.address))
      .map((r) => ({
        creator_name: String((r.creator as { name?: string }).name ?? ''),
        similarity: nameSimilarity(creatorName, String((r.creator as { name?: string }).name ?? '')) / 10_000,
      }))
      .filter((r) => r.similarity >= 0.8)
      .sort((a, b) => b.similarity - a.similarity || (a.creator_name < b.creator_name ? -1 : 1))
      .slice(0, 5)
  )
}

/** The two kinds of places that stand out: what FATF calls for action on counts as high. */
function countryBand(table: CountryRiskTable, country: string): 'high' | 'grey' | 'other' {
  const tier = countryTier(table, country)
  if (tier === 'embargo' || tier === 'call_for_action' || tier === 'high_policy') return 'high'
  return isGrey(table, country) ? 'grey' : 'other'
}

/** The profile of a creator by what is known now. */
export async function creatorProfile(
  tx: Tx,
  ctx: Ctx,
  subject: MarketSubject,
  creator: Pick<CreatorRecord, 'name' | 'links' | 'takedowns_365d'>,
): Promise<{ profile: CreatorFacts; similar: SimilarCreator[] }> {
  const similar = await similarCreators(tx, ctx, subject, creator.name)
  const measured = profileOf(ctx, subject, creator, similar, await ownSales(tx, ctx, subject))
  return { profile: { ...measured, ...PROFILES[subject.persona?.code ?? ''] }, similar }
}

/** The wallet of whom a collection was said to be; the verified one, then the first. */
export async function creatorOfCollection(tx: Tx, ctx: Ctx, contract: string) {
  const claimed = and(isNotNull(wallets.creator), sql`${wallets.creator} -> 'collections' @> ${JSON.stringify([contract])}::jsonb`)
  const [found] = await tx
    .select({ address: wallets.address, family: wallets.family })
    .from(wallets)
    .where(inScope(wallets, ctx, claimed))
    .orderBy(desc(sql`(${wallets.creator} ->> 'verified')::boolean`), asc(wallets.created_at), asc(wallets.id))
    .limit(1)
  return found ? { canonical: found.address, family: found.family } : null
}

/**
 * What a verified creator is worth today: a verification lasts 180 days, and the score is worked out again from what is known now. A
 * change is kept and told.
 */
export async function recheckCreator(
  tx: Tx,
  ctx: Ctx,
  subject: MarketSubject,
): Promise<{ tier: CreatorTier; score: number; events: EventInput[] }> {
  const known = creatorRecord(subject)
  if (!known?.verified) return { tier: 'none', score: known?.risk_score ?? 0, events: [] }
  const { profile } = await creatorProfile(tx, ctx, subject, known)
  const { score, tier: reached } = creatorRisk(profile)
  const over = ctx.now >= Date.parse(known.at) + VALIDITY.creator.days * 86_400_000
  const tier = over ? 'none' : reached
  if (tier === known.tier && score === known.risk_score) return { tier, score, events: [] }
  const creator = { ...known, tier, risk_score: score, verified: tier !== 'none' }
  await tx
    .update(wallets)
    .set({ creator: { ...creator } })
    .where(inScope(wallets, ctx, eq(wallets.id, subject.wallet.id)))
  return { tier, score, events: creatorEvents(subject.wallet.id, creator, known.tier, score >= FLAGGED_FROM) }
}
const FLAGGED_FROM = 75

/** What is told of a creator: that they are verified, that their tier became another, that they are suspect. */
export function creatorEvents(
  walletId: string,
  creator: Pick<CreatorRecord, 'name' | 'tier' | 'risk_score'>,
  before: CreatorTier | undefined,
  suspect: boolean,
): EventInput[] {
  const resource = { type: 'wallet', id: walletId }
  const object = {
    wallet_id: walletId,
    creator_name: creator.name,
    verification_tier: creator.tier,
    risk_score: creator.risk_score,
    market: 'nfts',
  }
  const had = before !== undefined && before !== 'none'
  const events: EventInput[] = []
  if (creator.tier === 'none' && suspect) events.push({ type: 'nft.creator.flagged', resource, object })
  if (had && before !== creator.tier)
    events.push({ type: 'nft.creator.tier_changed', resource, object, previous: { verification_tier: before } })
  if (!had && creator.tier !== 'none') events.push({ type: 'nft.creator.verified', resource, object })
  return events
}
