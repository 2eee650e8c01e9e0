import { checkReceipt, type Receipt } from '../receipt.ts'
import { isJsonObject } from './bytes.ts'
import { VerificationError } from './refusal.ts'

/** What a receipt proves. */
export interface ProvenReceipt {
  /** The entry of the log. */
  id: string
  action: string
  timestamp: string
  subject: { type: string; id: string }
  /** The log, the place of the entry in it and its size at the checkpoint. */
  origin: string
  index: number
  size: number
  /** Documents whose hashes the entry holds, by their names. */
  documents: Record<string, unknown>
}

const VERIFIER_KEY = /^[^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]+=*$/

/**
 * Verifies that an entry stands in the log: a receipt, alone or as the API answers it. What the answer names around it must be what it is of.
 * Throws `VerificationError`, or `TypeError` where `keys` holds no verifier key (`name+id+base64`).
 */
export async function proveReceipt(
  given: unknown,
  expected: { keys: readonly string[]; decisionId?: string; entryId?: string },
): Promise<ProvenReceipt> {
  const keys = expected.keys.map((key) => key.trim())
  if (keys.length === 0 || !keys.every((key) => VERIFIER_KEY.test(key)))
    throw new TypeError('keys are verifier keys of the log, name+id+base64, as /.well-known/sealwright-log publishes them.')
  const answer = isJsonObject(given) && isJsonObject(given.receipt) ? given : null
  const receipt = (answer ? answer.receipt : given) as Receipt
  if (!isJsonObject(receipt) || !isJsonObject(receipt.log) || !isJsonObject(receipt.entry)) throw new VerificationError(['malformed'])
  const named = keys.filter((key) => key.startsWith(`${receipt.log.origin}+`))
  if (named.length === 0) throw new VerificationError(['log_not_trusted'])
  const problems = await Promise.all(named.map((key) => checkReceipt(receipt, key).catch(() => 'malformed' as const)))
  if (!problems.includes(null)) throw new VerificationError([problems[0]!])

  const { id, action, timestamp, subject_type: type, subject_id: subject } = receipt.entry
  const decisions = [answer?.decision_id, expected.decisionId].filter((one) => one !== undefined)
  const entries = [answer?.audit_id, expected.entryId].filter((one) => one !== undefined)
  const isOther = decisions.some((one) => type !== 'decision' || subject !== one) || entries.some((one) => id !== one)
  if (isOther) throw new VerificationError(['wrong_subject'])
  return {
    ...{ id: String(id), action: String(action), timestamp: String(timestamp) },
    subject: { type: String(type), id: String(subject) },
    ...{ origin: receipt.log.origin, index: receipt.log.index, size: receipt.log.size, documents: receipt.documents },
  }
}
