import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { and, desc, eq, lt, ne, or } from 'drizzle-orm'
import { z } from 'zod'
import { download, listOf } from '#core/kernel/answers.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { CSV_MARK, csvLine } from '#core/kernel/csv.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { decodeCursor, pageOf, pageQuery } from '#core/kernel/pagination.ts'
import { requirePermission } from '#core/kernel/permissions.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { openBytes } from '#credentials/seal.ts'
import { bulkParts, bulkScreenings } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import { type BulkRow, presentBulk } from './present.ts'
import { type BulkResult, outputContext } from './run.ts'
import { bulkScreening } from './shape.ts'

export const getBulkScreening = defineVerb({
  name: 'sanctions.bulk.get',
  permission: 'sanctions.check',
  input: byId('Id of the bulk screening'),
  output: bulkScreening,
  run: async ({ ctx, input }) => {
    return presentBulk(await find(ctx, input.id))
  },
})

async function find(ctx: Ctx, id: string): Promise<BulkRow> {
  requirePermission(ctx, 'sanctions.check')
  const row = await findScoped(ctx.db, bulkScreenings, ctx, id)
  if (!row || row.status === 'uploading') throw notFound()
  return row
}

const listBulkQuery = z.strictObject(pageQuery)

/** Files sent for screening, newest first. */
export const listBulkScreenings = defineVerb({
  name: 'sanctions.bulk.list',
  permission: 'sanctions.check',
  input: listBulkQuery,
  output: listOf(bulkScreening),
  run: async ({ ctx, input }) => {
    const position = decodeCursor(ctx, 'bulk', input.cursor) as [string, string] | null
    const before = position && new Date(position[0])
    const rows = await ctx.db
      .select()
      .from(bulkScreenings)
      .where(
        inScope(
          bulkScreenings,
          ctx,
          and(
            ne(bulkScreenings.status, 'uploading'),
            before
              ? or(lt(bulkScreenings.created_at, before), and(eq(bulkScreenings.created_at, before), lt(bulkScreenings.id, position[1])))
              : undefined,
          ),
        ),
      )
      .orderBy(desc(bulkScreenings.created_at), desc(bulkScreenings.id))
      .limit(input.limit + 1)
    return {
      success: true as const,
      ...pageOf(
        ctx,
        'bulk',
        rows,
        input.limit,
        (row) => presentBulk(row),
        (row) => [row.created_at.toISOString(), row.id],
      ),
    }
  },
})

/** Ends the work on a file. Results had so far are not kept. Throws `invalid_transition` when it has ended already. */
export const cancelBulkScreening = defineVerb({
  name: 'sanctions.bulk.cancel',
  permission: 'sanctions.check',
  input: byId('Id of the bulk screening'),
  output: bulkScreening,
  run: async ({ ctx, input }) => {
    // no event: the tenant's own act.
    return write(ctx, async (tx) => {
      const row = await lockScoped(tx, bulkScreenings, ctx, input.id)
      if (!row || row.status === 'uploading') throw notFound()
      if (!['queued', 'running'].includes(row.status))
        throw new AppError('invalid_transition', `This bulk screening is already ${row.status}.`)
      const [next] = await tx
        .update(bulkScreenings)
        .set({ status: 'cancelled', finished_at: new Date(ctx.now), updated_at: new Date() })
        .where(inScope(bulkScreenings, ctx, eq(bulkScreenings.id, row.id)))
        .returning()
      await tx.delete(bulkParts).where(eq(bulkParts.bulk_id, row.id))
      await ctx.services.keyring.destroy(tx, { ids: [row.subject_key_id], at: new Date() })
      return {
        result: presentBulk(next!),
        audit: {
          action: 'bulk_screening_cancelled',
          category: 'system',
          subject: { type: 'bulk_screening', id: row.id },
          details: { done: row.done },
        },
      }
    })
  },
})

const bulkResultsQuery = z.strictObject({
  format: z.enum(['csv', 'jsonl']).default('csv'),
  only: z
    .enum(['all', 'found', 'invalid'])
    .default('all')
    .meta({ description: '`found`: hits, possible matches and embargoed countries only' }),
})

