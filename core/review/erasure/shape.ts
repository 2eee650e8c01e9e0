import { z } from 'zod'
import type { EventInput } from '#core/record/events/events.ts'
import { type erasures, HOLD_REASONS, OPENED_FOR } from '#db/schema.ts'
import { eraseNotBefore } from '#engine/calculations/retention.ts'
import { RETENTION, type RecordClass } from '#engine/tables/retention.ts'

/** Why records are held, as a closed list: of which alone the law says something. */
export const holdReason = z.enum(HOLD_REASONS).meta({
  description:
    'What the hold is for. Only `legal_claim` is an exception from erasure under GDPR art. 17(3)(e): the establishment, exercise or defence of legal claims',
})

export const erasure = z.object({
  success: z.literal(true).optional(),
  id: z.string(),
  object: z.literal('erasure'),
  status: z.enum(['restricted', 'erased']),
  person_id: z.string(),
  law: z.string(),
  asked_on: z.string(),
  erase_from: z.string().nullable().meta({ description: 'First day on which what a law keeps may be erased; it then is' }),
  legal_hold: z.string().nullable(),
  hold_reason: z.enum(HOLD_REASONS).nullable().meta({ description: 'What the hold is for; null where none stands, or nobody said' }),
  erased: z.array(z.string()).meta({ description: 'What is gone' }),
  retained: z
    .array(
      z.object({
        ...{ kind: z.string(), from: z.string(), until: z.string().nullable(), ground: z.string() },
        exception: z.string().nullable().meta({
          description: 'What of the law that the person invokes lets it stay; null where nothing of it does, as far as is known here',
        }),
        exception_note: z.string().nullable().meta({ description: 'Why nothing does, or how far it reaches' }),
      }),
    )
    .meta({ description: 'What a law keeps, with its ground and the day it ends' }),
  acts: z
    .array(
      z.object({
        act: z.enum(['hold', 'release_hold', 'carry_out', 'open_file']),
        reason_code: z.string(),
        asked_by: z.string(),
        countersigned_by: z.string().nullable(),
        at: z.string(),
        authority: z.string().nullable().meta({ description: 'Of `open_file`: who asked to see it, as whoever opened it said' }),
        opened_for: z.enum(OPENED_FOR).nullable().meta({ description: 'Of `open_file`: what sort of authority or purpose that is' }),
        until: z.string().nullable().meta({ description: 'Of `open_file`: until when whoever asked may read it' }),
      }),
    )
    .meta({ description: 'What people did to it since, with who asked and who agreed' }),
  environment: z.string(),
  created_at: z.string(),
  erased_at: z.string().nullable(),
})

type Row = typeof erasures.$inferSelect

const ENDED = ['credentials (revoked)', 'monitoring', 'kept answers']
/** A legal hold that came with the request keeps these as well; one that came later found them gone. */
const ERASED_AT_ONCE = ['e-mail', 'phone', 'metadata and external id', ...ENDED]
const ERASED_WITH_THE_KEY = [
  'wallet links',
  'name',
  'date of birth',
  'country',
  'address',
  'documents',
  'facts of decisions',
  'subjects of screenings',
]

const heldFromTheStart = (row: Row) => row.legal_hold !== null && !row.acts.some((did) => did.act === 'hold')

type Excepted = { exception: string | null; exception_note: string | null }

/**
 * What lets a record stay, in the law by which somebody asks that it goes. GDPR art. 17(3)(b) knows duties of the law of the Union or of a
 * member state alone, and art. 17(3)(e) legal claims, which only a hold for one names: a duty of the law of the United States is neither. Whether the
 * organisation has a claim it says itself. Of other laws nothing is said.
 */
function exceptionOf(
  { law, legal_hold, hold_reason }: Pick<Row, 'law' | 'legal_hold' | 'hold_reason'>,
  record: { kind: string; from: string; until: string | null },
): Excepted {
  const { kind, from, until } = record
  if (law !== 'gdpr' && law !== 'ccpa')
    return { exception: null, exception_note: 'Of the law that the person invokes nothing is known here.' }
  if (law === 'gdpr' && kind === 'uk')
    return {
      exception: 'UK GDPR art. 17(3)(b)',
      exception_note: 'To somebody who invokes Regulation (EU) 2016/679 a duty of the law of the United Kingdom is no exception.',
    }
  if (law === 'gdpr' && kind !== 'eu' && kind !== 'mica')
    return hold_reason === 'legal_claim'
      ? { exception: 'Regulation (EU) 2016/679 art. 17(3)(e)', exception_note: 'For as long as the legal hold stands.' }
      : {
          exception: null,
          exception_note:
            legal_hold === null
              ? 'A duty of the law of the United States is none of the law of the Union or of a member state (art. 17(3)(b)), and no legal claim is named (art. 17(3)(e)): you say which ground applies.'
              : 'The hold that stands is not said to be for a legal claim (art. 17(3)(e)), and a duty of the law of the United States is none of the law of the Union or of a member state (art. 17(3)(b)): you say which ground applies.',
        }
  const byLaw = kind in RETENTION ? eraseNotBefore([{ kind: kind as RecordClass, from }]) : null
  return {
    exception: law === 'gdpr' ? 'Regulation (EU) 2016/679 art. 17(3)(b)' : 'Cal. Civ. Code 1798.105(d)(8)',
    exception_note:
      byLaw !== null && until !== null && byLaw < until
        ? `Until ${byLaw}. From then on your own setting alone keeps it, which is no duty of a law by itself.`
        : null,
  }
}

/** An erasure as answers show it. */
export function presentErasure(row: Row) {
  const done = row.status === 'erased'
  const retained = row.records.map(({ kind, from, until, ground }) => ({
    kind,
    from,
    until,
    ground,
    ...exceptionOf(row, { kind, from, until }),
  }))
  return {
    id: row.id,
    object: 'erasure' as const,
    status: row.status,
    person_id: row.person_id,
    law: row.law,
    asked_on: row.asked_on,
    erase_from: row.erase_from,
    legal_hold: row.legal_hold,
    hold_reason: row.hold_reason,
    erased: done ? [...ERASED_AT_ONCE, ...ERASED_WITH_THE_KEY] : heldFromTheStart(row) ? ENDED : ERASED_AT_ONCE,
    retained: done ? [] : retained,
    acts: row.acts.map((did) => ({
      ...did,
      authority: did.authority ?? null,
      opened_for: did.opened_for ?? null,
      until: did.until ?? null,
    })),
    environment: row.environment,
    created_at: row.created_at.toISOString(),
    erased_at: row.erased_at?.toISOString() ?? null,
  }
}

/**
 * What subscribers are told of an erasure that was held, let go or ended, or whose file was opened. The ground of a hold may name somebody, and
 * which authority asks, and why, is nobody else's business (31 USC 5318(g)(2)): they stay here.
 */
export function erasureTold(row: Row, did: Row['acts'][number] | null): EventInput {
  const { id, person_id, status, erase_from } = row
  const act = did && {
    act: did.act,
    reason_code: did.act === 'open_file' ? null : did.reason_code,
    ...{ asked_by: did.asked_by, countersigned_by: did.countersigned_by, at: did.at },
  }
  return {
    type: 'erasure.updated',
    resource: { type: 'erasure', id },
    object: { id, person_id, status, erase_from, legal_hold: row.legal_hold !== null, act },
  }
}
