/** On what ground units are frozen, freed or moved without their holder, in the words of the rulebook (table B, row 12). */
export const LEGAL_BASES = [
  'court_order',
  'regulator_order',
  'sanctions',
  'estate',
  'death',
  'divorce',
  'issuer_repurchase',
  'key_compromise',
  'fraud_suspected',
  'correction',
] as const
export type LegalBasis = (typeof LEGAL_BASES)[number]

/** On which of them units change their owner, and how the rules call such a transfer. */
export const TRANSFER_KINDS = {
  court_order: 'court_order',
  regulator_order: 'forced',
  estate: 'estate',
  death: 'death',
  divorce: 'divorce',
  issuer_repurchase: 'issuer_repurchase',
  correction: 'forced',
} as const satisfies Partial<Record<LegalBasis, string>>
export type TransferBasis = keyof typeof TRANSFER_KINDS

export const TRANSFER_BASES = Object.keys(TRANSFER_KINDS) as [TransferBasis, ...TransferBasis[]]
