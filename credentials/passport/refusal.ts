/** Why the chip of a passport proves nothing. */
export type PassportProblem =
  | 'passport_unreadable'
  | 'passport_algorithm_unsupported'
  | 'passport_issuer_unknown'
  | 'passport_signer_not_allowed'
  | 'passport_signer_expired'
  | 'passport_signature_invalid'
  | 'passport_data_altered'
  | 'passport_expired'
  | 'passport_chip_copied'

const AGAIN = 'Read the chip once more; if it stays so, prove who you are with another document or in another way.'
const ANOTHER = 'Prove who you are with another document, or in another way.'

/** What whoever holds the document does next: they read it, not whoever wrote the app. */
const WAY_ON: Record<PassportProblem, string> = {
  passport_unreadable: AGAIN,
  passport_algorithm_unsupported: ANOTHER,
  passport_issuer_unknown: ANOTHER,
  passport_signer_not_allowed: ANOTHER,
  passport_signer_expired: ANOTHER,
  passport_signature_invalid: AGAIN,
  passport_data_altered: AGAIN,
  passport_expired: 'Use one that is valid.',
  passport_chip_copied: AGAIN,
}

/** A chip that proves nothing, why, and what to do. The sentences name nobody. */
export class PassportRefused extends Error {
  readonly problem: PassportProblem
  constructor(problem: PassportProblem, detail: string) {
    super(`${detail} ${WAY_ON[problem]}`)
    this.name = 'PassportRefused'
    this.problem = problem
  }
}

export const unreadable = (what: string): PassportRefused => new PassportRefused('passport_unreadable', what)
