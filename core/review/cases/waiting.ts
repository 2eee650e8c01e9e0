import { sql } from 'drizzle-orm'
import { definePageVerb } from '#core/record/verb.ts'
import { onDesk } from './case.ts'

/** How much waits for the people of an organisation, by place. */
export interface DeskWaiting {
  cases: number
  exceptions: number
  due_diligence: number
  holdings: number
}

/** Counts of what waits for a person of the organisation, read with every page of its desk. */
export const deskWaiting = definePageVerb({
  name: 'cases.waiting',
  permission: 'cases.read',
  run: async ({ ctx }): Promise<DeskWaiting> => {
    const own = sql`organization_id = ${ctx.organizationId} and environment = ${ctx.environment}`
    const { rows } = await ctx.db.execute<Record<keyof DeskWaiting, string>>(sql`select
      (select count(*) from cases where ${onDesk(ctx, 'own')} and status <> 'decided') as cases,
      (select count(*) from exceptions where ${own} and state = 'proposed') as exceptions,
      (select count(*) from due_diligence_files where ${own} and state = 'proposed') as due_diligence,
      (select count(*) from holding_acts where ${own} and status = 'proposed') as holdings`)
    return Object.fromEntries(Object.entries(rows[0]!).map(([key, value]) => [key, Number(value)])) as unknown as DeskWaiting
  },
})
