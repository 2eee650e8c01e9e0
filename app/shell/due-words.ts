import type { DueKind } from '#core/portal/work/due.ts'

/** What is due, as its heading says it, and what is done about it. */
export const DUE_WORDS: Record<DueKind, { title: string; act: string }> = {
  question: { title: 'Questions to you', act: 'A reviewer asks, and the case waits for your answer.' },
  invitation: { title: 'Invitations', act: 'Accept or decline. Until then the issuer sees nothing of you.' },
  case: { title: 'Cases to decide', act: 'Look at the facts and decide.' },
  second_case: { title: 'Second signatures', act: 'Somebody decided; it holds once another person agrees.' },
  exception: { title: 'Exceptions to agree to', act: 'A false positive was proposed. It counts once another person agrees.' },
  due_diligence: { title: 'Due diligence to approve', act: 'A file was proposed. It counts once another person approves.' },
  holding_act: { title: 'Freezes and moves to approve', act: 'Nothing is moved or frozen for good until another person agrees.' },
  member_change: { title: 'Changes of members', act: 'Your organisation changes members by two people.' },
  held_payment: { title: 'Held payments and transfers', act: 'They are held until they are reviewed, or until the other side answers.' },
  investment: { title: 'Investments that wait', act: 'Approve or decline before the reservation ends.' },
  filing: { title: 'Filings and days', act: 'Due within 14 days, or passed.' },
  evidence: { title: 'Evidence that ends', act: 'Within 30 days. Ask for it anew before it no longer counts.' },
  webhook: { title: 'Webhooks that fail', act: 'Your server does not answer, so that events wait or are lost.' },
  platform_case: { title: 'Cases of the platform', act: 'Cases no organisation can decide.' },
  role_request: { title: 'Requests for a role', act: 'People who ask to be issuers.' },
  erasure: { title: 'Erasures', act: 'People who asked to be erased.' },
  inquiry: { title: 'Inquiries', act: 'Answered within 24 hours, as promised.' },
  incident: { title: 'Incidents and maintenance', act: 'What is open on the status page.' },
}

const WORDS: Record<string, string> = {
  form_d: 'Form D to be filed',
  letter_expiring: 'Accreditation letter ends',
  letter_expired: 'Accreditation letter has ended',
  offering_closes: 'Offering closes',
  payment_due: 'Failed payment to be made good',
  mint_report: 'Mint to be reported',
}
/** What one thing is, in words. */
export const whatWords = (what: string): string => WORDS[what] ?? what.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase())
