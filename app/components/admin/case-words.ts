import type { CaseView, NamedCase } from '#core/review/cases/case.ts'
import { plural } from '../../lib/format.ts'
import { csvResponse, everyPage, type TextColumn } from '../../lib/table-state.ts'

export const caseKinds: Record<string, string> = {
  sanctions_match: 'Sanctions match',
  verification_identity: 'Identity',
  verification_accreditation: 'Accreditation',
  verification_documents: 'Documents',
  accreditation_review: 'Accreditation file',
  entity_review: 'Papers of an entity',
  transaction_review: 'Transfer',
  unapproved_transfer: 'Sent without approval',
  reorganized_transfer: 'Block left its chain',
  unmoved_transfer: 'Units that did not follow',
  investment_review: 'Investment',
  offering_cancellation: 'Offering to cancel',
  offering_terms: 'Commercial terms',
  wallet_verification: 'Wallet',
  defi_review: 'Protocol access',
  nfts_review: 'Creator',
  gaming_review: 'Player',
  appeal: 'Appeal',
  identity_appeal: 'Appeal of an identity',
  credential_revocation: 'Credential to revoke',
  credential_resumption: 'Credential to resume',
  identity_revocation: 'Identity to revoke',
  documents_found_false: 'False document',
  verification_set: 'Set by hand',
  admin_grant: 'New administrator',
  member_role: 'Change of members',
  tenant_contract: 'Contract to record',
  policy_change: 'Change of settings',
  trusted_issuer: 'Issuer to trust',
  token_deactivation: 'Token to deactivate',
  erasure_act: 'Erasure to go on',
  erasure_file: 'Restricted file to be read',
  offering_reopening: 'Offering to open again',
  offering_integration: 'Offerings side by side',
  offering_change: 'Offering to change',
  bounced_payment: 'Payment failed after issuing',
  relied_credential: 'Credential relied on',
  monitoring_review: 'Found by monitoring',
  identity_review: 'Documents of a person',
  identity_evidence: 'Evidence that differs',
}
/** Cases in which evidence of a person is read. */
export const readsEvidence = (kind: string): boolean =>
  kind.startsWith('verification_') || kind === 'accreditation_review' || kind === 'entity_review'
/** What one asks for and a second person agrees to: what each answer does. */
export const askedKinds: Record<string, { agree: string; decline: string }> = {
  credential_revocation: {
    agree: 'The credential is revoked for good. Everyone who relied on it is told.',
    decline: 'The credential is in use again, if its holder is screened clear.',
  },
  credential_resumption: {
    agree: 'Holder and wallet are screened again; found clear, the credential is in use again.',
    decline: 'The credential stays suspended.',
  },
  identity_revocation: {
    agree: 'The identity is rejected for good, its credentials are revoked and pending investments rejected. The person can appeal.',
    decline: 'The identity stays verified; credentials suspended for this are in use again.',
  },
  documents_found_false: {
    agree: 'The documents are rejected, and a case is opened about the identity.',
    decline: 'The documents stay accepted.',
  },
  token_deactivation: {
    agree: 'The token is deactivated for good: nothing is issued or transferred any more.',
    decline: 'The token stays in use.',
  },
  erasure_act: {
    agree: 'The legal hold ends, or the duties named no longer count. What nothing keeps any more is erased at once, for good.',
    decline: 'The person stays restricted as before.',
  },
  erasure_file: {
    agree: 'Whoever asked reads what is kept of this person for the hours named. Each reading stands in the audit log.',
    decline: 'The file stays closed.',
  },
  offering_reopening: {
    agree: 'The offering takes investments again, if every rule of an opening allows it.',
    decline: 'The offering stays closed.',
  },
  offering_integration: {
    agree: 'The offering counts as apart from the ones named (Rule 152(a)). Every other rule still decides its opening and its sales.',
    decline: 'It stays held by the rules on integration.',
  },
  offering_change: {
    agree: 'The rules judge the change once more, and it is made. The offering is open again if it was, and if every rule allows.',
    decline: 'Nothing changes: the offering keeps its terms, and is open again if it was.',
  },
  admin_grant: {
    agree:
      'The person is an administrator from now on: they decide what is the platform’s own and give roles to others. Every administrator is told.',
    decline: 'Nothing changes.',
  },
  member_role: {
    agree:
      'The invitation is sent, the person let in, the role given, or the rule of two people ended, as the summary says. The person is told.',
    decline: 'Nothing changes, and an invitation that waits is dropped.',
  },
  tenant_contract: {
    agree: 'The contract is in force: the rules count it in every decision from now on.',
    decline: 'Nothing changes: the rules go on without the contract.',
  },
  policy_change: {
    agree: 'The settings and policies are changed as the plan shows, and count in every decision from now on or from the time it names.',
    decline: 'Nothing changes.',
  },
  trusted_issuer: {
    agree: 'What this issuer signs is proof of who somebody is, at the level shown, from now on.',
    decline: 'The issuer is not trusted: what it signs counts for nothing.',
  },
  verification_set: { agree: 'The states are set as shown, and the person is told.', decline: 'Nothing changes.' },
}

