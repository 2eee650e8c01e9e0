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

/** Grounds on which units are stopped: of those, a pledge of a number of units counts as one. */
export const PLEDGE = 'pledge'
export const FREEZE_BASES = [...LEGAL_BASES, PLEDGE] as const

/** The ground of a freeze on issued units whose payment bounced, and of their recall. Nobody else freezes on it. */
export const PAYMENT_FAILED = 'payment_failed'

/** On which of them units change their owner, and how the rules call such a transfer. */
export const TRANSFER_KINDS = {
  court_order: 'court_order',
  regulator_order: 'forced',
  estate: 'estate',
  death: 'death',
  divorce: 'divorce',
  issuer_repurchase: 'issuer_repurchase',
  correction: 'forced',
  [PAYMENT_FAILED]: 'issuer_repurchase',
} as const satisfies Partial<Record<LegalBasis | typeof PAYMENT_FAILED, string>>
export type TransferBasis = keyof typeof TRANSFER_KINDS

/** On which of them units go back to the issuer, who takes them off its books: nobody acquires them. */
export const TO_ISSUER: readonly string[] = ['issuer_repurchase', PAYMENT_FAILED] satisfies TransferBasis[]

export const TRANSFER_BASES = Object.keys(TRANSFER_KINDS) as [TransferBasis, ...TransferBasis[]]
