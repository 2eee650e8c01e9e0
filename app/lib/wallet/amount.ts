const DECIMALS = 18

/** An amount as typed, in the smallest unit of 18 decimals. Null for what is no amount above zero, or has more decimals than there are. */
export function toWei(text: string): bigint | null {
  const match = /^(\d{0,60})(?:\.(\d{1,18}))?$/.exec(text.trim().replace(/^\./, '0.'))
  if (!match || match[0] === '') return null
  const wei = BigInt(match[1] || '0') * 10n ** BigInt(DECIMALS) + BigInt((match[2] ?? '').padEnd(DECIMALS, '0'))
  return wei > 0n ? wei : null
}

/** The amount as a decimal without trailing zeros. */
export function fromWei(wei: bigint): string {
  const digits = wei.toString().padStart(DECIMALS + 1, '0')
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, '')
  return digits.slice(0, -DECIMALS) + (fraction && `.${fraction}`)
}
