import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { requireAmount, takeBulkRows } from '#core/access/budgets/amounts.ts'
import { AppError, invalidField } from '#core/kernel/errors.ts'
import { newId } from '#core/kernel/ids.ts'
import { queryNumber } from '#core/kernel/query-fields.ts'
import { bindUpload, write } from '#core/record/transaction.ts'
import { defineVerb, type Upload } from '#core/record/verb.ts'
import { sealBytes } from '#credentials/seal.ts'
import { bulkParts, bulkScreenings } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { appliedThreshold } from '#screening/screen.ts'
import { REVIEW_SCORE } from '../../matching/screen-subject.ts'
import { LISTS } from '../check.ts'
import { loosened, THRESHOLD_WORDS, thresholdWarnings } from '../threshold.ts'
import { presentBulk } from './present.ts'
import { type BulkFormat, FORMATS, readHeader } from './rows.ts'
import { bulkScreening } from './shape.ts'
import { type Piece, RecordSplitter, SplitError } from './split.ts'

const BULK_MAX_RECORDS = 1_000_000
const BULK_MAX_BYTES = 256 * 1024 * 1024
const HEADER_BYTES_MAX = 16 * 1024

const bulkQuery = z.strictObject({
  threshold: queryNumber(0.5, 1).default(REVIEW_SCORE).meta({ description: THRESHOLD_WORDS }),
  lists: z.array(z.enum(LISTS)).min(1).optional().meta({ description: 'Only these lists' }),
  file_name: z.string().max(200).default('upload').meta({ description: 'A name of yours for the file' }),
})

const bulkKeyId = (id: string) => `bulk:${id}`
export const inputContext = (id: string, part: number) => `bulk_parts.input:${id}:${part}`

/**
 * Takes a CSV or JSONL file of up to a million names and queues it. It is cut, packed and sealed piece by piece as it arrives,
 * so its size costs no memory. Throws `validation_failed` (a header without names, a record that does not end, an empty file)
 * and `body_too_large`; then nothing is kept.
 */
export const createBulkScreening = defineVerb({
  name: 'sanctions.bulk.create',
  permission: 'sanctions.check',
  input: bulkQuery,
  output: bulkScreening,
  run: async ({ ctx, input, upload }) => {
    if (!upload) throw new AppError('unsupported_media_type', 'Send the file itself.')
    const mayStore = (more: number) => requireAmount(ctx.db, ctx, 'stored-bytes', more)
    const left = await mayStore(0)
    const id = newId('bulk_screening', ctx.now)
    const keyId = bulkKeyId(id)
    const key = await ctx.services.keyring.ensure(ctx.db, ctx, keyId)
    const at = new Date(ctx.now)
    // no audit: nothing exists for anybody until the file is whole; the transaction below audits it.
    await ctx.db.insert(bulkScreenings).values({
      id,
      organization_id: ctx.organizationId,
      environment: ctx.environment,
      file_name: input.file_name,
      status: 'uploading',
      threshold: Math.round(appliedThreshold(input.threshold) * 10_000),
      format: 'csv',
      only_lists: input.lists ?? null,
      subject_key_id: keyId,
      created_at: at,
      updated_at: new Date(),
    })
    try {
      // This one is among those that are counted.
      await requireAmount(ctx.db, ctx, 'open-uploads', 0)
      let part = 0
      const received = await receive(upload, { left, mayStore }, async (piece) => {
        const packed = await promisify(gzip)(piece.bytes, { level: 3 })
        const input_sealed = sealBytes(key, inputContext(id, part), packed)
        await ctx.db.insert(bulkParts).values({ bulk_id: id, part, first_line: piece.firstLine, input_sealed })
        part++
      })
      await takeBulkRows(ctx, received.records)
      bindUpload(ctx, received.sha256, input)
      // no event: the caller has the answer; the end of the work is told.
      const result = await write(ctx, async (tx) => {
        await requireAmount(tx, ctx, 'stored-bytes', 0)
        const [row] = await tx
          .update(bulkScreenings)
          .set({
            status: 'queued',
            format: received.format,
            columns: received.columns as string[] | null,
            total: received.records,
            bytes: received.bytes,
            sha256: received.sha256,
            parts: part,
            updated_at: new Date(),
          })
          .where(inScope(bulkScreenings, ctx, eq(bulkScreenings.id, id)))
          .returning()
        return {
          result: presentBulk(row!, thresholdWarnings(input.threshold)),
          audit: {
            action: 'bulk_screening_created',
            category: 'system',
            subject: { type: 'bulk_screening', id },
            details: { records: received.records, bytes: received.bytes, sha256: received.sha256, ...loosened(input.threshold) },
          },
        }
      })
      ctx.services.wake('bulk')
      return result
    } catch (error) {
      // Also when the Idempotency-Key was used before: the first upload is the one that counts.
      await ctx.db.delete(bulkScreenings).where(inScope(bulkScreenings, ctx, and(eq(bulkScreenings.id, id))))
      await ctx.services.keyring.destroy(ctx.db, { ids: [keyId], at: new Date() })
      if (error instanceof SplitError)
        throw new AppError(
          'validation_failed',
          `Line ${error.line}: ${error.message}. Nothing was kept; correct the file and send it again.`,
          {
            fields: [{ pointer: '', code: 'invalid_record', detail: `Line ${error.line}: ${error.message}.` }],
            extra: { line: error.line },
          },
        )
      throw error
    }
  },
})

