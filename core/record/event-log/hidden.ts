import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { decisions, events } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { namesHiddenCase } from '../cases/hidden.ts'
import { ownAmong, restrictionTold, toldTo } from '../decisions/about-caller.ts'
import { presentDecision } from '../decisions/present.ts'
import { readAll } from '../decisions/result.ts'
import { type EventRow, presentEvent } from './present.ts'

/**
 * Events that the caller may hear of, a condition on `events`: not of a case that is about them, nor of one on what a colleague shows of
 * themselves, as in the lists of cases (31 USC 5318(g)(2)).
 */
export const mayHear = (ctx: Ctx): SQL =>
  sql`(${events.resource_type} <> 'case' or not ${namesHiddenCase(ctx, sql`${events.resource_id}`)})`

interface Told {
  reason_codes: string[]
  restriction: (code: unknown) => unknown
}

const decisionIn = ({ object }: EventRow): string | null => {
  const id = (object.decision as { id?: unknown } | null | undefined)?.id
  return typeof id === 'string' ? id : null
}

/** What the caller is told of those of some decisions that are about themselves and others, by their ids. */
async function toldAmong(ctx: Ctx, ids: readonly string[]): Promise<Map<string, Told>> {
  if (!ids.length || ctx.world.people.playedByOne) return new Map()
  const rows = await ctx.db
    .select()
    .from(decisions)
    .where(inScope(decisions, ctx, inArray(decisions.id, [...ids])))
  const own = await ownAmong(ctx, rows)
  const mine = rows.filter(({ id }) => own.has(id))
  const results = await readAll(ctx.db, mine)
  const { publicUrl } = ctx.services.config
  const told = mine.map(async (row, i): Promise<[string, Told]> => {
    const whole = results[i]!
    const seen = await toldTo(ctx, row, true, whole)
    const { reason_codes } = presentDecision(row, seen, { publicUrl, receipt: null, oneOfMany: true })
    return [row.id, { reason_codes, restriction: (code) => (typeof code === 'number' ? restrictionTold(code, whole, seen) : code) }]
  })
  return new Map(await Promise.all(told))
}

/** Events as the caller reads them: of a decision about themselves and others, the reasons alone that its party is told. */
export async function eventsFor(ctx: Ctx, rows: readonly EventRow[]): Promise<ReturnType<typeof presentEvent>[]> {
  const told = await toldAmong(ctx, [...new Set(rows.flatMap((row) => decisionIn(row) ?? []))])
  return rows.map((row) => {
    const own = told.get(decisionIn(row) ?? '')
    if (!own) return presentEvent(row, ctx.actor)
    const { decision, ...object } = row.object
    const shown = {
      ...object,
      decision: { ...(decision as object), reason_codes: own.reason_codes },
      ...('restriction_code' in object && { restriction_code: own.restriction(object.restriction_code) }),
    }
    return presentEvent({ ...row, object: shown }, ctx.actor)
  })
}
