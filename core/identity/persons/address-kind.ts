export const ADDRESS_KINDS = ['street', 'po_box', 'apo_fpo', 'next_of_kin'] as const

const PO_BOX = /^\s*(?:p\.?\s*o\.?\s*box|post(?:al)? office box|postfach|bo[iî]te postale)\b/i
const MILITARY = /\b(?:apo|fpo|dpo)\b/i

/** What an address is, read from its first line while nobody said it. */
export const addressKindOf = (line: string) => (PO_BOX.test(line) ? 'po_box' : MILITARY.test(line) ? 'apo_fpo' : 'street')
