import { defaultChain } from '#chains/address.ts'
import type { Ctx } from '../context.ts'
import type { CredentialSummary } from '../credentials/live.ts'
import { baseFacts, partyFacts } from '../decisions/party-facts.ts'
import type { WireDecision } from '../decisions/present.ts'
import type { PersonData, PersonRow } from '../persons/ensure.ts'
import { rulesDay } from '../rules-day.ts'
import type { Scenario } from '../sandbox/scenarios.ts'
import type { Screened } from '../screenings/screen-subject.ts'
import type { WalletRow } from './find.ts'
import { usableMarkets } from './markets.ts'
import type { Conclusion, WalletVerification, WalletVerifyInput } from './verify.ts'

/** The answer, with the documented fields first. */
export function presentVerification(
  ctx: Ctx,
  p: {
    address: WalletVerifyInput['wallet_address']
    wallet: Pick<WalletRow, 'id'>
    outcome: Pick<Conclusion, 'status' | 'verified' | 'credential' | 'rejection'>
    summary: CredentialSummary | null
    /** How many other wallets the person has. */
    also: number
    screened: Screened
    decision: WireDecision
    allowed: boolean
    denied: boolean
  },
): WalletVerification {
  const { address, outcome, summary } = p
  return {
    success: true,
    wallet_id: p.wallet.id,
    verification_status: outcome.status,
    verified_at: outcome.verified ? outcome.credential!.issued_at.toISOString() : null,
    wallet_address: address.canonical,
    object: 'wallet_verification',
    verified: outcome.verified,
    expires_at: outcome.verified ? outcome.credential!.expires_at.toISOString() : null,
    credential: summary,
    rejection: outcome.rejection,
    uniqueness: { status: p.also > 0 ? 'also_bound' : 'unique', count: bucketOf(p.also + 1), policy: 'allow' },
    sanctions_cleared: p.screened.status === 'clear' && !p.denied,
    markets: usableMarkets(summary, p.allowed),
    public_url: outcome.credential ? `${ctx.services.config.publicUrl}/c/${outcome.credential.id}` : null,
    warnings:
      address.checksum === 'mismatch'
        ? [
            {
              code: 'address_checksum_mismatch',
              detail: 'The letter case of the address is not its EIP-55 checksum: check that it was copied whole.',
            },
          ]
        : [],
    decision: p.decision,
  }
}

export function verificationFacts(
  ctx: Ctx,
  p: { input: WalletVerifyInput; wallet: WalletRow; person: PersonRow; data: PersonData; screened: Screened; scenario: Scenario | null },
) {
  const verification = p.scenario?.effects.verification
  return {
    ...baseFacts(ctx, 'wallet.verify', p.screened.lists, { level: p.input.level, market: 'any', moves_value: false }),
    subject: {
      ...partyFacts({
        kind: 'natural',
        personId: p.person.id,
        address: p.wallet.address,
        fullName: p.data.full_name,
        dateOfBirth: p.data.date_of_birth ?? null,
        places: [
          ...(p.data.country ? [{ source: 'residence' as const, country: p.data.country, proven: false }] : []),
          ...(p.data.nationality ? [{ source: 'nationality' as const, country: p.data.nationality, proven: false }] : []),
        ],
        screened: p.screened,
        wasListed: p.scenario?.effects.wasListed ? { address: p.wallet.address, list: 'sandbox_sample' } : null,
      }),
      control: p.wallet.control,
      chain: defaultChain(p.wallet.family as 'evm' | 'solana'),
      verification: { status: verification?.status ?? 'verified', method: p.data.document ? 'document' : 'non_documentary' },
      opened_on: rulesDay(p.wallet.created_at),
      us_person: p.data.country === 'US',
    },
  }
}

export const bucketOf = (count: number) => (count <= 1 ? '1' : count <= 3 ? '2-3' : '4+')
