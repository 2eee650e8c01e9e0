import { and, eq, type SQL } from 'drizzle-orm'
import type { Tx } from '#db/connect.ts'
import { credentialUses } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { Json } from '#engine/canonical.ts'
import type { Ctx } from '../context.ts'
import { type CredentialRow, issueCredential } from '../credentials/issue.ts'
import { stateAt } from '../credentials/live.ts'
import { type Party, partyFacts } from '../decisions/party-facts.ts'
import type { EventInput } from '../events.ts'
import { screenOwners, withOwners } from '../investors/owners.ts'
import { tenantKeyId } from '../keyring.ts'
import { openPerson, type PersonData, type PersonRow } from '../persons/ensure.ts'
import { type Scenario, scenarioOf } from '../sandbox/scenarios.ts'
import { type Screened, type SubjectToScreen, screenSubject } from '../screenings/screen-subject.ts'
import { ensureWallet, type WalletRow } from './find.ts'
import { bindPerson, boundPerson, sandboxHolder, startingCredential } from './starting-credential.ts'

/** One side of a market check: wallet, person, credential and what screening says now. */
export interface MarketSubject {
  wallet: WalletRow
  person: PersonRow | null
  data: PersonData | null
  credential: CredentialRow | null
  /** State at the time of the call; `none` without a credential. */
  state: string
  scenario: Scenario | null
  screened: Screened
  /** What was screened. */
  asked: SubjectToScreen
  subjectKeyId: string
  facts: Record<string, Json>
}

/**
 * Prepares a wallet for a market's check. In the sandbox a wallet never seen before gets an implicit basic credential, so
 * that documented first calls succeed; in production it has none until it is verified.
 */
export async function marketSubject(tx: Tx, ctx: Ctx, address: { canonical: string; family: 'evm' | 'solana' }): Promise<MarketSubject> {
  const scenario = scenarioOf(ctx, address.canonical)
  const known = await ensureWallet(tx, ctx, address)
  const started = await startingCredential(tx, ctx, known, scenario, false)
  let { wallet, credential } = started
  // A wallet that already belongs to somebody stays theirs: unverified, until they are verified.
  if (!credential && !wallet.person_id && ctx.environment === 'sandbox' && scenario?.effects.credential !== 'none') {
    const holder = await sandboxHolder(tx, ctx, wallet, scenario)
    wallet = await bindPerson(tx, ctx, wallet, holder)
    credential = await issueCredential(tx, ctx, { person: holder, wallet, level: 'basic', source: 'sandbox_implicit' })
  }
  const person = await boundPerson(tx, ctx, wallet)
  const data = person ? await openPerson(tx, ctx, person) : null
  const holder = scenario?.effects.holder
  const country = scenario?.effects.country ?? data?.country ?? null
  const asked: SubjectToScreen = {
    wallet_address: address.canonical,
    full_name: holder?.full_name ?? data?.full_name,
    date_of_birth: holder?.date_of_birth ?? data?.date_of_birth ?? undefined,
    country: country ?? undefined,
    entity_type: person?.kind === 'entity' ? 'organization' : 'person',
  }
  const own = await screenSubject(tx, ctx, asked)
  const owners = person?.kind === 'entity' && data ? await screenOwners(tx, ctx, person.id, data) : null
  const screened = owners ? withOwners(own, owners) : own
  const state = credential ? stateAt(credential, ctx.now) : 'none'
  const party: Party = {
    kind: person ? (person.kind === 'entity' ? 'entity' : 'natural') : 'wallet',
    personId: person?.id ?? null,
    address: address.canonical,
    fullName: data?.full_name ?? null,
    dateOfBirth: data?.date_of_birth ?? null,
    places: country ? [{ source: 'residence', country, proven: false }] : [],
    screened,
    wasListed: scenario?.effects.wasListed ? { address: address.canonical, list: 'sandbox_sample' } : null,
  }
  const levels = credential
    ? (['basic', 'enhanced', 'accredited'] as const).slice(0, { basic: 1, enhanced: 2, accredited: 3 }[credential.level] ?? 0)
    : []
  return {
    wallet,
    person,
    data,
    credential,
    state,
    scenario,
    screened,
    asked,
    subjectKeyId: person?.subject_key_id ?? tenantKeyId(ctx),
    facts: {
      ...partyFacts(party),
      ...owners?.facts,
      control: wallet.control,
      over_18: data?.date_of_birth ? ageAt(data.date_of_birth, ctx.now) >= 18 : false,
      us_person: country === 'US',
      verification: {
        status:
          wallet.verification_status === 'none' || (scenario?.effects.credential === 'none' && !credential)
            ? credential
              ? 'verified'
              : 'incomplete'
            : ['basic', 'enhanced'].includes(wallet.verification_status)
              ? 'verified'
              : wallet.verification_status,
      },
      credential: {
        levels: [...levels],
        state: state === 'none' ? 'none' : state,
        issued_at: credential?.issued_at.toISOString() ?? 'none',
        expires_at: credential?.expires_at.toISOString() ?? 'none',
        control: wallet.control,
        evidence: credential?.evidence ?? 'none',
        consent: 'none',
      },
    },
  }
}

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
  market: string,
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
