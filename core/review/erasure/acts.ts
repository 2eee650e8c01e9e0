import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { requireStepUp } from '#core/access/accounts/step-up.ts'
import { askSecond } from '#core/access/second-person/ask-second.ts'
import { secondPerson } from '#core/kernel/answers.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField, notFound } from '#core/kernel/errors.ts'
import { byId, reasonCode } from '#core/kernel/fields.ts'
import type { AskedAnswer } from '#core/record/cases/asked-kinds.ts'
import type { CaseRow } from '#core/record/cases/steps.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { type Written, write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import { erasures } from '#db/schema.ts'
import { inScope, lockScoped } from '#db/scoped.ts'
import type { RecordClass } from '#engine/tables/retention.ts'
import { type ErasureRow, eraseRestricted, KEPT_KINDS } from './erase.ts'
import { letGoOfHeld } from './keep.ts'
import { keeperOf, keptUntil } from './records.ts'
import { erasure, erasureTold, holdReason, presentErasure } from './shape.ts'

type Did = ErasureRow['acts'][number]
type Duty = { kind: RecordClass; from: string }

export const reasoned = z.strictObject({
  reason_code: reasonCode.meta({ description: 'Why, as a short code such as litigation_ended' }),
  note: z
    .string()
    .trim()
    .min(10, 'Say why in a sentence')
    .max(2_000)
    .meta({ description: 'Why, in a sentence, without the name of the person' }),
})

export const actAnswer = erasure.extend({
  second_person: secondPerson.nullable().meta({ description: 'What waits for another person; null when it is done' }),
})

/** What a review found here itself, and reports that were made: nobody says afterwards that they need not be kept. */
const OURS: readonly string[] = ['sanctions', 'blocked_property', 'verification', 'sar', 'ctr']

/**
 * Places a legal hold on what is restricted of somebody: nothing of it is erased until it is released. One person is enough, because it
 * only stops. Throws `not_found`, `invalid_transition` when all is erased, or a hold stands already.
 */
export const holdErasure = defineVerb({
  name: 'erasures.hold',
  permission: 'persons.erase',
  input: byId('Erasure id, era_…').extend({
    legal_hold: z.string().trim().min(3).max(500).meta({ description: 'Ground of the hold, such as the court and its docket number' }),
    hold_reason: holdReason.default('other'),
    reason_code: reasonCode.meta({ description: 'Why, as a short code such as litigation' }),
  }),
  output: erasure,
  run: async ({ ctx, input }) =>
    write(ctx, async (tx) => {
      const row = await lockRestricted(tx, ctx, input.id)
      if (row.legal_hold !== null) throw new AppError('invalid_transition', 'A legal hold stands on this erasure already.')
      const did: Did = { act: 'hold', reason_code: input.reason_code, ...by(ctx.actor.id, null, ctx) }
      const held = await storeAct(tx, ctx, row, did, { legal_hold: input.legal_hold, hold_reason: input.hold_reason })
      return {
        result: { success: true as const, ...presentErasure(held) },
        audit: erasureEntry('erasure_held', row, { reason_code: input.reason_code, hold_reason: input.hold_reason }),
        events: [erasureTold(held, did)],
      }
    }),
})

/**
 * Asks to end the legal hold on an erasure. Another person agrees; then what no law keeps any more is erased at once, and the rest on its
 * day. Throws `not_found`, `invalid_transition` where no hold stands, `already_exists` while the same waits, `step_up_required`.
 */
export const releaseHold = defineVerb({
  name: 'erasures.release_hold',
  permission: 'persons.erase',
  input: byId('Erasure id, era_…').extend(reasoned.shape),
  output: actAnswer,
  run: async ({ ctx, input }) => {
    requireStepUp(ctx, { own: true })
    return write(ctx, async (tx) => {
      const row = await lockRestricted(tx, ctx, input.id)
      requireHold(row)
      return begin(tx, ctx, row, { act: 'release_hold', ...input, withdrawn: [] })
    })
  },
})

