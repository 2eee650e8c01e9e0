import { and, eq, inArray, ne } from 'drizzle-orm'
import { currentFile, type EntityFile, type EntityFileRow, fileContext } from '#core/identity/entities/file.ts'
import { type EntitySaid, entityFileInput } from '#core/identity/entities/said.ts'
import { endEvidence } from '#core/identity/evidence/manage.ts'
import { EVIDENCE_CAME } from '#core/identity/evidence/record.ts'
import { openPerson, type PersonRow, updatePerson } from '#core/identity/persons/ensure.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { newId } from '#core/kernel/ids.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { setTimer } from '#core/record/timers/set-timer.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import { entityFiles, evidence, investors, persons } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import { refuseOwnRecord } from '../investors/refuse-self.ts'
import { resolveOwners } from './owners.ts'
import { presentEntity, requireEntity } from './read.ts'
import { entityFileAnswer } from './shape.ts'

/**
 * Keeps what is said of an entity and of those who own and control it, in place of what was said before: its number by the form of its
 * register, its LEI by its check digits, each owner as a person of their own. What was shown of another name, number or day counts no more.
 * It is judged anew by itself. Throws `not_found`, `conflict`, `verification_in_progress` while somebody looks at its papers, `validation_failed`.
 */
export const fileEntity = defineVerb({
  name: 'investors.entity.file',
  permission: 'investors.write',
  input: byId('Investor id, inv_…').extend(entityFileInput.shape),
  output: entityFileAnswer,
  run: async ({ ctx, input: { id, ...said } }) => {
    await refuseOwnRecord({ ctx, input: { id } })
    // no event: what it comes to is told by the verification that follows.
    return write(ctx, async (tx) => {
      const investor = requireEntity(await lockScoped(tx, investors, ctx, id))
      const person = (await findScoped(tx, persons, ctx, investor.person_id))!
      const before = await currentFile(tx, ctx, person.id)
      if (before?.row.state === 'in_review')
        throw new AppError(
          'verification_in_progress',
          'Somebody looks at the papers of this entity. Change its file once they have decided.',
        )
      const data = await openPerson(tx, ctx, person)
      const file: EntityFile = {
        ...said,
        legal_name: data.full_name,
        collected_at: new Date(ctx.now).toISOString(),
        owners: await resolveOwners(tx, ctx, { entity: person, before: before?.file ?? null, said: said.owners }),
      }
      const { registration } = said
      await updatePerson(tx, ctx, person, {
        ...data,
        formation_date: said.formation_date,
        ...(registration && { registration_number: registration.number, registration_country: registration.country }),
      })
      const same = before !== null && isSameEntity(before.file, file)
      const ended = same ? null : await endShown(tx, ctx, person)
      const row = await replace(tx, ctx, { investorId: investor.id, person, before: before?.row ?? null, file, same })
      await setTimer(tx, ctx, { kind: EVIDENCE_CAME, subjectId: person.id, dueMs: ctx.now })
      return {
        result: { success: true as const, ...(await presentEntity(tx, ctx, { row, file })) },
        audit: [
          {
            action: 'entity_filed',
            category: 'user',
            subject: { type: 'entity_file', id: row.id },
            details: {
              ...{ investor_id: investor.id, person_id: person.id, entity_type: file.entity_type, people: row.people },
              ...{ number: row.number_state, lei: row.lei_state, same },
            },
          },
          ...(ended?.audit ?? []),
        ],
        events: ended?.events ?? [],
      }
    })
  },
})

/** What evidence of an entity is about. */
const isSameEntity = (one: EntityFile, other: EntityFile): boolean => JSON.stringify(shownOf(one)) === JSON.stringify(shownOf(other))
const shownOf = ({ legal_name, formation_date, registration: number }: EntityFile) => [
  ...[legal_name, formation_date, number?.country, number?.region, number?.court, number?.number],
]

/** Ends what was shown of an entity that is said to be another one now. */
async function endShown(tx: Tx, ctx: Ctx, person: PersonRow): Promise<{ audit: AuditInput[]; events: EventInput[] }> {
  const live = and(eq(evidence.person_id, person.id), eq(evidence.proves, 'entity'), inArray(evidence.state, ['valid', 'conflicting']))
  const done = []
  for (const row of await tx
    .select()
    .from(evidence)
    .where(inScope(evidence, ctx, live)))
    done.push(await endEvidence(tx, ctx, row, 'entity_changed'))
  return { audit: done.flatMap(({ audit }) => audit), events: done.flatMap(({ events }) => events) }
}

async function replace(
  tx: Tx,
  ctx: Ctx,
  p: { investorId: string; person: PersonRow; before: EntityFileRow | null; file: EntityFile; same: boolean },
): Promise<EntityFileRow> {
  const { person, before, file, same } = p
  const at = new Date(ctx.now)
  await tx
    .update(entityFiles)
    .set({ state: 'superseded', updated_at: at })
    .where(inScope(entityFiles, ctx, and(eq(entityFiles.person_id, person.id), ne(entityFiles.state, 'superseded'))))
  const id = newId('entity_file', ctx.now)
  const [row] = await tx
    .insert(entityFiles)
    .values({
      id,
      organization_id: ctx.organizationId,
      environment: ctx.environment,
      person_id: person.id,
      investor_id: p.investorId,
      // Who owns it may change while it stays the one that was shown.
      ...(same && before ? { state: before.state, evidence_id: before.evidence_id, case_id: before.case_id } : { state: 'filed' }),
      ...(same && before ? { looked_up_at: before.looked_up_at } : {}),
      number_state: same && before ? before.number_state : numberState(file),
      lei_state: !file.lei ? 'none' : same && before ? before.lei_state : 'unconfirmed',
      people: [...new Set(file.owners.flatMap(({ person_id, trustee }) => [person_id, ...(trustee ? [trustee] : [])]))],
      subject_key_id: person.subject_key_id,
      file_sealed: await ctx.services.keyring.seal(tx, ctx, person.subject_key_id, fileContext(id), file),
      filed_by: ctx.actor.id,
      created_at: at,
      updated_at: at,
    })
    .returning()
  return row!
}

const numberState = ({ registration }: Pick<EntitySaid, 'registration'>) => registration?.form ?? 'none'
