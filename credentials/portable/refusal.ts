/** Why something was not believed, by code: what is said of it. */
const WORDS = {
  malformed: 'It cannot be read: it is damaged, cut short, or not of a kind that this reads.',
  signature_invalid: 'The signature does not fit: it was changed after it was signed, or another key signed it.',
  issuer_not_trusted: 'None of the keys of the issuer you trust signed it.',
  wrong_environment: 'It is of another environment than the issuer you trust: a sandbox proves nothing in production.',
  wrong_wallet: 'It is of another wallet than the one you named.',
  holder_proof_missing:
    'Nothing shows that whoever presents it holds it: a key of the holder has to sign for your nonce, or control of the wallet has to be proven.',
  holder_proof_invalid:
    'The signature of the holder’s key is not for this presentation, your audience and your nonce, or is older than five minutes.',
  level_too_low: 'It is of a lower level than you ask for.',
  level_not_shown: 'The holder did not show the level that you ask for.',
  expired: 'Its time is over.',
  not_yet_valid: 'It begins later than now, by this machine’s clock.',
  revoked: 'It was revoked, for good.',
  suspended: 'It is suspended.',
  status_missing: 'The list that says whether it was revoked is not there, so nobody can tell.',
  status_invalid: 'The list that says whether it was revoked is not one of this issuer, or does not go so far.',
  status_stale: 'The list that says whether it was revoked is older than your budget, or of the future. Fetch it again.',
  document_altered: 'A document is not the one whose hash is in the log.',
  checkpoint_mismatch: 'The checkpoint is of another log or another size than the receipt says, or this log’s key did not sign it.',
  checkpoint_signature_invalid: 'The signature of the checkpoint does not fit.',
  not_in_log: 'The proof does not lead from the entry to the root that was signed: the entry is not in the log as it is shown.',
  log_not_trusted: 'It is of a log of which you gave no key.',
  wrong_subject: 'It is of another decision or entry than what came with it says, or than you named.',
  too_long: 'It would count for longer than any permit does.',
  wrong_contract: 'It is for another chain or contract.',
  wrong_policy: 'It is for another policy.',
  header_missing: 'A header of webhooks is missing: webhook-id, webhook-timestamp or webhook-signature.',
  timestamp_out_of_range: 'The delivery is older or newer than the tolerance, by this machine’s clock.',
} as const

export type ProblemCode = keyof typeof WORDS

/** One thing that speaks against it. */
export interface Problem {
  code: ProblemCode
  message: string
}

/** Those that say "cannot tell now" and not "no". */
const OPEN: ReadonlySet<ProblemCode> = new Set(['status_missing', 'status_invalid', 'status_stale', 'not_yet_valid'])

/**
 * Not believed. `problems` is all that was found, the first one gives `code` and the message. `outcome` is `unknown` where nothing speaks
 * against it but something could not be told; also that opens no door.
 */
export class VerificationError extends Error {
  readonly code: ProblemCode
  readonly outcome: 'invalid' | 'unknown'
  readonly problems: readonly Problem[]

  constructor(codes: readonly ProblemCode[], options?: ErrorOptions) {
    const sorted = [...new Set(codes)].sort((a, b) => Number(OPEN.has(a)) - Number(OPEN.has(b)))
    super(WORDS[sorted[0]!], options)
    this.name = 'VerificationError'
    this.code = sorted[0]!
    this.outcome = sorted.every((code) => OPEN.has(code)) ? 'unknown' : 'invalid'
    this.problems = sorted.map((code) => ({ code, message: WORDS[code] }))
  }
}
