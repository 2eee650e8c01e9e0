import { z } from 'zod'
import { requireStepUp } from '#core/access/accounts/step-up.ts'
import { askSecond } from '#core/access/second-person/ask-second.ts'
import { sameActor } from '#core/access/second-person/scope.ts'
import { evidenceShape } from '#core/identity/evidence/shape.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { Erased } from '#core/kernel/keys/keyring.ts'
import type { AskedAnswer } from '#core/record/cases/asked-kinds.ts'
import type { CaseRow } from '#core/record/cases/steps.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import { erasures, OPENED_FOR, persons } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import { actAnswer, erasureEntry, lockRestricted, reasoned, storeAct } from './acts.ts'
import { restrictedFileOf } from './contents.ts'
import type { ErasureRow } from './erase.ts'
import { erasureTold, presentErasure } from './shape.ts'

type Did = ErasureRow['acts'][number]
type OpenedFor = (typeof OPENED_FOR)[number]

const HOUR_MS = 3_600_000
const MOST_HOURS = 72

/**
 * Asks to read what is kept of somebody restricted, because an authority asks for it or a claim does: records that a law keeps have to be
 * accessible within a reasonable time (31 CFR 1010.430(d)). Another person agrees; from then on whoever asked reads the file for the hours
 * named, and nobody else does. Throws `not_found`, `invalid_transition` when all is erased, `already_exists` while the same waits,
 * `step_up_required`.
 */
export const openErasureFile = defineVerb({
  name: 'erasures.open_file',
  permission: 'persons.erase',
  input: byId('Erasure id, era_…').extend({
    ...reasoned.shape,
    authority: z.string().trim().min(3).max(200).meta({ description: 'Who asks to see it, such as the authority and its file number' }),
    opened_for: z.enum(OPENED_FOR).meta({
      description:
        'What sort of authority that is, or for what else it is read. It has to be one for whom the records are kept: `bsa_authority` (FinCEN, whoever examines for it, or law enforcement, who alone are shown what was looked at as suspicious: 31 CFR 1020.320(e)(1)(ii)) for duties of 31 CFR chapter X; `ofac` for hits and blocked property; `eu_authority` for `eu` and `mica`, or where the GDPR is invoked; `other_authority` under a hold for a regulator or an investigation. `legal_claim` and `rights_of_another` are grounds of their own (GDPR art. 18(2))',
    }),
    hours: z.int().min(1).max(MOST_HOURS).default(24).meta({ description: 'For how long it may be read once another person agreed' }),
  }),
  output: actAnswer,
  run: async ({ ctx, input }) => {
    requireStepUp(ctx, { own: true })
    return write<z.output<typeof actAnswer>>(ctx, async (tx) => {
      const row = await lockRestricted(tx, ctx, input.id)
      const { authority, hours, reason_code, opened_for } = input
      refuseUnnamed(row, opened_for)
      if (ctx.world.people.playedByOne) {
        const done = await open(tx, ctx, row, { authority, opened_for, hours, reason_code, asked_by: ctx.actor.id, countersigned_by: null })
        return {
          result: { success: true as const, ...presentErasure(done.row), second_person: null },
          audit: done.audit,
          events: done.events,
        }
      }
      const second = await askSecond(tx, ctx, {
        kind: 'erasure_file',
        subject: { type: 'erasure', id: row.id },
        // Not for whom: whoever may read cases reads this.
        summary: `What is kept of a restricted person is to be read for ${hours} ${hours === 1 ? 'hour' : 'hours'}`,
        word: input,
        details: { authority, opened_for, hours },
      })
      return {
        result: { success: true as const, ...presentErasure(row), second_person: second.waits },
        audit: erasureEntry('erasure_file_asked', row, { reason_code, hours, case_id: second.waits.case_id }),
        events: second.events,
      }
    })
  },
})

