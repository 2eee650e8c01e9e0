import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { and, asc, eq, inArray, lt } from 'drizzle-orm'
import type { Ctx, Environment } from '#core/kernel/context.ts'
import { Erased } from '#core/kernel/keys/keyring.ts'
import type { Services } from '#core/kernel/services.ts'
import { inTurns } from '#core/kernel/turns.ts'
import { write } from '#core/record/transaction.ts'
import { systemCtxIn } from '#core/sources/world.ts'
import { openBytes, sealBytes } from '#credentials/seal.ts'
import type { Tx } from '#db/connect.ts'
import { bulkParts, bulkScreenings } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { EMBARGO } from '#engine/tables/country-risk.ts'
import { freshness, isNeeded } from '../../lists/age.ts'
import { activeExceptions, applyExceptions, type ExceptionRow } from '../../matching/apply.ts'
import type { ListedFacts } from '../../matching/present.ts'
import { isNamed, lookUp, matchesOf, nameFacts, type ScreenedMatch, type SubjectToScreen, statusOf } from '../../matching/screen-subject.ts'
import { isStrong } from '../../matching/strong.ts'
import { subjectKey } from '../../matching/subject-key.ts'
import { inputContext } from './create.ts'
import type { BulkRow as Job } from './present.ts'
import { type BulkFormat, type BulkRow, readRows } from './rows.ts'

const MATCHES = 10
const PROBLEMS = 100
const STALE_UPLOAD_MS = 3_600_000

export const outputContext = (id: string, part: number) => `bulk_parts.output:${id}:${part}`

/** One line of the results. */
export interface BulkResult {
  line: number
  reference: string | null
  full_name: string | null
  wallet_address: string | null
  status: 'clear' | 'possible_match' | 'hit' | 'invalid'
  /** The stated country is under an embargo, whatever the lists say; null where none is stated. Absent in results of before. */
  embargoed?: boolean | null
  matches: {
    entity_id: string
    name: string
    list: string
    programs: string[]
    match_type: string
    score: number
    /** Of results from before it was kept: absent, as what follows it. */
    matched_name?: string | null
    list_entry_id?: string
    list_version?: string | null
    listed?: Pick<ListedFacts, 'type' | 'dates_of_birth' | 'nationalities' | 'countries' | 'identifiers'>
    weak_alias: boolean
    agree: string[]
    near: string[]
    conflict: string[]
    exception: string | null
  }[]
  problem: string | null
}

/**
 * Screens the next piece of the file that waited longest, in the threads kept for it. A piece and its count are one
 * transaction, so a process that dies at any point costs one piece of work and nothing else. Returns true when there may be more.
 */
export async function runBulk(services: Services): Promise<boolean> {
  // no audit: the end of a file is audited; its pieces change nothing but the progress.
  const finished = await services.connection.db
    .transaction(async (tx) => {
      const [job] = await tx
        .select()
        .from(bulkScreenings)
        .where(inArray(bulkScreenings.status, ['queued', 'running']))
        .orderBy(asc(bulkScreenings.updated_at))
        .limit(1)
        .for('update', { skipLocked: true })
      if (!job) return null
      const ctx = await jobCtx(services, job)
      try {
        if (job.parts_done < job.parts) await runPart(tx, ctx, job)
      } catch (error) {
        if (!(error instanceof Erased)) throw new PartError(job.id, error as Error)
        // Its key was destroyed: nothing of the file can be read any more.
        await tx
          .update(bulkScreenings)
          .set({ status: 'cancelled', finished_at: new Date() })
          .where(inScope(bulkScreenings, ctx, eq(bulkScreenings.id, job.id)))
        return { job: null }
      }
      return { job: job.parts_done + 1 >= job.parts ? job : null, ctx }
    })
    .catch(async (error: unknown) => {
      // Back to the end of the queue, so that one file in trouble holds up no other.
      if (error instanceof PartError)
        await services.connection.db
          .update(bulkScreenings)
          .set({ updated_at: new Date(), error: error.message })
          .where(eq(bulkScreenings.id, error.job))
      throw error
    })
  if (!finished) return false
  if (finished.job && finished.ctx) await complete(finished.ctx, finished.job.id)
  return true
}

