import { fact } from '../facts/vocabulary.ts'

/** Everyone of record, one entry a wallet or account; `person_id` joins them. */
export const holdersFact = fact('issuer.holders')
/** The same of the offering alone, where it has a limit of its own. */
export const offeringHoldersFact = fact('offering.holders')

export type Holder = { readonly person_id: string; readonly units: bigint; readonly accredited: boolean }
export type HolderCount = { readonly all: number; readonly nonaccredited: number }

/** Holders by person: one person with three wallets counts once, an emptied holding not at all. One entry that is not accredited makes the person so. */
export function countHolders(holders: readonly Holder[]): HolderCount {
  const accredited = new Map<string, boolean>()
  for (const holder of holders) {
    if (holder.units > 0n) accredited.set(holder.person_id, (accredited.get(holder.person_id) ?? true) && holder.accredited)
  }
  let nonaccredited = 0
  for (const value of accredited.values()) if (!value) nonaccredited++
  return { all: accredited.size, nonaccredited }
}

/** Holders after `quantity` moves to a person, from another one or (null) from the issuer. */
export function holdersAfter(
  holders: readonly Holder[],
  quantity: bigint,
  to: { person: string; accredited: boolean },
  from: string | null,
): HolderCount {
  const accredited = new Map<string, boolean>()
  let fromHeld = 0n
  for (const holder of holders) {
    if (holder.units <= 0n) continue
    accredited.set(holder.person_id, (accredited.get(holder.person_id) ?? true) && holder.accredited)
    if (holder.person_id === from) fromHeld += holder.units
  }
  if (from !== null && from !== to.person && fromHeld <= quantity) accredited.delete(from)
  accredited.set(to.person, (accredited.get(to.person) ?? true) && to.accredited)
  let nonaccredited = 0
  for (const value of accredited.values()) if (!value) nonaccredited++
  return { all: accredited.size, nonaccredited }
}

export type FundOwner = {
  readonly person_id: string
  readonly units: bigint
  readonly knowledgeable_employee: boolean
  /** Owners behind it, when it is a fund itself; null otherwise. */
  readonly fund_owner_count: number | null
}

/**
 * Beneficial owners of a 3(c)(1) fund after a deal. An owner that is a fund and holds `lookThroughBps` of the votes counts by its own
 * owners; knowledgeable employees do not count.
 */
export function countFundOwners(
  owners: readonly FundOwner[],
  buyer: Omit<FundOwner, 'units'>,
  quantity: bigint,
  from: string | null,
  outstanding: bigint,
  lookThroughBps: number,
): number {
  const units = new Map<string, { units: bigint; exempt: boolean; behind: number | null }>()
  for (const owner of owners) {
    const known = units.get(owner.person_id)
    const behind = Math.max(known?.behind ?? 0, owner.fund_owner_count ?? 0)
    units.set(owner.person_id, {
      units: (known?.units ?? 0n) + owner.units,
      exempt: (known?.exempt ?? true) && owner.knowledgeable_employee,
      behind: behind === 0 ? null : behind,
    })
  }
  const bought = units.get(buyer.person_id)
  units.set(buyer.person_id, {
    units: (bought?.units ?? 0n) + quantity,
    exempt: bought && bought.units > 0n ? bought.exempt : buyer.knowledgeable_employee,
    behind: buyer.fund_owner_count ?? bought?.behind ?? null,
  })
  const seller = from === null ? undefined : units.get(from)
  if (from !== null && seller) units.set(from, { ...seller, units: seller.units - quantity })
  let count = 0
  for (const owner of units.values()) {
    if (owner.units <= 0n || owner.exempt) continue
    const large = owner.behind !== null && owner.units * 10_000n >= outstanding * BigInt(lookThroughBps)
    count += large ? owner.behind! : 1
  }
  return count
}