/**
 * Asks to carry out what was restricted before its day, because duties that were stated do not keep it (any more). Another person agrees;
 * then the rules judge what is left, and the person is erased, or stays restricted until the day of the last duty. What was found
 * here itself, such as hits on sanctions lists, is never withdrawn. Throws `not_found`, `invalid_transition` under a legal hold,
 * `already_exists` while the same waits, `step_up_required`.
 */
export const carryOutRestricted = defineVerb({
  name: 'erasures.carry_out',
  permission: 'persons.erase',
  input: byId('Erasure id, era_…').extend({
    ...reasoned.shape,
    withdrawn: z
      .array(z.strictObject({ kind: z.enum(KEPT_KINDS), from: z.iso.date() }))
      .max(50)
      .default([])
      .meta({ description: 'Duties in `retained` that do not keep the records after all; empty where only the day has come' }),
  }),
  output: actAnswer,
  run: async ({ ctx, input }) => {
    requireStepUp(ctx, { own: true })
    return write(ctx, async (tx) => {
      const row = await lockRestricted(tx, ctx, input.id)
      refuseHeld(row)
      input.withdrawn.forEach((duty, at) => {
        if (!row.records.some((one) => same(one, duty)))
          throw invalidField(`/withdrawn/${at}`, 'invalid_enum', 'This is none of the duties in `retained`.')
        if (OURS.includes(duty.kind))
          throw invalidField(
            `/withdrawn/${at}`,
            'not_allowed',
            `Records of the kind ${duty.kind} are kept until their day, whoever says otherwise.`,
          )
      })
      const left = await leftOf(tx, ctx, row, input.withdrawn)
      if (left.from !== null && left.from > today(ctx))
        if (!input.withdrawn.length)
          throw new AppError(
            'invalid_transition',
            `What is kept may be erased from ${left.from}. Name the duties that do not keep it after all.`,
          )
      return begin(tx, ctx, row, { act: 'carry_out', ...input })
    })
  },
})

interface Asked {
  act: 'release_hold' | 'carry_out'
  reason_code: string
  note: string
  withdrawn: readonly Duty[]
}

/** In the sandbox one person plays both; elsewhere the act waits for another one. */
async function begin(tx: Tx, ctx: Ctx, row: ErasureRow, asked: Asked): Promise<Written<z.output<typeof actAnswer>>> {
  if (ctx.world.people.playedByOne) {
    const done = await apply(tx, ctx, row, asked, { asked_by: ctx.actor.id, countersigned_by: null })
    return { result: { success: true as const, ...presentErasure(done.row), second_person: null }, audit: done.audit, events: done.events }
  }
  const second = await askSecond(tx, ctx, {
    kind: 'erasure_act',
    subject: { type: 'erasure', id: row.id },
    summary: summaryOf(asked),
    word: asked,
    details: { act: asked.act, withdrawn: asked.withdrawn },
  })
  return {
    result: { success: true as const, ...presentErasure(row), second_person: second.waits },
    audit: erasureEntry('erasure_act_asked', row, { act: asked.act, reason_code: asked.reason_code, case_id: second.waits.case_id }),
    events: second.events,
  }
}

/** What the second person reads they agree to: each duty that is said not to keep it, since what it kept is then gone for good. */
function summaryOf({ act, withdrawn }: Asked): string {
  if (act === 'release_hold') return 'The legal hold on an erasure is to end'
  const named = withdrawn.map(({ kind, from }) => `${kind.replaceAll('_', ' ')} of ${from}`)
  return named.length
    ? `A restricted erasure is to be carried out: it is said not to be kept by ${named.join(', ')}`
    : 'A restricted erasure is to be carried out: its day has come'
}

