import type { Json } from '#engine/canonical.ts'
import { micro } from '#engine/money.ts'
import { EU_MEMBERS } from '#engine/tables/eu-members.ts'
import type { Ctx } from '../context.ts'
import type { Rate } from '../rates/store.ts'
import { rulesDay } from '../rules-day.ts'
import type { MarketSubject } from '../wallets/market-subject.ts'
import type { CreateTransactionInput } from './create.ts'
import { travelMessage } from './party.ts'
import { worth } from './worth.ts'

export interface TravelRule {
  required: boolean
  regime: string
  threshold: string
  status: 'not_required' | 'complete' | 'incomplete' | 'awaiting_counterparty' | 'accepted' | 'rejected' | 'repair_requested'
  missing: string[]
  counterparty: string | null
  code: number | null
  facts: Json
}

const THRESHOLDS = {
  US: { regime: 'US 31 CFR 1010.410(f)', amount: '3000', currency: 'USD' },
  EU: { regime: 'EU 2023/1113', amount: '0', currency: 'EUR' },
} as const

/** Which travel rule binds a payment, what is still missing for it, and how the counterparty stands. */
export function travelRule(
  ctx: Pick<Ctx, 'environment' | 'now'>,
  input: CreateTransactionInput,
  from: MarketSubject | null,
  to: MarketSubject | null,
  rates: readonly Rate[],
  /** What went from this sender to this beneficiary in the 24 hours before: a threshold is read on the whole. */
  linked: { usd: bigint },
): TravelRule {
  const dollars = worth(input.amount, input.currency, 'USD', rates) + linked.usd
  const euros = worth(input.amount, input.currency, 'EUR', rates)
  const flags = [...(from?.scenario?.effects.flags ?? []), ...(to?.scenario?.effects.flags ?? [])]
  // The sandbox's unproven wallet plays the European case, which begins above 1,000 EUR.
  const european = [from, to].some((side) => side?.data?.country && EU_MEMBERS.includes(side.data.country))
  const europeanCase = flags.includes('self_hosted') && euros > micro('1000')
  const inEu = european || europeanCase
  const regime = inEu ? THRESHOLDS.EU : THRESHOLDS.US
  const required = dollars >= micro(regime.amount)
  const selfHosted = flags.includes('self_hosted') || Boolean((input.beneficiary as { self_hosted?: boolean } | undefined)?.self_hosted)
  const played = flags.includes('vasp_accepts')
    ? 'accepted'
    : flags.includes('vasp_rejects')
      ? 'rejected'
      : flags.includes('vasp_repair')
        ? 'repair_requested'
        : flags.includes('vasp_silent')
          ? 'awaiting_counterparty'
          : null
  const { originator, beneficiary } = played ? { ...playedParties(played), ...partiesOf(input) } : input
  const vasp = (beneficiary as { vasp?: string } | undefined)?.vasp ?? null
  const missing = !required
    ? []
    : [
        ...(originator ? [] : ['/originator']),
        ...(beneficiary ? [] : ['/beneficiary']),
        ...(played === 'repair_requested' ? ['/originator/originatorPersons/0/naturalPerson/geographicAddress'] : []),
      ]
  const status = !required ? 'not_required' : (played ?? (missing.length ? 'incomplete' : 'complete'))
  return {
    required,
    regime: regime.regime,
    // In the Union every payment between providers carries data; one with a wallet kept by its owner does from 1,000 EUR.
    threshold: inEu && selfHosted ? '1000 EUR' : `${regime.amount} ${regime.currency}`,
    status,
    missing,
    counterparty: vasp,
    code: played === 'rejected' ? 90 : played === 'repair_requested' ? 153 : null,
    facts: {
      seats: inEu ? ['US', 'DE'] : ['US'],
      self_hosted: selfHosted ? 'beneficiary' : 'none',
      ...(selfHosted && to && { self_hosted_owner: 'own_customer', self_hosted_address: to.wallet.address, proof: proofOf(to) }),
      lei_known: false,
      message: travelMessage({
        originator,
        beneficiary,
        accounts: { originator: from?.wallet.address, beneficiary: to?.wallet.address },
        sender: 'Sealwright',
      }),
      has_account: true,
      verified_by_bank: false,
      ...counterparty(vasp, played, ctx),
      endpoint: 'none',
    },
  }
}

/** What the caller sent of the parties. */
const partiesOf = ({ originator, beneficiary }: CreateTransactionInput) => ({
  ...(originator && { originator }),
  ...(beneficiary && { beneficiary }),
})

/** The fictional parties of the sandbox's providers, so that their wallets alone play the scenario. One who asks for repair lacks the address. */
function playedParties(played: TravelRule['status']): Pick<CreateTransactionInput, 'originator' | 'beneficiary'> {
  const named = (family: string, given: string) => ({
    name: {
      nameIdentifier: [{ primaryIdentifier: family, secondaryIdentifier: given, naturalPersonNameIdentifierType: 'LEGL' }],
    },
  })
  const address = {
    addressType: 'HOME',
    streetName: 'Main Street',
    buildingNumber: '1',
    townName: 'Reno',
    postCode: '89501',
    country: 'US',
  }
  return {
    originator: {
      originatorPersons: [
        {
          naturalPerson: {
            ...named('Originator', 'Olga'),
            ...(played !== 'repair_requested' && { geographicAddress: [address] }),
            dateAndPlaceOfBirth: { dateOfBirth: '1990-05-17', placeOfBirth: 'Reno' },
          },
        },
      ],
    },
    beneficiary: { beneficiaryPersons: [{ naturalPerson: named('Beneficiary', 'Ben') }], vasp: 'vasp.example' },
  }
}

/** What is known of the provider on the other side. A real one was examined by nobody here, so a person has to. */
function counterparty(
  vasp: string | null,
  played: TravelRule['status'] | null,
  ctx: Pick<Ctx, 'environment' | 'now'>,
): Record<string, Json> {
  const now = new Date(ctx.now).toISOString()
  const status = played === 'rejected' ? 'rejected' : played || ctx.environment === 'sandbox' ? 'active' : 'unknown'
  return {
    vasp: vasp || played ? { status, examined_on: status === 'active' ? rulesDay(ctx.now) : 'none' } : 'none',
    sent_at: played ? now : 'none',
    answered: played !== null && played !== 'awaiting_counterparty',
  }
}

/** That the holder showed control of the wallet, and when. */
const proofOf = ({ wallet }: MarketSubject): Json =>
  wallet.control === 'proven' && wallet.control_proven_at
    ? { method: 'signature', at: wallet.control_proven_at.toISOString(), address: wallet.address }
    : 'none'
