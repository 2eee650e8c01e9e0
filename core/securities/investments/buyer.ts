import type { WalletRow } from '#core/chain/wallets/find.ts'
import { bestCredential, stateAt } from '#core/identity/credentials/live.ts'
import { judgeReliance } from '#core/identity/credentials/reliance.ts'
import { foundOutAt } from '#core/identity/evidence/found-out.ts'
import type { PersonData } from '#core/identity/persons/ensure.ts'
import { placesOf } from '#core/identity/persons/places.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { type PartyFacts, partyFacts } from '#core/record/decisions/party-facts.ts'
import type { Screened } from '#core/screening/matching/screen-subject.ts'
import type { Tx } from '#db/connect.ts'
import type { Room } from '#engine/facts/of-checks.ts'
import type { ListStamp } from '#screening/entity.ts'
import type { InvestorRow } from '../investors/create.ts'

/** The buyer as one party of the rules. */
export const buyerParty = (p: {
  investor: InvestorRow
  wallet: WalletRow | null
  data: PersonData
  place: string | null
  screened: Screened
}): PartyFacts =>
  partyFacts({
    kind: p.investor.type === 'entity' ? 'entity' : 'natural',
    personId: p.investor.person_id,
    address: p.wallet?.address ?? null,
    fullName: p.data.full_name,
    dateOfBirth: p.data.date_of_birth ?? null,
    places: placesOf(p.data, p.place),
    screened: p.screened,
  })

/** The credential of a buyer's wallet. One that rests on somebody else's check counts only while the tenant may rely on it. */
export async function credentialFacts(
  tx: Tx,
  ctx: Ctx,
  wallet: WalletRow | null,
  p: { party: PartyFacts; lists: ListStamp[]; subjectKeyId: string },
): Promise<NonNullable<Room<'investor'>['credential']>> {
  const credential = wallet ? await bestCredential(tx, ctx, wallet) : null
  if (wallet && credential && stateAt(credential, ctx.now) === 'active') {
    const reliance = await judgeReliance(tx, ctx, { ...p, credential, levels: ['basic'], walletAddress: wallet.address })
    if (reliance && reliance.outcome !== 'allow') return { state: 'none', issued_at: 'none', expires_at: 'none' }
  }
  return {
    state: credential ? stateAt(credential, ctx.now) : 'none',
    issued_at: credential ? (await foundOutAt(tx, ctx, credential)).toISOString() : 'none',
    expires_at: credential?.expires_at.toISOString() ?? 'none',
  }
}
