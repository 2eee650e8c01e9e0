import { peopleToVerify, standingsOf } from '#core/identity/entities/facts.ts'
import { currentFile, type EntityFile, type EntityFileRow, openBehind } from '#core/identity/entities/file.ts'
import { registerName } from '#core/identity/entities/registers.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Queryable } from '#db/connect.ts'
import { evidence, investors } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import type { InvestorRow } from '../investors/create.ts'
import { entityFileAnswer, type WireEntityFile } from './shape.ts'

/** What is said of an entity, how far it is proven, and who behind it is. Throws `not_found` before anything was said. */
export const getEntity = defineVerb({
  name: 'investors.entity.get',
  permission: 'investors.read',
  input: byId('Investor id, inv_…'),
  output: entityFileAnswer,
  run: async ({ ctx, input }) => {
    const row = await findScoped(ctx.db, investors, ctx, input.id)
    const current = row && (await currentFile(ctx.db, ctx, row.person_id))
    if (!current) throw notFound()
    return { success: true as const, ...(await presentEntity(ctx.db, ctx, current)) }
  },
})

/** An investor that is an entity, or a refusal that says why not. */
export function requireEntity(row: InvestorRow | null): InvestorRow {
  if (!row) throw notFound()
  if (row.type !== 'entity')
    throw new AppError('conflict', 'This investor is a person. Only investors of type entity have a file of an entity.')
  return row
}

/** A file as answers show it, with what is known now of those behind the entity. */
export async function presentEntity(
  db: Queryable,
  ctx: Ctx,
  { row, file }: { row: EntityFileRow; file: EntityFile },
): Promise<WireEntityFile> {
  const standings = await standingsOf(db, ctx, file)
  const required = peopleToVerify(row.person_id, file)
  const behind = await openBehind(db, ctx, file)
  const { registration, lei, address } = file
  return {
    id: row.id,
    object: 'entity_file',
    investor_id: row.investor_id,
    person_id: row.person_id,
    status: await statusNow(db, ctx, row),
    legal_name: file.legal_name,
    entity_type: file.entity_type,
    formation_date: file.formation_date,
    registration: registration
      ? {
          country: registration.country,
          region: registration.region ?? null,
          court: registration.court ?? null,
          register: registerName(registration),
          number: registration.number,
          status: row.number_state,
        }
      : null,
    regulator: file.regulator ?? null,
    lei: lei ? { value: lei, status: row.lei_state } : null,
    address: address
      ? (Object.fromEntries(Object.entries(address).filter(([, value]) => value !== undefined)) as Record<string, string>)
      : null,
    owners: behind.map(({ person_id, type, data, bps, of, roles, trustee }) => ({
      ...{ person_id, type, roles, trustee },
      full_name: data?.full_name ?? null,
      country: data?.country ?? null,
      share_percent: bps / 100,
      of: of === row.person_id ? null : of,
      verification: standings.get(person_id) ?? 'unknown',
      required: required.has(person_id),
    })),
    ownership_remainder: file.ownership_remainder ?? null,
    owners_doubt: file.owners_doubt,
    evidence_id: row.evidence_id,
    case_id: row.case_id,
    looked_up_at: row.looked_up_at?.toISOString() ?? null,
    filed_by: row.filed_by,
    filed_at: row.created_at.toISOString(),
  }
}

/** What evidence showed counts for as long as the evidence does. */
async function statusNow(db: Queryable, ctx: Ctx, { state, evidence_id }: EntityFileRow): Promise<WireEntityFile['status']> {
  if (state !== 'confirmed') return state === 'superseded' ? 'filed' : state
  const shown = evidence_id ? await findScoped(db, evidence, ctx, evidence_id) : null
  if (!shown || shown.state !== 'valid') return 'filed'
  return shown.expires_at && shown.expires_at.getTime() <= ctx.now ? 'expired' : 'confirmed'
}
