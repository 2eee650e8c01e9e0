import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { personalEnvironment } from '#core/access/accounts/personal.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import { type Decided, recordDecision } from '#core/record/decisions/decide.ts'
import { baseFacts, type PartyFacts } from '#core/record/decisions/party-facts.ts'
import type { Tx } from '#db/connect.ts'
import { investors, presentedCredentials } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { customerRisk } from '#engine/calculations/customer-risk.ts'
import { exactFacts, type Room } from '#engine/facts/of-checks.ts'
import { countryPoints, countryRiskTable } from '#engine/tables/country-risk.ts'
import { type ConsentRow, consentOf } from '../persons/consents.ts'
import { SELF } from '../persons/own-investor.ts'
import type { CredentialRow } from './issue.ts'
import { stateAt } from './live.ts'

/** So long a consent holds, as the rule about it says. */
const CONSENT_MS = 365 * 86_400_000

/** What a check that relies on a credential tells its caller of the person: a rule asked for it, whose last day a sandbox’s clock may go back to. */
const TOLD = { response_fields: ['outcome', 'level', 'issued_at', 'expires_at'], data_duty: 'none' } as const
const TOLD_UNTIL = '2026-11-25'

/** Why the history of a record says that something about its person was given anew. */
const MATERIAL_CHANGE = 'material_change'
/** What the rules call the fields of a person that may change. */
const CHANGES: Readonly<Record<string, string>> = {
  full_name: 'name',
  date_of_birth: 'name',
  country: 'residence',
  region: 'residence',
  ukraine_area: 'residence',
  owners: 'ownership',
}

/**
 * Judges that a tenant relies on a check of a person that somebody else made: with their consent, under its own duties, and while the
 * check is recent (`credential.use`). Made with each check that rests on such a credential; what does not allow it leaves the credential
 * out of that check. Null for somebody whom the tenant checked itself: there its own rules are all that judge. The decision is recorded.
 */
export async function judgeReliance(
  tx: Tx,
  ctx: Ctx,
  p: {
    credential: CredentialRow
    levels: NonNullable<NonNullable<Room<'subject'>['credential']>['levels']>
    /** The person as the check knows them, screened now. */
    party: PartyFacts
    lists: Parameters<typeof baseFacts>[2]
    /** Whose key seals the facts. */
    subjectKeyId: string
    walletAddress: string
  },
): Promise<Decided | null> {
  const { credential, party } = p
  const consent = await consentOf(tx, ctx, credential.person_id)
  if (!consent) return null
  const checked = await checkedElsewhere(tx, ctx, credential, consent)
  const facts = exactFacts('credential.use', {
    ...(await baseFacts(ctx, 'credential.use', p.lists, { levels: ['basic'], ...(rulesDay(ctx.now) <= TOLD_UNTIL && TOLD) })),
    environment: ctx.environment,
    subject: {
      ...party,
      credential: {
        levels: p.levels,
        state: stateAt(credential, ctx.now),
        issued_at: checked.at.toISOString(),
        expires_at: credential.expires_at.toISOString(),
        issued_by_tenant: false,
      },
      consent: consentFact(consent),
      identity_checked_on: rulesDay(checked.at),
      changes: checked.changes,
      ...riskBand(ctx, party),
    },
  })
  return recordDecision(tx, ctx, {
    facts,
    market: 'credential',
    subject: { type: 'credential', id: credential.id },
    subjectKeyId: p.subjectKeyId,
    walletAddress: p.walletAddress,
  })
}

/**
 * The check that is relied on: when whoever made it looked last, and what changed about the person since the tenant was shown them. Of a
 * person whose own record is gone only what the tenant holds is known.
 */
async function checkedElsewhere(
  tx: Tx,
  ctx: Ctx,
  credential: CredentialRow,
  { given_at }: ConsentRow,
): Promise<{ at: Date; changes: string[] }> {
  const shown = await presentedCheck(tx, ctx, credential.person_id)
  if (shown) return { at: shown, changes: [] }
  const own = await ownRecord(tx, ctx, credential.person_id)
  const history = (own?.history ?? []).filter((entry) => entry.field === 'identity_status')
  const verified = history.find((entry) => entry.to === 'verified')
  const since = history.filter((entry) => Date.parse(String(entry.at)) > given_at.getTime())
  const given = since.filter((entry) => entry.reason === MATERIAL_CHANGE).flatMap(({ note }) => String(note ?? '').split(', '))
  const changes = new Set(given.flatMap((field) => CHANGES[field] ?? []))
  if (own?.identity_status === 'incomplete' && since[0]?.reason === 'expired') changes.add('document_expired')
  if (own?.identity_status === 'rejected' && since.length) changes.add('confirmed_alert')
  return { at: verified ? new Date(String(verified.at)) : credential.issued_at, changes: [...changes] }
}

/** When somebody who presented the credential of another organisation was checked there; null where nobody did, or that credential ended. */
async function presentedCheck(tx: Tx, ctx: Ctx, personId: string): Promise<Date | null> {
  const [row] = await tx
    .select({ at: presentedCredentials.checked_at })
    .from(presentedCredentials)
    .where(inScope(presentedCredentials, ctx, and(eq(presentedCredentials.person_id, personId), eq(presentedCredentials.state, 'active'))))
    .orderBy(desc(presentedCredentials.checked_at))
    .limit(1)
  return row?.at ?? null
}

/** What the person who was admitted has of themselves, where the check was made. Null where they have no account any more. */
async function ownRecord(tx: Tx, ctx: Ctx, personId: string) {
  const [here] = await tx
    .select({ user: investors.user_id })
    .from(investors)
    .where(inScope(investors, ctx, and(eq(investors.person_id, personId), isNotNull(investors.user_id))))
    .limit(1)
  if (!here?.user) return null
  const own = and(
    eq(investors.user_id, here.user),
    eq(investors.external_id, SELF),
    eq(investors.environment, personalEnvironment(ctx.services)),
  )
  const [row] = await tx
    .select({ identity_status: investors.identity_status, history: investors.history })
    .from(investors)
    .where(own)
    .limit(1)
  return row ?? null
}

/** What a person let an organisation see, as the levels of a check that rest on it. */
const consentFact = ({ levels, given_at, withdrawn_at }: ConsentRow): Room<'subject'>['consent'] => ({
  levels: ['basic', ...(levels.includes('documents') ? ['enhanced'] : []), ...(levels.includes('accreditation') ? ['accredited'] : [])],
  given_at: given_at.toISOString(),
  expires_at: new Date(given_at.getTime() + CONSENT_MS).toISOString(),
  withdrawn_at: withdrawn_at?.toISOString() ?? 'none',
})

/** The band of the published points, by the places and offices known of the person; unknown before any table of countries. */
function riskBand(ctx: Ctx, party: PartyFacts): Pick<Room<'subject'>, 'risk_band'> {
  const table = countryRiskTable(rulesDay(ctx.now))
  if (!table) return {}
  const places = party.places.map(({ country, region }) => (region === 'none' ? country : region))
  const { band } = customerRisk({
    countryPoints: Math.max(0, ...places.map((place) => countryPoints(table, place))),
    pep: party.pep !== 'none',
    adverseMedia: party.media !== undefined && party.media !== 'none' && party.media.confirmed === true,
    market: 'securities',
    noLiveness: true,
    alertIn180d: party.screen.names.length > 0,
  })
  return { risk_band: band }
}