interface Received {
  format: BulkFormat
  columns: (string | null)[] | null
  records: number
  bytes: number
  sha256: string
}

async function receive(
  upload: Upload,
  room: { left: number; mayStore: (more: number) => Promise<number> },
  keep: (piece: Piece) => Promise<void>,
): Promise<Received> {
  const jsonl = !/csv/i.test(upload.mediaType)
  const digest = createHash('sha256')
  let splitter: RecordSplitter | null = jsonl ? new RecordSplitter(null) : null
  let format: BulkFormat = jsonl ? 'jsonl' : 'csv'
  let columns: (string | null)[] | null = null
  let head = Buffer.alloc(0)
  let bytes = 0
  let records = 0
  const take = async (piece: Piece) => {
    records += piece.records
    if (records > BULK_MAX_RECORDS) throw tooLarge(`The file may have at most ${BULK_MAX_RECORDS.toLocaleString('en')} records.`)
    await keep(piece)
  }
  for await (const chunk of upload.stream) {
    bytes += chunk.length
    if (bytes > BULK_MAX_BYTES) throw tooLarge(`The file may have at most ${BULK_MAX_BYTES / 1024 / 1024} MB.`)
    if (bytes > room.left) await room.mayStore(bytes)
    digest.update(chunk)
    let rest: Uint8Array = chunk
    if (!splitter) {
      head = Buffer.concat([head, chunk])
      const end = head.indexOf(10)
      if (end < 0 && head.length > HEADER_BYTES_MAX) throw noHeader()
      if (end < 0) continue
      const header = end > HEADER_BYTES_MAX ? null : readHeader(head.subarray(0, end).toString('utf8'))
      if (!header) throw noHeader()
      ;({ format, columns } = header)
      splitter = new RecordSplitter(FORMATS[format], 2)
      rest = head.subarray(end + 1)
    }
    for (const piece of splitter.push(rest)) await take(piece)
  }
  const last = splitter?.end()
  if (last) await take(last)
  if (!splitter && head.length && !readHeader(head.toString('utf8'))) throw noHeader()
  if (!records) throw invalidField('', 'required', 'The file has no records.')
  return { format, columns, records, bytes, sha256: digest.digest('hex') }
}

const tooLarge = (detail: string) => new AppError('body_too_large', `${detail} Nothing was kept; send it in several files.`)
const noHeader = () =>
  invalidField(
    '',
    'header_required',
    'The first line must name the columns, separated by comma, semicolon or tab, with full_name or wallet_address among them.',
    'reference,full_name,date_of_birth,country,wallet_address,entity_type',
  )
