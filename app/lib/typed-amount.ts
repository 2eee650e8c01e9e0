// Amounts as they are typed: grouped by thousands, with the cursor where it was. What is sent is read by `plainAmount`.

/** What was typed without its grouping: `1,250.50` is `1250.50`. What is no amount stays as it is, for the refusal to name. */
export const plainAmount = (typed: string): string => typed.trim().replace(/(?<=\d)[,\s_’'](?=\d)/g, '')

/** What was typed, grouped; what is no amount yet or not any more stays as it is. */
export function groupedAmount(typed: string): string {
  const plain = typed.replace(/[,\s]/g, '')
  if (!/^\d+(\.\d*)?$/.test(plain)) return typed
  const [whole = '', part] = plain.split('.')
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (part === undefined ? '' : `.${part}`)
}

/** Where the cursor stands after grouping: behind as many digits and points as before. */
export function caretAfter(typed: string, caret: number, grouped: string): number {
  const signs = typed.slice(0, caret).replace(/[,\s]/g, '').length
  let at = 0
  for (let seen = 0; at < grouped.length && seen < signs; at++) if (grouped[at] !== ',') seen++
  return at
}
