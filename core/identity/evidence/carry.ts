import { createHash } from 'node:crypto'
import type { Sealing } from '#core/kernel/context.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import type { Identity } from '#core/sources/identity/source.ts'
import type { Tx } from '#db/connect.ts'
import type { PersonRow } from '../persons/ensure.ts'
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
/** A review of papers is looked at anew after a year. */
const REVIEW_DAYS = 365

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
}

/** Keeps the review of a person's papers as evidence: whoever looked found them to be who they say. */
export async function recordReview(tx: Tx, ctx: Sealing, person: PersonRow, review: Review): Promise<Kept> {
  const { read, papers, level, investorId } = review
  const found: EvidenceFound = {
    // Papers that are looked at without whoever brought them show no more than that.
    ...{ proves: 'identity', method: 'document_review', level, ial: 'IAL1', eidas: 'low' },
    voucher: { kind: 'reviewer', name: 'A reviewer who saw the papers', id: review.reviewer },
    digest: createHash('sha256')
      .update([...papers].sort().join('\n'))
      .digest('hex'),
    rejected: null,
    read,
    covers: ['full_name', 'date_of_birth', ...(read.country ? ['country'] : [])].filter(
      (name) => name !== 'date_of_birth' || read.date_of_birth,
    ),
    takenAt: new Date(ctx.now),
    expiresAt: new Date(ctx.now + REVIEW_DAYS * DAY_MS),
    ...{ reviewer: review.reviewer, second_reviewer: review.second, case_id: review.caseId, differencesSeen: true },
  }
  const { audit, events } = await recordEvidence(tx, ctx, person, found, [investorId])
  return { audit: [audit], events }
}
