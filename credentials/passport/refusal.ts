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

/** A chip that proves nothing, and why. The sentence names nobody. */
export class PassportRefused extends Error {
  readonly problem: PassportProblem
  constructor(problem: PassportProblem, detail: string) {
    super(detail)
    this.name = 'PassportRefused'
    this.problem = problem
  }
}

export const unreadable = (what: string): PassportRefused => new PassportRefused('passport_unreadable', what)