class PartError extends Error {
  readonly job: string
  constructor(job: string, cause: Error) {
    super(cause.message, { cause })
    this.job = job
  }
}

const jobCtx = (services: Services, job: Job): Promise<Ctx> =>
  systemCtxIn(services, { id: 'bulk', organizationId: job.organization_id, environment: job.environment as Environment })

async function runPart(tx: Tx, ctx: Ctx, job: Job): Promise<void> {
  const key = await ctx.services.keyring.read(tx, job.subject_key_id)
  const part = job.parts_done
  const [piece] = await tx
    .select()
    .from(bulkParts)
    .where(and(eq(bulkParts.bulk_id, job.id), eq(bulkParts.part, part)))
  const bytes = await promisify(gunzip)(openBytes(key, inputContext(job.id, part), piece!.input_sealed))
  const rows: BulkRow[] = []
  const turn = inTurns()
  for (const row of readRows(bytes, { format: job.format as BulkFormat, columns: job.columns, firstLine: piece!.first_line })) {
    rows.push(row)
    await turn()
  }
  const { results, lists } = await screenRows(tx, ctx, job, rows)
  const lines: string[] = []
  for (const result of results) {
    lines.push(JSON.stringify(result))
    await turn()
  }
  const packed = await promisify(gzip)(lines.join('\n'), { level: 3 })
  await tx
    .update(bulkParts)
    .set({ output_sealed: sealBytes(key, outputContext(job.id, part), packed) })
    .where(and(eq(bulkParts.bulk_id, job.id), eq(bulkParts.part, part)))
  const count = (status: BulkResult['status']) => results.filter((r) => r.status === status).length
  const problems = results.flatMap((r) => (r.problem ? [{ line: r.line, reason: r.problem }] : []))
  await tx
    .update(bulkScreenings)
    .set({
      status: 'running',
      error: null,
      parts_done: part + 1,
      done: job.done + results.length,
      hits: job.hits + count('hit'),
      possible: job.possible + count('possible_match'),
      invalid: job.invalid + count('invalid'),
      problems: [...job.problems, ...problems].slice(0, PROBLEMS),
      lists: [...new Map([...job.lists, ...lists].map((l) => [`${l.source} ${l.version}`, l])).values()],
      started_at: job.started_at ?? new Date(ctx.now),
      updated_at: new Date(),
    })
    .where(inScope(bulkScreenings, ctx, eq(bulkScreenings.id, job.id)))
}

async function screenRows(tx: Tx, ctx: Ctx, job: Job, rows: readonly BulkRow[]) {
  const small = await ctx.world.lists.standIn(tx, ctx)
  const view = ctx.services.screening.view(small)
  const stamps = view.stamps(job.only_lists ?? undefined)
  const lists = stamps.map(({ source, version }) => ({ source, version }))
  // Nothing loaded clears nobody: the piece is tried again. Nor does what is stale, of which a result line could not say so.
  if (!lists.length) throw new Error('no sanctions list is loaded; the bulk screening waits')
  const stale = freshness(stamps, Date.now(), []).lists.filter((list) => list.stale && isNeeded(list))
  if (stale.length) throw new Error(`${stale.map((list) => list.source).join(', ')} is stale; the bulk screening waits`)
  const settings = { threshold: job.threshold / 10_000, limit: MATCHES, explain: false, ...(job.only_lists && { lists: job.only_lists }) }
  const named = rows.filter((row) => row.subject && isNamed(row.subject))
  const found = await ctx.services.screening.names(
    small,
    named.map(({ subject }) => nameFacts(subject!)),
    settings,
  )
  const byRow = new Map(named.map((row, i) => [row, found[i]!]))
  const screened: Screened[] = []
  const turn = inTurns()
  for (const row of rows) {
    const matches = row.subject ? matchesOf(view, row.subject, settings, byRow.get(row) ?? []) : []
    // Only what an exception could lift is asked for, all of the piece at once.
    const key = row.subject && matches.some((m) => !isStrong(m)) ? subjectKey(ctx, row.subject) : null
    screened.push({ row, matches, key })
    await turn()
  }
  const keys = new Set(screened.flatMap(({ key }) => key ?? []))
  const decided = Map.groupBy(await activeExceptions(tx, ctx, [...keys]), (row) => row.subject_id)
  const every = (subject: SubjectToScreen) => lookUp(view, subject, { ...settings, limit: Number.POSITIVE_INFINITY })
  return { results: screened.map((one) => resultOf(ctx, one, (one.key && decided.get(one.key)) || [], every)), lists }
}