type Opening = Pick<Did, 'reason_code' | 'asked_by' | 'countersigned_by'> & { authority: string; opened_for: OpenedFor; hours: number }

async function open(tx: Tx, ctx: Ctx, row: ErasureRow, { hours, ...p }: Opening) {
  const did: Did = { act: 'open_file', ...p, at: new Date(ctx.now).toISOString(), until: new Date(ctx.now + hours * HOUR_MS).toISOString() }
  const opened = await storeAct(tx, ctx, row, did, {})
  const { authority: _, opened_for: __, ...said } = p
  return {
    row: opened,
    audit: erasureEntry('erasure_file_opened', row, { ...said, until: did.until }),
    events: [erasureTold(opened, did)],
  }
}

/** The second person's word on it, within the transaction that decides its case. */
export async function settleErasureFile(
  tx: Tx,
  ctx: Ctx,
  row: CaseRow,
  word: AskedAnswer,
): Promise<{ what: string; audit: AuditInput[]; events: EventInput[] }> {
  if (word.outcome === 'refuse') return { what: 'stays closed', audit: [], events: [] }
  const { authority, opened_for, hours, reason_code } = row.details as unknown as Opening
  const people = { asked_by: word.author, countersigned_by: word.approver }
  const restricted = await lockRestricted(tx, ctx, row.subject_id)
  // A hold may have been let go meanwhile, or a duty withdrawn.
  refuseUnnamed(restricted, opened_for)
  const done = await open(tx, ctx, restricted, { authority, opened_for, hours, reason_code, ...people })
  return { what: 'opened', audit: [done.audit], events: done.events }
}

/** Kinds of records that duties of 31 CFR chapter X keep, and those that are OFAC's to ask for (31 CFR 501.602). */
const BSA: readonly string[] = ['identity', 'owner', 'verification', 'transfer', 'sar', 'ctr']
const OFAC: readonly string[] = ['sanctions', 'blocked_property']
/** Those that the law of the Union keeps. */
const UNION: readonly string[] = ['eu', 'mica']

/**
 * Whether what is kept is kept for whoever asks. What is restricted is only stored but for legal claims, the rights of another, or an important
 * public interest of the Union or a member state (GDPR art. 18(2)); a record that a law of the United States keeps is there for the
 * authorities of that law. Who invokes the GDPR is not shown to an authority elsewhere for a hold alone.
 */
function isNamed({ law, records, hold_reason }: ErasureRow, openedFor: OpenedFor): boolean {
  const keeps = (kinds: readonly string[]) => records.some(({ kind }) => kinds.includes(kind))
  const asked = law !== 'gdpr' && (hold_reason === 'regulator_request' || hold_reason === 'investigation')
  switch (openedFor) {
    case 'bsa_authority':
      return keeps(BSA) || asked
    case 'ofac':
      return keeps(OFAC) || asked
    case 'eu_authority':
      return keeps(UNION) || law === 'gdpr' || asked
    case 'other_authority':
      return asked
    case 'legal_claim':
    case 'rights_of_another':
      return true
    default:
      return false
  }
}

function refuseUnnamed(row: ErasureRow, openedFor: OpenedFor): void {
  if (!isNamed(row, openedFor))
    throw invalidField(
      '/opened_for',
      'not_allowed',
      'Nothing of this file is kept for such an authority. See in `retained` and `hold_reason` for whom it is, or name the legal claim that it serves.',
    )
}

const anything = z.record(z.string(), z.unknown())