export const kindWord = (kind: string) => caseKinds[kind] ?? kind.replaceAll('_', ' ')

export const statusWords: Record<CaseView['status'], string> = {
  open: 'open',
  assigned: 'taken',
  awaiting_info: 'waits for an answer',
  awaiting_second: 'needs a second person',
  decided: 'decided',
}

/** What was decided, in the words of its kind. */
export function outcomeWord({ kind, outcome }: Pick<CaseView, 'kind' | 'outcome'>): string {
  if (outcome === 'request_info') return 'asked for more'
  if (askedKinds[kind] || kind.startsWith('offering_')) return outcome === 'release' ? 'agreed' : 'refused'
  if (kind.startsWith('verification_')) return outcome === 'release' ? 'approved' : 'rejected'
  if (kind === 'monitoring_review') return outcome === 'release' ? 'nothing to do' : 'confirmed'
  if (kind === 'sanctions_match') return outcome === 'release' ? 'released' : 'confirmed'
  return outcome === 'release' ? 'released' : 'refused'
}

/** `in 5 h`, `3 h late`. */
export function dueWords(deadline: string, now: string): string {
  const minutes = Math.round((Date.parse(deadline) - Date.parse(now)) / 60_000)
  const size = Math.abs(minutes)
  const text = size < 90 ? `${size} min` : size < 2_880 ? `${Math.round(size / 60)} h` : plural(Math.round(size / 1_440), 'day')
  return minutes < 0 ? `${text} late` : `in ${text}`
}

/** How long a case has been in the queue. */
export function waitedWords(since: string, now: string): string {
  return dueWords(now, since)
    .replace(/^in /, '')
    .replace(/ late$/, '')
}

export const caseColumns = (now: string): TextColumn<NamedCase>[] => [
  { key: 'summary', label: 'Case', text: (row) => row.summary },
  { key: 'kind', label: 'Kind', text: (row) => kindWord(row.kind), data: (row) => row.kind },
  { key: 'status', label: 'Status', text: (row) => (row.status === 'decided' ? outcomeWord(row) : statusWords[row.status]) },
  { key: 'score', label: 'Score', text: ({ details: { score } }) => (typeof score === 'number' ? score.toFixed(3) : '') },
  { key: 'organization', label: 'Organisation', text: (row) => row.organization_name },
  { key: 'environment', label: 'Environment', text: (row) => row.environment },
  { key: 'waited', label: 'Waited', text: (row) => waitedWords(row.created_at, row.decided_at ?? now) },
  {
    key: 'deadline',
    label: 'Due',
    text: (row) => (row.status === 'decided' ? 'done' : dueWords(row.deadline, now)),
    data: (row) => row.deadline,
  },
  { key: 'assigned_to', label: 'With', text: (row) => row.assigned_email ?? '' },
]

const OF_FILE: TextColumn<NamedCase>[] = [
  { key: 'opened', label: 'Opened', text: (row) => row.created_at },
  { key: 'decided', label: 'Decided', text: (row) => row.decided_at ?? '' },
  { key: 'id', label: 'Id', text: (row) => row.id },
]

/** All cases that are read, page by page, in the order of the queue, as a file. */
export function caseFile(read: (page: { page: number; per_page: number }) => Promise<readonly NamedCase[]>): Promise<Response> {
  const columns = caseColumns(new Date().toISOString()).filter((column) => column.key !== 'waited')
  const per_page = 1_000
  return csvResponse(
    'reviews',
    [...columns, ...OF_FILE],
    everyPage(per_page, (page) => read({ page, per_page })),
  )
}

export const caseState = {
  filters: ['status', 'kind', 'environment', 'overdue', 'mine', 'all', 'q'],
  sort: 'rank',
  sorts: ['rank'],
} as const

/** The verb's input for what the address says. */
export const caseQuery = ({ status, kind, overdue, mine, q }: Record<string, string>) => ({
  status: (status ?? 'waiting') as 'waiting',
  ...(kind && { kind }),
  ...(overdue === 'yes' && { overdue: true }),
  ...(mine === 'yes' && { assigned_to: 'me' }),
  ...(q && { id: q }),
})

/** The same for the platform's queue, which shows what is its own unless all are asked for. */
export const platformQuery = ({ environment, all, ...filters }: Record<string, string>) => ({
  ...caseQuery(filters),
  own: all !== 'yes',
  ...(environment && { environment: environment as 'sandbox' }),
})
