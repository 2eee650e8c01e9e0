import { stateOfPerson } from '#core/identity/persons/places.ts'
import type { marketSubject } from '#core/identity/wallets/market-subject.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import { baseFacts } from '#core/record/decisions/party-facts.ts'
import { withSaid } from '#core/record/facts/sources.ts'
import { factsOf } from '#core/record/facts/stated-facts.ts'
import { asRoom } from '#core/record/facts/table.ts'
import { meetsHolderLimit } from '#core/sources/personas/source.ts'
import type { Tx } from '#db/connect.ts'
import type { investments } from '#db/schema.ts'
import { exactFacts, type FactsOf, type Room } from '#engine/facts/of-checks.ts'
import { affiliationOf, heldBy, stateFacts, usPersonFacts } from '../holdings/holder-facts.ts'
import { holderLimitFacts } from '../holdings/of-record.ts'
import { issuerFacts, type OfferingRow, offeringFacts, saidOfOffering, saidOfToken } from '../offerings/facts.ts'
import { tokenFacts } from '../token-state/state.ts'

/** What is known of an entity's owners; nothing where they were not named, and the rules ask. */
const ownersStatus = ({ holdings, blocked_owners: blocked }: Room<'subject'>): { owners_status?: 'hit' | 'clear' } =>
  holdings === 'none' ? {} : { owners_status: Array.isArray(blocked) && blocked.length ? 'hit' : 'clear' }

/** What a buyer said of whom they buy for. */
const represented = (investment: Pick<typeof investments.$inferSelect, 'facts'> | null) =>
  asRoom('investment', factsOf(investment?.facts ?? {}, 'investment')).own_account_representation

/** What the rules of an issuance read: the offering, who takes the units, and what they bought. */
export async function issueFacts(
  tx: Tx,
  ctx: Ctx,
  p: {
    offering: OfferingRow
    subject: Awaited<ReturnType<typeof marketSubject>>
    units: string
    left: string
    contrary: boolean
    sold: Date
    investment: Pick<typeof investments.$inferSelect, 'facts' | 'status'> | null
  },
): Promise<FactsOf<'token.issue'>> {
  const { offering, subject } = p
  const personId = subject.person?.id ?? subject.wallet.id
  const place = subject.persona?.effects.country ?? subject.data?.country ?? null
  const said = await affiliationOf(tx, ctx, subject.person?.id ?? null)
  const { us_person: _, ...known } = subject.facts
  const lists = subject.screened.lists
  const base = await baseFacts(ctx, 'token.issue', lists, { market: 'securities' })
  const { issuer, said: saidOfIssuer } = await issuerFacts(tx, ctx)
  const accredited = subject.credential?.level === 'accredited' && subject.state === 'active'
  const entity = subject.person?.kind === 'entity'
  const unsaid = { now: ctx.now, personId, entity, place, offering }
  return exactFacts('token.issue', {
    ...base,
    said: withSaid(base, { ...saidOfIssuer, ...saidOfOffering(offering) }),
    environment: ctx.environment,
    issuer,
    offering: {
      ...offeringFacts(ctx, offering),
      lockup_days: offering.lockup_days ?? 'none',
      ...(await holderLimitFacts(tx, ctx, offering, { personId, atLimit: meetsHolderLimit(subject.persona) })),
      units_left: p.left,
      blocked_countries: offering.blocked_countries,
      allowed_countries: offering.allowed_countries.length ? offering.allowed_countries : 'none',
    },
    from: { person_id: 'none' },
    investor: {
      ...known,
      ...usPersonFacts(place),
      ...stateFacts(ctx, place, stateOfPerson(subject.data)),
      person_id: personId,
      kind: entity ? 'entity' : 'natural',
      residence: place ?? 'none',
      balance: await heldBy(tx, ctx, offering.id, personId),
      identity_status: subject.state === 'active' ? 'verified' : 'incomplete',
      // Nobody controls a person but themselves.
      control_persons_verified: entity ? ctx.world.statements.behindEntity.control_persons_verified : true,
      accreditation: {
        status: accredited ? 'accredited' : 'not_accredited',
        contrary_knowledge: p.contrary && offering.regulation.startsWith('reg_d'),
      },
      ...(said && { affiliate_of_issuer: said.now }),
      sanctions: {
        status: subject.screened.status,
        ...ownersStatus(known),
        wallet_status: subject.screened.matches.some((m) => m.match_type === 'address_exact') ? 'hit' : 'clear',
        lists_loaded_at: lists.map((l) => l.current_at).sort()[0] ?? 'none',
      },
    },
    investment: {
      // A sale that nobody names was judged by no rule of sales.
      ...(p.investment ? { status: p.investment.status, issued: false } : ctx.world.statements.unnamedSale),
      quantity: p.units,
      paid_in_full_at: rulesDay(p.sold),
      // Who bought it said so then; of what is given without a sale nobody did.
      own_account_representation: represented(p.investment) ?? ctx.world.statements.sale(unsaid).own_account_representation,
    },
    token: { ...(await tokenFacts(tx, ctx, offering)), ...saidOfToken(ctx, offering) },
  })
}