/** The second person's word on it, within the transaction that decides its case. */
export async function settleErasureAct(
  tx: Tx,
  ctx: Ctx,
  row: CaseRow,
  word: AskedAnswer,
): Promise<{ what: string; audit: AuditInput[]; events: EventInput[] }> {
  if (word.outcome === 'refuse') return { what: 'stays restricted', audit: [], events: [] }
  const held = await lockRestricted(tx, ctx, row.subject_id)
  const act = row.details.act as Asked['act']
  if (act === 'release_hold') requireHold(held)
  else refuseHeld(held)
  const asked: Asked = {
    act,
    reason_code: String(row.details.reason_code),
    note: word.note,
    withdrawn: (row.details.withdrawn ?? []) as Duty[],
  }
  const done = await apply(tx, ctx, held, asked, { asked_by: word.author, countersigned_by: word.approver })
  return { what: done.row.status, audit: done.audit, events: done.events }
}

/** Does what was agreed: the hold or the duties end, and what nothing keeps any more is erased. */
async function apply(tx: Tx, ctx: Ctx, row: ErasureRow, asked: Asked, people: Pick<Did, 'asked_by' | 'countersigned_by'>) {
  const { act, reason_code, withdrawn } = asked
  const did: Did = { act, reason_code, ...by(people.asked_by, people.countersigned_by, ctx) }
  const left = await leftOf(tx, ctx, row, withdrawn)
  if (act === 'release_hold') await letGoOfHeld(tx, ctx, row.person_id)
  const next = await storeAct(tx, ctx, row, did, { legal_hold: null, hold_reason: null, records: left.records, erase_from: left.from })
  const said = erasureEntry(act === 'release_hold' ? 'erasure_hold_released' : 'erasure_duties_withdrawn', row, {
    reason_code,
    withdrawn: withdrawn.map(({ kind, from }) => ({ kind, from })),
    erase_from: left.from,
    ...people,
  })
  if (left.from !== null && left.from > today(ctx)) return { row: next, audit: one(said), events: [erasureTold(next, did)] }
  const ended = await eraseRestricted(tx, ctx, next, did)
  const events = ended.row ? ended.events : [...ended.events, erasureTold(next, did)]
  return { row: ended.row ?? next, audit: one(said, ended.audit), events }
}

async function leftOf(tx: Tx, ctx: Ctx, row: ErasureRow, withdrawn: readonly Duty[]) {
  const left = row.records.filter((one) => !withdrawn.some((duty) => same(one, duty)))
  return keptUntil(left as Duty[], await keeperOf(tx, ctx))
}

export async function storeAct(tx: Tx, ctx: Ctx, row: ErasureRow, did: Did, set: Partial<ErasureRow>): Promise<ErasureRow> {
  const [stored] = await tx
    .update(erasures)
    .set({ ...set, acts: [...row.acts, did] })
    .where(inScope(erasures, ctx, eq(erasures.id, row.id)))
    .returning()
  return stored!
}

export async function lockRestricted(tx: Tx, ctx: Ctx, id: string): Promise<ErasureRow> {
  const row = await lockScoped(tx, erasures, ctx, id)
  if (!row) throw notFound()
  if (row.status !== 'restricted') throw new AppError('invalid_transition', 'This person is erased already: nothing is kept of them.')
  return row
}

function requireHold(row: ErasureRow): void {
  if (row.legal_hold === null) throw new AppError('invalid_transition', 'No legal hold stands on this erasure.')
}

function refuseHeld(row: ErasureRow): void {
  if (row.legal_hold !== null)
    throw new AppError('invalid_transition', 'A legal hold stands on this erasure. Release it first: POST /v1/erasures/{id}/release-hold.')
}

const one = (first: AuditInput, more: AuditInput[] = []): [AuditInput, ...AuditInput[]] => [first, ...more]
const same = (one: { kind: string; from: string }, other: Duty) => one.kind === other.kind && one.from === other.from
const by = (asked_by: string, countersigned_by: string | null, ctx: Ctx) => ({
  asked_by,
  countersigned_by,
  at: new Date(ctx.now).toISOString(),
})
const today = (ctx: Ctx) => new Date(ctx.now).toISOString().slice(0, 10)
export const erasureEntry = (action: string, row: ErasureRow, details: Record<string, unknown>): AuditInput => ({
  action,
  category: 'user',
  subject: { type: 'person', id: row.person_id },
  details: { erasure_id: row.id, ...details } as AuditInput['details'],
})
