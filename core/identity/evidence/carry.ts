import { createHash } from 'node:crypto'
import type { Sealing } from '#core/kernel/context.ts'
import { endOfDay } from '#core/kernel/rules-day.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import type { Identity } from '#core/sources/identity/source.ts'
import type { Tx } from '#db/connect.ts'
import type { PersonRow } from '../persons/ensure.ts'
import { anotherHolder, SHOWN_FOR_ANOTHER } from './document-key.ts'
import { type EvidenceFound, recordEvidence, type Shown } from './record.ts'

type Kept = { audit: AuditInput[]; events: EventInput[] }

/**
 * Keeps the check that was made elsewhere, and that the person let this organisation rely on, as evidence of its own: it goes as far and
 * holds as long as the one it rests on, which it names. Nothing where there is none.
 */
export async function carryEvidence(
  tx: Tx,
  ctx: Sealing,
  person: PersonRow,
  p: { identity: Identity; read: Shown; shownFor: readonly string[] },
): Promise<Kept> {
  const { identity, read, shownFor } = p
  if (identity.status !== 'verified' || !identity.evidence || !identity.level || !identity.at) return { audit: [], events: [] }
  const found: EvidenceFound = {
    ...{ proves: 'identity', method: 'reliance', level: identity.level, ial: null, eidas: null },
    voucher: { kind: 'tenant', name: 'Sealwright', id: identity.evidence },
    digest: createHash('sha256').update(identity.evidence).digest('hex'),
    rejected: null,
    read,
    covers: identity.covers,
    takenAt: identity.at,
    expiresAt: identity.expires_at,
    document_expires_on: identity.document?.expires_on ?? null,
  }
  const { audit, events } = await recordEvidence(tx, ctx, person, found, shownFor)
  return { audit: [audit], events }
}

const DAY_MS = 86_400_000

/** What a person who looked at papers found, with what was read of them, and whose word it is. */
export interface Review {
  /** The papers, by their digests; what was looked at besides, where there are none. */
  papers: readonly string[]
  level: 'basic' | 'enhanced'
  read: Shown
  reviewer: string
  second: string | null
  caseId: string | null
  /** Whose papers they were, by the id of the investor. */
  investorId: string
  /** For how many days what was seen counts, where no document ends before. */
  days: number
  /** What the document shows of itself; null where none was seen, and two administrators only said so. */
  document: { expires_on: string | null; numbered: boolean } | null
  /** Compared with whoever else the document was shown for. */
  otherHolderCompared?: boolean
}

/**
 * Keeps the review of a person's papers as evidence: whoever looked found them to be who they say. Throws `validation_failed` where the
 * document counts for somebody else, and nobody said that they compared both.
 */
export async function recordReview(tx: Tx, ctx: Sealing, person: PersonRow, review: Review): Promise<Kept> {
  const { read, papers, level, investorId, document } = review
  const ends = [ctx.now + review.days * DAY_MS, ...(document?.expires_on ? [endOfDay(document.expires_on)] : [])]
  const found: EvidenceFound = {
    ...{ proves: 'identity', method: 'document_review', level },
    // Papers that are looked at without whoever brought them show no more than that; where there were none, nothing was shown.
    ...(document ? { ial: 'IAL1', eidas: 'low' } : { ial: null, eidas: null }),
    voucher: {
      ...{ kind: 'reviewer', id: review.reviewer },
      name: document ? 'A reviewer who saw the papers' : 'Two administrators, who set it by hand',
    },
    digest: createHash('sha256')
      .update([...papers].sort().join('\n'))
      .digest('hex'),
    rejected: null,
    read,
    covers: ['full_name', ...(read.date_of_birth ? ['date_of_birth'] : []), ...(document ? ['document'] : [])],
    document_expires_on: document?.expires_on ?? null,
    // Without its number nobody can tell whether it was shown for somebody else.
    ...(document && !document.numbered && { proof: { document_number: 'not_legible' } }),
    takenAt: new Date(ctx.now),
    expiresAt: new Date(Math.min(...ends)),
    ...{ reviewer: review.reviewer, second_reviewer: review.second, case_id: review.caseId },
    ...{ differencesSeen: true, otherHolderCompared: review.otherHolderCompared ?? false },
  }
  const { row, audit, events } = await recordEvidence(tx, ctx, person, found, [investorId])
  if (row.reason_code === SHOWN_FOR_ANOTHER) throw await anotherHolder(tx, ctx, row)
  return { audit: [audit], events }
}
