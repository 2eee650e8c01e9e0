import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { and, desc, eq, getTableName, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { newId } from '#core/kernel/ids.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { forgetClock } from '#core/sources/clock/sandbox.ts'
import { forgetOwnList } from '#core/sources/lists/own.ts'
import { eraseAgain } from '#core/upkeep/erasure/again.ts'
import type { Tx } from '#db/connect.ts'
import { credentials, sandboxes, sandboxSnapshots } from '#db/schema.ts'
import { snapshot } from './shape.ts'
import { GONE, inWorld, removeRows, WORLD_TABLES, WORLD_TABLES_REVERSED } from './tables.ts'

const MOST = 20
const zip = promisify(gzip)
const unzip = promisify(gunzip)

const snapshotInput = z.strictObject({
  label: z.string().trim().min(1).max(100).default('Snapshot').meta({ description: 'What to call it' }),
})
const restoreInput = z.strictObject({ id: z.string().max(100).meta({ description: 'Snapshot id, snp_…' }) })

type Row = Pick<typeof sandboxSnapshots.$inferSelect, 'id' | 'label' | 'rows' | 'created_at'>

const present = (row: Row) => ({
  id: row.id,
  object: 'sandbox_snapshot' as const,
  label: row.label,
  rows: row.rows,
  created_at: row.created_at.toISOString(),
})

/** Keeps this sandbox's world and clock as they are now, to come back to. Throws `conflict` beyond twenty snapshots. */
export const takeSnapshot = defineVerb({
  name: 'sandbox.snapshot',
  permission: 'sandbox.manage',
  input: snapshotInput,
  output: snapshot,
  run: async ({ ctx, input }) => {
    return write(ctx, async (tx) => {
      const [count] = await tx
        .select({ kept: sql<number>`count(*)::int` })
        .from(sandboxSnapshots)
        .where(eq(sandboxSnapshots.organization_id, ctx.organizationId))
      if (count!.kept >= MOST) throw new AppError('conflict', `A sandbox keeps ${MOST} snapshots. Delete one first.`)
      const { text, rows } = await readWorld(tx, ctx)
      const [clock] = await tx.select().from(sandboxes).where(eq(sandboxes.organization_id, ctx.organizationId)).limit(1)
      const row = {
        id: newId('sandbox_snapshot'),
        organization_id: ctx.organizationId,
        label: input.label,
        content: await zip(text),
        clock_offset_ms: clock?.clock_offset_ms ?? 0,
        frozen_at: clock?.frozen_at ?? null,
        rows,
        created_at: new Date(),
      }
      await tx.insert(sandboxSnapshots).values(row)
      // no event: a snapshot changes nothing that an integrator sees.
      return {
        result: { success: true as const, ...present(row) },
        audit: {
          action: 'sandbox_snapshot_taken',
          category: 'system',
          subject: { type: 'sandbox_snapshot', id: row.id },
          details: { rows },
        },
      }
    })
  },
})

/** The rows of the world as JSON, by table. */
async function readWorld(tx: Tx, ctx: Ctx): Promise<{ text: string; rows: number }> {
  const parts: string[] = []
  let rows = 0
  for (const table of WORLD_TABLES) {
    const found = await tx.execute<{ rows: string; count: number }>(
      sql`select coalesce(json_agg(t), '[]')::text as rows, count(*)::int as count from (select * from ${table} where ${inWorld(table, ctx.organizationId)}) t`,
    )
    rows += found.rows[0]!.count
    parts.push(`${JSON.stringify(getTableName(table))}:${found.rows[0]!.rows}`)
  }
  return { text: `{${parts.join(',')}}`, rows }
}

/** Makes this sandbox's world and clock what they were in a snapshot. What was erased since stays erased. */
export const restoreSnapshot = defineVerb({
  name: 'sandbox.restore',
  permission: 'sandbox.manage',
  input: restoreInput,
  output: snapshot,
  run: async ({ ctx, input }) => {
    const [row] = await ctx.db.select().from(sandboxSnapshots).where(own(ctx, input.id)).limit(1)
    if (!row) throw notFound()
    const world = JSON.parse((await unzip(row.content)).toString()) as Record<string, unknown[]>
    const result = await write(ctx, async (tx) => {
      for (const table of WORLD_TABLES_REVERSED) await removeRows(tx, table, inWorld(table, ctx.organizationId))
      const back = (world[getTableName(credentials)] ?? []).map((one) => (one as { id: string }).id)
      await tx.delete(credentials).where(and(eq(credentials.organization_id, GONE), inArray(credentials.id, back)))
      for (const table of WORLD_TABLES) {
        const rows = world[getTableName(table)] ?? []
        if (rows.length)
          await tx.execute(
            sql`insert into ${table} overriding user value select * from json_populate_recordset(null::${table}, ${JSON.stringify(rows)}::json)`,
          )
      }
      const wiped = await eraseAgain(tx, ctx)
      const to = row.frozen_at ?? new Date(Date.now() + row.clock_offset_ms)
      const clock = { clock_offset_ms: row.clock_offset_ms, frozen_at: row.frozen_at, updated_at: new Date() }
      await tx
        .insert(sandboxes)
        .values({ organization_id: ctx.organizationId, ...clock })
        .onConflictDoUpdate({ target: sandboxes.organization_id, set: clock })
      return {
        result: { success: true as const, ...present(row) },
        audit: [
          {
            action: 'sandbox_restored',
            category: 'system',
            subject: { type: 'sandbox_snapshot', id: row.id },
            details: { rows: row.rows },
          },
          ...wiped.audit,
        ],
        events: [
          ...wiped.events,
          {
            type: 'sandbox.reset',
            resource: { type: 'sandbox', id: ctx.organizationId },
            object: { restored: row.id, rows: row.rows, from: new Date(ctx.now).toISOString(), to: to.toISOString() },
          },
        ],
      }
    })
    forgetClock(ctx.organizationId)
    forgetOwnList(ctx.organizationId)
    return result
  },
})

export const listSnapshots = defineVerb({
  name: 'sandbox.snapshots',
  permission: 'sandbox.manage',
  output: z.object({ success: z.literal(true), data: z.array(snapshot) }),
  run: async ({ ctx }) => {
    const { id, label, rows, created_at } = sandboxSnapshots
    const found = await ctx.db
      .select({ id, label, rows, created_at })
      .from(sandboxSnapshots)
      .where(eq(sandboxSnapshots.organization_id, ctx.organizationId))
      .orderBy(desc(sandboxSnapshots.created_at))
    return { success: true as const, data: found.map(present) }
  },
})

export const deleteSnapshot = defineVerb({
  name: 'sandbox.snapshot_delete',
  permission: 'sandbox.manage',
  input: byId('Snapshot id, snp_…'),
  output: z.object({ success: z.literal(true), id: z.string(), deleted: z.literal(true) }),
  run: async ({ ctx, input }) => {
    return write(ctx, async (tx) => {
      const gone = await tx.delete(sandboxSnapshots).where(own(ctx, input.id)).returning({ id: sandboxSnapshots.id })
      if (!gone.length) throw notFound()
      // no event: nothing that an integrator sees.
      return {
        result: { success: true as const, id: input.id, deleted: true as const },
        audit: { action: 'sandbox_snapshot_deleted', category: 'system', subject: { type: 'sandbox_snapshot', id: input.id } },
      }
    })
  },
})

const own = (ctx: Ctx, id: string) => sql`${sandboxSnapshots.id} = ${id} and ${sandboxSnapshots.organization_id} = ${ctx.organizationId}`
