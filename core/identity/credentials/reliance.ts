import type { Ctx } from '#core/kernel/context.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import { type Decided, recordDecision } from '#core/record/decisions/decide.ts'
import { baseFacts, type PartyFacts } from '#core/record/decisions/party-facts.ts'
import type { Tx } from '#db/connect.ts'
import { customerRisk } from '#engine/calculations/customer-risk.ts'
import { exactFacts, type Room } from '#engine/facts/of-checks.ts'
import { countryPoints, countryRiskTable } from '#engine/tables/country-risk.ts'
import { type ConsentRow, consentOf } from '../persons/consents.ts'
import type { CredentialRow } from './issue.ts'

/** So long a consent holds, as the rule about it says. */
const CONSENT_MS = 365 * 86_400_000

/** What a check that relies on a credential tells its caller of the person. */
const TOLD = ['outcome', 'level', 'issued_at', 'expires_at']

type Party = PartyFacts & Pick<Room<'subject'>, 'credential'>

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
    /** The person as the check knows them, screened now. */
    party: Party
    lists: Parameters<typeof baseFacts>[2]
    /** Whose key seals the facts. */
    subjectKeyId: string
    walletAddress: string
  },
): Promise<Decided | null> {
  const { credential, party } = p
  const consent = await consentOf(tx, ctx, credential.person_id)
  if (!consent) return null
  const facts = exactFacts('credential.use', {
    ...(await baseFacts(ctx, 'credential.use', p.lists, { levels: ['basic'], response_fields: TOLD, data_duty: 'none' })),
    environment: ctx.environment,
    subject: {
      ...party,
      credential: { ...party.credential, issued_by_tenant: false },
      consent: consentFact(consent),
      identity_checked_on: rulesDay(credential.issued_at),
      // A material change suspends the credential until the person was checked anew.
      changes: credential.reason_code === 'material_change' ? ['name'] : [],
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

/** What a person let an organisation see, as the levels of a check that rest on it. */
const consentFact = ({ levels, given_at, withdrawn_at }: ConsentRow): Room<'subject'>['consent'] => ({
  levels: ['basic', ...(levels.includes('documents') ? ['enhanced'] : []), ...(levels.includes('accreditation') ? ['accredited'] : [])],
  given_at: given_at.toISOString(),
  expires_at: new Date(given_at.getTime() + CONSENT_MS).toISOString(),
  withdrawn_at: withdrawn_at?.toISOString() ?? 'none',
})

/** The band of the published points, by the places and offices known of the person; unknown before any table of countries. */
function riskBand(ctx: Ctx, party: Party): Pick<Room<'subject'>, 'risk_band'> {
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
