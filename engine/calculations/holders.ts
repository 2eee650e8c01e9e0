import { fact, k } from '../facts.ts'

/** Everyone of record, one entry a wallet or account; `person_id` joins them. */
export const holdersFact = fact.list('issuer.holders', { person_id: k.text, units: k.units, accredited: k.bool })

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
  const before = countHolders(holders)
  let toHeld = 0n
  let toNonaccredited = false
  let fromHeld = 0n
  let fromAccredited = true
  for (const holder of holders) {
    if (holder.units > 0n && holder.person_id === to.person) {
      toHeld += holder.units
      if (!holder.accredited) toNonaccredited = true
    }
    if (holder.units > 0n && holder.person_id === from) {
      fromHeld += holder.units
      fromAccredited &&= holder.accredited
    }
  }
  const joins = toHeld === 0n
  const leaves = from !== null && from !== to.person && fromHeld > 0n && fromHeld <= quantity
  const gained = (joins || !toNonaccredited) && !to.accredited ? 1 : 0
  return {
    all: before.all + (joins ? 1 : 0) - (leaves ? 1 : 0),
    nonaccredited: before.nonaccredited + gained - (leaves && !fromAccredited ? 1 : 0),
  }
}
