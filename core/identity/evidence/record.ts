import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Sealing } from '#core/kernel/context.ts'
import { newId } from '#core/kernel/ids.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { setTimer } from '#core/record/timers/set-timer.ts'
import type { Tx } from '#db/connect.ts'
import { type Comparison, evidence } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { compareNames } from '#screening/compare.ts'
import { countFor } from '../persons/count-for.ts'
import { openPerson, type PersonData, type PersonRow } from '../persons/ensure.ts'
import { countsForAnother, documentKey, SHOWN_FOR_ANOTHER } from './document-key.ts'
import { type EvidenceRow, evidenceEvent } from './present.ts'

/** What was read of somebody. Kept sealed with the person's own key; only what is compared is named here. */
export interface Shown {
  full_name?: string
  /** Day, `2000-12-31`. */
  date_of_birth?: string
  /** Of the residence, ISO 3166-1 alpha-2. */
  country?: string
  nationality?: string
  /** The state that issued what was shown. */
  issuing_country?: string
  [field: string]: unknown
}

/** What a way of proving found out. */
export interface EvidenceFound
  extends Pick<EvidenceRow, 'proves' | 'method' | 'level' | 'ial' | 'eidas' | 'voucher' | 'digest'>,
    Partial<Pick<EvidenceRow, 'reviewer' | 'second_reviewer' | 'session_id' | 'case_id' | 'document_expires_on' | 'proof'>> {
  /** Null where they are who they say; else why not, as a code. */
  rejected: string | null
  read: Shown
  /** The facts that it establishes, of what was read. */
  covers: readonly string[]
  takenAt: Date
  /** From when on it counts no more; null where only the policy of the rules ends it. */
  expiresAt: Date | null
  /** How what was read compares, where it is compared by other fields: an entity has no birth date. */
  comparison?: Comparison
  /** When its issuer is asked whether it still stands. */
  askAt?: Date
  /** Why a person has to look before it counts, as a code: what could not be checked. */
  unchecked?: string
  /** A reviewer looked at the differences and found the same person: a name before a marriage, another spelling. */
  differencesSeen?: boolean
  /** A reviewer compared them with whoever else the document was shown for, and it is theirs. */
  otherHolderCompared?: boolean
}

/** Below this a name that was read is another one: the figure of `CIP_DATA_CONFLICT`. */
const SAME_NAME = 9_000

/** The timer that lets everything that waits for a person's evidence be judged anew. */
export const EVIDENCE_CAME = 'identity_evidence'

/** The timer that looks again at evidence that waits: whether a list answers it now, or whether it was taken back. */
export const EVIDENCE_WAITS = 'evidence_waits'

/**
 * Keeps what was found out about a person, and lets what waits for it be judged anew. What was read is compared with what was said: where
 * they differ, or the document counts for somebody else, it counts for nothing until a person has looked (`conflicting`). The same thing shown
 * twice is kept once. It counts for the wallets and investors that it was shown for, by their ids, and for no other of the same name.
 */