interface Screened {
  row: BulkRow
  matches: ScreenedMatch[]
  /** Key of a subject whose matches an exception could lift. */
  key: string | null
}

function resultOf(
  ctx: Ctx,
  { row, matches: found }: Screened,
  decided: readonly ExceptionRow[],
  every: (subject: SubjectToScreen) => ScreenedMatch[],
): BulkResult {
  const { line, reference, subject, problem } = row
  const common = { line, reference, full_name: subject?.full_name ?? null, wallet_address: subject?.wallet_address ?? null, problem }
  if (!subject) return { ...common, status: 'invalid', matches: [] }
  const matches = applyExceptions(ctx, subject, found, decided, () => every(subject))
  return {
    ...common,
    status: statusOf(matches),
    embargoed: subject.country ? EMBARGO.includes(subject.country) : null,
    matches: matches.map((m) => ({
      entity_id: m.entity_id,
      name: m.name,
      list: m.list,
      programs: m.programs,
      match_type: m.match_type,
      score: m.score,
      matched_name: m.matched_name?.full ?? null,
      list_entry_id: m.list_entry_id,
      list_version: m.list_version,
      listed: listedOf(m.listed),
      weak_alias: m.weak_alias,
      agree: m.agree,
      near: m.near,
      conflict: m.conflict,
      exception: m.exception?.id ?? null,
    })),
  }
}

const listedOf = ({ type, dates_of_birth, nationalities, countries, identifiers }: ListedFacts) => ({
  type,
  dates_of_birth,
  nationalities,
  countries,
  identifiers,
})

async function complete(ctx: Ctx, id: string): Promise<void> {
  await write(ctx, async (tx) => {
    const at = new Date(ctx.now)
    const [row] = await tx
      .update(bulkScreenings)
      .set({ status: 'completed', finished_at: at, updated_at: new Date() })
      .where(inScope(bulkScreenings, ctx, and(eq(bulkScreenings.id, id), eq(bulkScreenings.status, 'running'))))
      .returning()
    const counts = row && { total: row.total, hit: row.hits, possible_match: row.possible, invalid: row.invalid }
    return {
      result: null,
      audit: {
        action: 'bulk_screening_completed',
        category: 'system',
        subject: { type: 'bulk_screening', id },
        details: { ...counts, lists: row?.lists ?? [] },
      },
      events: row
        ? [
            {
              type: 'sanctions.bulk.completed',
              resource: { type: 'bulk_screening', id },
              object: { bulk_id: id, file_name: row.file_name, ...counts },
            },
          ]
        : [],
    }
  })
}

const KEEP_DAYS = 30

/** Destroys files and results thirty days after their end, and what was left of uploads that broke off. */
export async function forgetOldBulk(services: Services): Promise<void> {
  const { db } = services.connection
  const old = new Date(Date.now() - KEEP_DAYS * 86_400_000)
  const broken = new Date(Date.now() - STALE_UPLOAD_MS)
  // no audit: the counts and their audit entries stay; only the names go, as announced.
  const ended = await db
    .select({ id: bulkScreenings.id })
    .from(bulkScreenings)
    .where(and(inArray(bulkScreenings.status, ['completed', 'cancelled', 'failed']), lt(bulkScreenings.updated_at, old)))
  for (const { id } of ended) await db.delete(bulkParts).where(eq(bulkParts.bulk_id, id))
  await db.delete(bulkScreenings).where(and(eq(bulkScreenings.status, 'uploading'), lt(bulkScreenings.updated_at, broken)))
}
