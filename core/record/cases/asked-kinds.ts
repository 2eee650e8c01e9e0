/**
 * Acts that take two people and that somebody asks for, as kinds of cases: the case is the request, whoever asks is the first
 * person, and whoever decides it the second. Releases of matches and holds are the other cases that take two.
 */
const ASKED_KINDS = [
  'credential_revocation',
  'credential_resumption',
  'identity_revocation',
  'documents_found_false',
  'verification_set',
  'admin_grant',
  'member_role',
  'tenant_contract',
  'policy_change',
  'trusted_issuer',
  'token_deactivation',
  'erasure_act',
  'erasure_file',
  'offering_reopening',
  'offering_integration',
  'offering_change',
] as const
export type AskedKind = (typeof ASKED_KINDS)[number]

export const isAsked = (kind: string): kind is AskedKind => (ASKED_KINDS as readonly string[]).includes(kind)

/** The word on a case, and whose it is. */
export interface AskedAnswer {
  outcome: 'release' | 'refuse'
  /** Why, in the words of whoever decided. */
  note: string
  author: string
  approver: string
}