const erasureFile = z
  .object({
    success: z.literal(true),
    object: z.literal('erasure_file'),
    erasure_id: z.string(),
    person_id: z.string(),
    open_until: z.string().meta({ description: 'Until when the caller may read it' }),
    person: anything.meta({
      description: 'Who they are, and which wallets were theirs; under a legal hold, in `held`, all else that it keeps',
    }),
    evidence: z.array(evidenceShape.extend({ read: anything.meta({ description: 'What was read of them' }) })),
    documents: z.array(
      z.object({
        id: z.string(),
        kind: z.string(),
        media_type: z.string(),
        size: z.number().int(),
        sha256: z.string(),
        created_at: z.string(),
        content: z.string().nullable().meta({ description: 'The file itself, base64, where `with` names it' }),
      }),
    ),
    accreditation: z.array(
      z.object({
        id: z.string(),
        basis: z.string(),
        status: z.string(),
        created_at: z.string(),
        said: anything.meta({ description: 'The figures' }),
      }),
    ),
    due_diligence: z.array(z.object({ id: z.string(), state: z.string(), created_at: z.string(), findings: anything })),
    screenings: z.array(
      z.object({ id: z.string(), status: z.string(), decision_id: z.string().nullable(), created_at: z.string(), subject: anything }),
    ),
    entity_files: z
      .array(z.object({ id: z.string(), state: z.string(), created_at: z.string(), file: anything.meta({ description: 'What was said' }) }))
      .meta({ description: 'Of an entity: what was said of it and of who stands behind it' }),
    travel_rule: z
      .array(
        z.object({
          transaction_id: z.string(),
          created_at: z.string(),
          parties: anything.meta({ description: 'As IVMS101: both to an authority, else the side that they were on' }),
        }),
      )
      .meta({ description: 'Who was named as originator and beneficiary of what they paid (31 CFR 1010.410(f))' }),
    decisions: z.array(
      z.object({
        id: z.string(),
        check: z.string(),
        subject: z.object({ type: z.string(), id: z.string() }).nullable().meta({ description: 'What it was about' }),
        evaluated_at: z.string(),
        facts: anything.nullable().meta({ description: 'What it was made from, where `with` names it' }),
      }),
    ),
  })
  .meta({ title: 'ErasureFile' })
export type ErasureFile = z.output<typeof erasureFile>

/**
 * What is kept of somebody restricted, for whoever asked for it and for as long as was agreed. Each reading is an entry of the log. Throws
 * `not_found`, `facts_erased` when all is erased, `second_person_required` where nobody agreed or the time is over, `conflict` for malware,
 * `step_up_required`.
 */
export const readErasureFile = defineVerb({
  name: 'erasures.read_file',
  permission: 'persons.erase',
  input: byId('Erasure id, era_…').extend({
    with: z
      .string()
      .max(100)
      .optional()
      .meta({ description: 'Id of one of its documents or decisions: what is in it comes with the answer' }),
  }),
  output: erasureFile,
  run: async ({ ctx, input }) => {
    requireStepUp(ctx, { own: true })
    const row = await findScoped(ctx.db, erasures, ctx, input.id)
    if (!row) throw notFound()
    if (row.status !== 'restricted') throw new Erased()
    const leave = await leaveOf(ctx, row)
    // no event: reading changes nothing; the log keeps who read it.
    return write(ctx, async (tx) => {
      const person = await findScoped(tx, persons, ctx, row.person_id)
      if (!person || person.erased_at) throw new Erased()
      return {
        result: {
          success: true as const,
          ...(await restrictedFileOf(tx, ctx, row, person, { wanted: input.with, openedFor: leave.opened_for })),
          open_until: leave.until!,
        },
        audit: erasureEntry('erasure_file_read', row, { ...(input.with && { with: input.with }) }),
      }
    })
  },
})

/** The agreement by which the caller reads it now. */
async function leaveOf(ctx: Ctx, row: ErasureRow): Promise<Did> {
  const now = new Date(ctx.now).toISOString()
  for (const did of row.acts.toReversed())
    if (did.act === 'open_file' && did.until! > now && (await sameActor(ctx.db, ctx.world, did.asked_by, ctx.actor.id))) return did
  throw new AppError(
    'second_person_required',
    'This file is closed for you: nobody agreed that you read it, or the time is over. Ask for it: POST /v1/erasures/{id}/open-file.',
  )
}