export async function recordEvidence(
  tx: Tx,
  ctx: Sealing,
  person: PersonRow,
  found: EvidenceFound,
  shownFor: readonly string[],
): Promise<{ row: EvidenceRow; audit: AuditInput; events: EventInput[] }> {
  const { read, covers, rejected, takenAt, expiresAt, unchecked, askAt, comparison: compared, ...kept } = found
  const { differencesSeen = false, otherHolderCompared = false, ...rest } = kept
  const said = await openPerson(tx, ctx, person)
  const comparison = compared ?? compare(said, read)
  const elsewhere = covers.includes('country') && livesElsewhere(said, read)
  const differs =
    elsewhere || (comparison === null ? partDiffers(said, read) : !(comparison.name_score >= SAME_NAME && comparison.dob_equal))
  const document_key = found.proves === 'identity' ? documentKey(ctx, read) : null
  const another = await countsForAnother(tx, ctx, { document_key, person_id: person.id })
  const open = differs && !differencesSeen ? 'data_conflict' : another && !otherHolderCompared ? SHOWN_FOR_ANOTHER : (unchecked ?? null)
  const state = rejected !== null ? 'rejected' : open !== null ? 'conflicting' : 'valid'
  const id = newId('evidence', ctx.now)
  // The same thing shown once more is judged anew where the person has another name or birth date now.
  const before = await shownBefore(tx, ctx, person, rest)
  const renamed = before !== null && before.state !== 'withdrawn' && before.person_key !== person.person_key
  const digest = renamed ? anewDigest(rest.digest, person) : rest.digest
  const [made] = await tx
    .insert(evidence)
    .values({
      ...rest,
      id,
      digest,
      organization_id: ctx.organizationId,
      environment: ctx.environment,
      person_id: person.id,
      state,
      reason_code: rejected ?? open,
      // Whoever lets a difference stand establishes nothing about what was said.
      covers: covers.filter((one) => one !== 'country' || !elsewhere),
      person_key: person.person_key,
      comparison,
      document_key,
      subject_key_id: person.subject_key_id,
      read_sealed: await ctx.services.keyring.seal(tx, ctx, person.subject_key_id, readContext(id), read),
      taken_at: takenAt,
      expires_at: expiresAt,
      ask_at: askAt ?? null,
      created_at: new Date(ctx.now),
    })
    .onConflictDoNothing()
    .returning()
  const row = made ?? (await shownBefore(tx, ctx, person, { ...rest, digest }))!
  await countFor(tx, ctx, row.id, shownFor)
  if (made) await setTimer(tx, ctx, { kind: EVIDENCE_CAME, subjectId: person.id, dueMs: ctx.now })
  return {
    row,
    audit: {
      action: 'evidence_recorded',
      category: 'user',
      subject: { type: 'evidence', id: row.id },
      details: {
        ...{ person_id: person.id, proves: row.proves, method: row.method, level: row.level, state: row.state, digest: row.digest },
        ...{ voucher: row.voucher.kind, repeated: !made },
      },
    },
    events: made ? [evidenceEvent('identity.evidence.recorded', row, ctx.now)] : [],
  }
}

export const readContext = (id: string) => `evidence.read:${id}`

type Said = Pick<PersonData, 'full_name' | 'date_of_birth' | 'country' | 'nationality'>

const livesElsewhere = (said: Said, read: Shown): boolean => !!read.country && !!said.country && read.country !== said.country

/** Whether what was read of somebody, too little to know them by, says something else of them all the same. */
const partDiffers = (said: Said, read: Shown): boolean =>
  livesElsewhere(said, read) ||
  (!!read.full_name && !!said.full_name && nameScore(said.full_name, read.full_name) < SAME_NAME) ||
  (!!read.date_of_birth && !!said.date_of_birth && read.date_of_birth !== said.date_of_birth)

const nameScore = (said: string, read: string): number => Math.round(compareNames(said, read, 'person') * 10_000)

/** What was read beside what was said; null where not enough of both is known. */
function compare(said: Said, read: Shown): Comparison | null {
  if (!read.full_name || !read.date_of_birth || !said.full_name) return null
  const of = read.nationality ?? read.issuing_country ?? read.country
  return {
    name_score: nameScore(said.full_name, read.full_name),
    dob_equal: said.date_of_birth === read.date_of_birth,
    country_equal: of !== undefined && (of === said.nationality || of === said.country),
  }
}

/** Under which digest a thing is kept that was kept of the same person under another name. */
const anewDigest = (digest: string, { person_key }: PersonRow): string =>
  createHash('sha256').update(`${digest}:${person_key}`).digest('hex')

async function shownBefore(
  tx: Tx,
  ctx: Sealing,
  person: PersonRow,
  { proves, method, digest }: Pick<EvidenceFound, 'proves' | 'method' | 'digest'>,
): Promise<EvidenceRow | null> {
  const same = and(eq(evidence.person_id, person.id), eq(evidence.proves, proves), eq(evidence.method, method), eq(evidence.digest, digest))
  const [row] = await tx
    .select()
    .from(evidence)
    .where(inScope(evidence, ctx, same))
    .limit(1)
  return row ?? null
}