const COLUMNS = [
  'line',
  'reference',
  'full_name',
  'wallet_address',
  'status',
  'score',
  'match_type',
  'entity_id',
  'matched_name',
  'list',
  'programs',
  'weak_alias',
  'agree',
  'near',
  'conflict',
  'exception',
  'matches',
  'problem',
  'embargoed',
  'list_version',
  'dates_of_birth',
  'nationalities',
  'identifiers',
]

/**
 * The results in the order of the file, streamed piece by piece. CSV has the best match of each record and cells that no
 * spreadsheet takes for a formula; JSONL has up to ten matches. Throws `conflict` while the work goes on.
 */
export const bulkResults = defineVerb({
  name: 'sanctions.bulk.results',
  permission: 'sanctions.check',
  input: byId('Id of the bulk screening').extend(bulkResultsQuery.shape),
  output: download,
  run: async ({ ctx, input }) => {
    const row = await find(ctx, input.id)
    if (row.status !== 'completed')
      throw new AppError(
        'conflict',
        row.status === 'cancelled'
          ? 'This bulk screening was cancelled.'
          : 'The results are there when the work is done: ask for its status first.',
      )
    const key = await ctx.services.keyring.read(ctx.db, row.subject_key_id)
    const csv = input.format === 'csv'
    const wanted = (r: BulkResult) =>
      input.only === 'all' ||
      (input.only === 'invalid' ? r.status === 'invalid' : r.status === 'hit' || r.status === 'possible_match' || r.embargoed === true)
    let part = 0
    const encoder = new TextEncoder()
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        if (csv) controller.enqueue(encoder.encode(CSV_MARK + csvLine(COLUMNS)))
      },
      async pull(controller) {
        for (;;) {
          if (part >= row.parts) return controller.close()
          const [piece] = await ctx.db
            .select({ output: bulkParts.output_sealed })
            .from(bulkParts)
            .where(and(eq(bulkParts.bulk_id, row.id), eq(bulkParts.part, part)))
          if (!piece?.output) throw new Error('the results are no longer kept')
          const text = (await promisify(gunzip)(openBytes(key, outputContext(row.id, part), piece.output))).toString('utf8')
          part++
          const results = text ? text.split('\n').map((line) => JSON.parse(line) as BulkResult) : []
          const lines = results.filter(wanted).map((r) => (csv ? csvLine(cells(r)) : `${JSON.stringify(r)}\n`))
          if (!lines.length) continue
          controller.enqueue(encoder.encode(lines.join('')))
          return
        }
      },
    })
    const [first] = await ctx.db.select({ id: bulkParts.part }).from(bulkParts).where(eq(bulkParts.bulk_id, row.id)).limit(1)
    if (!first) throw new AppError('not_found', 'The results were destroyed 30 days after the work ended.')
    return { stream, mediaType: csv ? 'text/csv; charset=utf-8' : 'application/x-ndjson', fileName: `${row.id}-results.${input.format}` }
  },
})

function cells(r: BulkResult): (string | number)[] {
  const [m] = r.matches
  return [
    r.line,
    r.reference ?? '',
    r.full_name ?? '',
    r.wallet_address ?? '',
    r.status,
    m ? m.score.toFixed(4) : '',
    m?.match_type ?? '',
    m?.entity_id ?? '',
    m?.matched_name ?? m?.name ?? '',
    m?.list ?? '',
    m?.programs.join('; ') ?? '',
    m ? String(m.weak_alias) : '',
    m?.agree.join('; ') ?? '',
    m?.near?.join('; ') ?? '',
    m?.conflict.join('; ') ?? '',
    m?.exception ?? '',
    r.matches.length,
    r.problem ?? '',
    String(r.embargoed ?? ''),
    m?.list_version ?? '',
    m?.listed?.dates_of_birth.join('; ') ?? '',
    m?.listed?.nationalities.join('; ') ?? '',
    m?.listed?.identifiers.map(({ type, value }) => `${type} ${value}`).join('; ') ?? '',
  ]
}
