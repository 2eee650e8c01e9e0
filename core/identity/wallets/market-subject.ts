import { and, eq, type SQL } from 'drizzle-orm'
import { ensureWallet, type WalletRow } from '#core/chain/wallets/find.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { tenantKeyId } from '#core/kernel/keys/keyring.ts'
import type { Decided } from '#core/record/decisions/decide.ts'
import { type Party, type PartyFacts, partyFacts } from '#core/record/decisions/party-facts.ts'
import type { EventInput } from '#core/record/events/events.ts'
import { type Screened, type SubjectToScreen, screenSubject } from '#core/screening/matching/screen-subject.ts'
import { furtherFacts } from '#core/screening/matching/subject.ts'
import { UNKNOWN } from '#core/sources/identity/production.ts'
import type { Identity } from '#core/sources/identity/source.ts'
import type { Persona } from '#core/sources/personas/source.ts'
import type { Tx } from '#db/connect.ts'
import { credentialUses } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { exactRoom, type Room } from '#engine/facts/of-checks.ts'
import type { CredentialState } from '#engine/facts/words.ts'
import { EMBARGO } from '#engine/tables/country-risk.ts'
import { type CredentialRow, issueCredential } from '../credentials/issue.ts'
import { levelsOf, stateAt } from '../credentials/live.ts'
import { judgeReliance } from '../credentials/reliance.ts'
import { dueDiligenceOf } from '../due-diligence/facts.ts'
import { screenOwners, withOwners } from '../entities/owners.ts'
import { foundOutAt } from '../evidence/found-out.ts'
import { openPerson, type PersonData, type PersonRow } from '../persons/ensure.ts'
import { placesOf, ukraineAreaOf } from '../persons/places.ts'
import { bindPerson, boundPerson, playedHolder, startingCredential } from './starting-credential.ts'

/** What is known of somebody whose wallet takes part in a market. */
type SubjectFacts = PartyFacts & { credential: NonNullable<Room<'subject'>['credential']> }

/** One side of a market check: wallet, person, credential and what screening says now. */
export interface MarketSubject {
  wallet: WalletRow
  person: PersonRow | null
  data: PersonData | null
  credential: CredentialRow | null
  /** State at the time of the call; `none` without a credential. */
  state: CredentialState
  persona: Persona | null
  /** What evidence says of who they are. */
  identity: Identity
  screened: Screened
  /** What was screened. */
  asked: SubjectToScreen
  subjectKeyId: string
  facts: SubjectFacts
  /** The decision on relying on a check that somebody else made; null where the tenant checked the person itself. */
  reliance: Decided | null
}

/**
 * Prepares a wallet for a market's check. In the sandbox a wallet never seen before gets an implicit basic credential, so
 * that documented first calls succeed; in production it has none until it is verified.
 */
export async function marketSubject(tx: Tx, ctx: Ctx, address: { canonical: string; family: 'evm' | 'solana' }): Promise<MarketSubject> {
  const persona = ctx.world.personas.at(address.canonical)
  const known = await ensureWallet(tx, ctx, address)
  let { wallet, credential } = await startingCredential(tx, ctx, known, persona, false)
  // A wallet that already belongs to somebody stays theirs: unverified, until they are verified.
  if (!credential && !wallet.person_id && ctx.world.personas.standIn && persona?.effects.credential !== 'none') {
    const holder = await playedHolder(tx, ctx, wallet, persona)
    wallet = await bindPerson(tx, ctx, wallet, holder)
    credential = await issueCredential(tx, ctx, { person: holder, wallet, level: 'basic', source: 'sandbox_implicit' })
  }
  const person = await boundPerson(tx, ctx, wallet)
  const data = person ? await openPerson(tx, ctx, person) : null
  const identity = person ? await ctx.world.identity.of(tx, ctx, { personId: person.id, shownFor: wallet.id, played: persona }) : UNKNOWN
  const holder = persona?.effects.holder
  const country = persona?.effects.country ?? data?.country ?? null
  const asked: SubjectToScreen = {
    ...(!holder && furtherFacts(data)),
    ...{ wallet_address: address.canonical, country: country ?? undefined },
    full_name: holder?.full_name ?? data?.full_name,
    date_of_birth: holder?.date_of_birth ?? data?.date_of_birth ?? undefined,
    entity_type: person?.kind === 'entity' ? 'organization' : 'person',
  }
  const own = await screenSubject(tx, ctx, asked)
  const owners = person?.kind === 'entity' && data ? await screenOwners(tx, ctx, person.id, data) : null
  const screened = owners ? withOwners(own, owners) : own
  const state = credential ? stateAt(credential, ctx.now) : 'none'
  const places = placesOf(data, country)
  const party: Party = {
    kind: person ? (person.kind === 'entity' ? 'entity' : 'natural') : 'wallet',
    personId: person?.id ?? null,
    address: address.canonical,
    fullName: data?.full_name ?? null,
    dateOfBirth: data?.date_of_birth ?? null,
    places,
    screened,
    ukraineArea: ukraineAreaOf(data),
    dueDiligence: await dueDiligenceOf(tx, ctx, person?.id, { places, screened }),
    wasListed: persona?.effects.wasListed ? { address: address.canonical, list: 'sandbox_sample' } : null,
  }
  const levels = credential ? levelsOf(credential.level, identity) : []
  return relyOn(tx, ctx, {
    wallet,
    person,
    data,
    credential,
    state,
    ...{ persona, identity, screened, asked },
    subjectKeyId: person?.subject_key_id ?? tenantKeyId(ctx),
    facts: exactRoom('subject', {
      ...partyFacts(party),
      ...owners?.facts,
      control: wallet.control,
      over_18: data?.date_of_birth ? ageAt(data.date_of_birth, ctx.now) >= 18 : false,
      us_person: country === 'US',
      verification: {
        status:
          wallet.verification_status === 'none' || (persona?.effects.credential === 'none' && !credential)
            ? credential
              ? 'verified'
              : 'incomplete'
            : wallet.verification_status === 'basic' || wallet.verification_status === 'enhanced'
              ? 'verified'
              : wallet.verification_status,
      },
      credential: {
        levels,
        state,
        issued_at: credential ? (await foundOutAt(tx, ctx, credential)).toISOString() : 'none',
        expires_at: credential?.expires_at.toISOString() ?? 'none',
      },
    }),
  })
}

