// The fee straight from its sentence, in whole cents: one per cent of the raise, half a cent up, never above the cap.

/** Cents of fee on an amount of cents. */
function onePerCent(cents: bigint): bigint {
  const whole = cents / 100n
  return cents % 100n >= 50n ? whole + 1n : whole
}

/** Fees of investments (in cents) one after the other: each is what the running total adds. */
export function feesOf(investments: readonly bigint[], capCents: bigint): bigint[] {
  const out: bigint[] = []
  let raised = 0n
  let charged = 0n
  for (const investment of investments) {
    raised += investment
    const due = onePerCent(raised) > capCents ? capCents : onePerCent(raised)
    out.push(due - charged)
    charged = due
  }
  return out
}