/** A credential that rests on somebody else's check counts only while the tenant may rely on it: else the person has none here. */
async function relyOn(tx: Tx, ctx: Ctx, subject: Omit<MarketSubject, 'reliance'>): Promise<MarketSubject> {
  const { credential, facts } = subject
  const reliance =
    credential && subject.state === 'active'
      ? await judgeReliance(tx, ctx, {
          credential,
          levels: facts.credential.levels ?? [],
          party: facts,
          lists: subject.screened.lists,
          subjectKeyId: subject.subjectKeyId,
          walletAddress: subject.wallet.address,
        })
      : null
  if (!reliance || reliance.outcome === 'allow') return { ...subject, reliance }
  const none = { ...facts.credential, levels: [], state: 'none', issued_at: 'none', expires_at: 'none' } as const
  return { ...subject, reliance, state: 'none', facts: { ...facts, credential: none } }
}

/** Whether nothing of sanctions law stands against a side: no match, no embargoed place, no listed owner. */
export const sanctionsClear = ({ screened, facts }: Pick<MarketSubject, 'screened' | 'facts'>): boolean =>
  screened.status === 'clear' &&
  !facts.blocked_owners.length &&
  !facts.places.some((place) => EMBARGO.includes(place.country) || EMBARGO.includes(place.region))

/** Whole years at a time, by UTC date. */
export function ageAt(born: string, now: number): number {
  const today = new Date(now).toISOString().slice(0, 10)
  return Number(today.slice(0, 4)) - Number(born.slice(0, 4)) - (today.slice(5) < born.slice(5) ? 1 : 0)
}

/**
 * Notes that this tenant relied on the credential, for the holder's ledger and for telling the tenant of a revocation. Returns
 * the event of a market's first reliance on a credential that was not made for it.
 */
export async function noteUse(
  tx: Tx,
  ctx: Ctx,
  subject: MarketSubject,
  market: (typeof credentialUses.$inferSelect)['market'],
  decisionId: string,
  disclosed: string[],
): Promise<EventInput[]> {
  const { credential } = subject
  if (!credential || !subject.person || subject.state !== 'active') return []
  const used = async (...more: SQL[]) => {
    const about = inScope(credentialUses, ctx, and(eq(credentialUses.credential_id, credential.id), ...more))
    const rows = await tx.select({ id: credentialUses.id }).from(credentialUses).where(about).limit(1)
    return rows.length > 0
  }
  const known = await used(eq(credentialUses.market, market))
  // An implicit credential is made by the first market that asks; every other one stands before any market asks.
  const reused = !known && (credential.source !== 'sandbox_implicit' || (await used()))
  await tx.insert(credentialUses).values({
    organization_id: ctx.organizationId,
    environment: ctx.environment,
    credential_id: credential.id,
    person_id: subject.person.id,
    market,
    decision_id: decisionId,
    disclosed,
    used_at: new Date(ctx.now),
  })
  if (!reused) return []
  const resource = { type: 'credential', id: credential.id }
  return [{ type: 'credential.reused', resource, object: { credential_id: credential.id, market, decision_id: decisionId } }]
}
