import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { requireSecondPerson } from '#core/access/second-person/second-person.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField, notFound } from '#core/kernel/errors.ts'
import { byId, walletAddress } from '#core/kernel/fields.ts'
import { newId } from '#core/kernel/ids.ts'
import { listVerb } from '#core/record/list-verb.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import { dueDiligenceFiles, investors, persons, wallets } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import { FILE_DAYS } from './facts.ts'

export type FileRow = typeof dueDiligenceFiles.$inferSelect
const words = z.string().trim().min(10, 'Say it in a sentence').max(2_000)

const COVERED = ['country', 'pep', 'media', 'eu_permit'] as const

export const createDueDiligenceInput = z.strictObject({
  investor_id: z.string().max(100).optional(),
  wallet_address: walletAddress.optional(),
  covers: z
    .array(z.enum(COVERED))
    .min(1)
    .max(COVERED.length)
    .transform((kinds) => [...new Set(kinds)].sort())
    .meta({
      description:
        '`country`: a place of higher risk; `pep`: a politically exposed person; `media`: adverse media that you found, confirmed once another person approved the file; `eu_permit`: a residence permit of a state of the EU, the EEA or of Switzerland that you saw, of a national of Russia or Belarus',
    }),
  findings: words.meta({ description: 'What was found out, and how' }),
  source_of_wealth: words.optional().meta({ description: 'Required for `pep`: where their wealth comes from, and how it was established' }),
  source_of_funds: words.optional().meta({ description: 'Required for `pep`: where the money of this business comes from' }),
  document_sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'Use 64 small hexadecimal digits')
    .optional()
    .meta({ description: 'Hash of the file you keep' }),
})

const approveDueDiligenceInput = z.strictObject({
  capacity: z
    .string()
    .trim()
    .min(2)
    .max(100)
    .meta({ description: 'In which office of senior management you approve', examples: ['MLRO'] }),
})

interface Findings {
  findings: string
  source_of_wealth: string | null
  source_of_funds: string | null
}

const dueDiligenceFile = z.object({
  success: z.literal(true).optional(),
  id: z.string(),
  object: z.literal('due_diligence_file'),
  status: z.enum(['proposed', 'approved', 'withdrawn']),
  person_id: z.string(),
  covers: z.array(z.string()),
  findings: z.string(),
  source_of_wealth: z.string().nullable(),
  source_of_funds: z.string().nullable(),
  document_sha256: z.string().nullable(),
  author: z.string(),
  filed_at: z.string(),
  approved_by: z.string().nullable(),
  approved_in_capacity: z.string().nullable(),
  approved_at: z.string().nullable(),
  ended_by: z.string().nullable(),
  ended_at: z.string().nullable(),
  expires_at: z.string(),
})

export type WireDueDiligence = z.output<typeof dueDiligenceFile>

export const findingsContext = (id: string) => `due_diligence_files.findings:${id}`

/** A file as it is answered. What was found out is opened, unless the person was erased. */
export async function presentFile(ctx: Ctx, db: Pick<Tx, 'select'>, row: FileRow): Promise<WireDueDiligence> {
  const person = await findScoped(db as Tx, persons, ctx, row.person_id)
  const said: Findings =
    !person || person.erased_at
      ? { findings: '', source_of_wealth: null, source_of_funds: null }
      : await ctx.services.keyring.open<Findings>(db as Tx, row.subject_key_id, findingsContext(row.id), row.findings_sealed)
  return {
    id: row.id,
    object: 'due_diligence_file',
    status: row.state as WireDueDiligence['status'],
    person_id: row.person_id,
    covers: row.covers,
    ...said,
    document_sha256: row.document_sha256,
    author: row.author,
    filed_at: row.created_at.toISOString(),
    approved_by: row.approved_by,
    approved_in_capacity: row.approved_in_capacity,
    approved_at: row.approved_at?.toISOString() ?? null,
    ended_by: row.ended_by,
    ended_at: row.ended_at?.toISOString() ?? null,
    expires_at: new Date(row.created_at.getTime() + FILE_DAYS * 86_400_000).toISOString(),
  }
}

/**
 * Files what somebody found out about a party of higher risk. Rules that ask for a file read it at once; those that ask for senior
 * management wait until another person approved it. It counts for 365 days. Throws `not_found` for a party nobody knows.
 */
export const createDueDiligence = defineVerb({
  name: 'due_diligence.create',
  permission: 'due_diligence.write',
  input: createDueDiligenceInput,
  output: dueDiligenceFile,
  run: async ({ ctx, input }) => {
    if (Number(input.investor_id !== undefined) + Number(input.wallet_address !== undefined) !== 1)
      throw invalidField('/investor_id', 'required', 'Name the party by investor_id or by wallet_address: one of them.')
    if (input.covers.includes('pep'))
      for (const field of ['source_of_wealth', 'source_of_funds'] as const)
        if (!input[field]) throw invalidField(`/${field}`, 'required', 'The law asks for it of a politically exposed person.')
    // no event: it has no effect until the next check reads it.
    return write(ctx, async (tx) => {
      const person = await personOf(tx, ctx, input)
      const id = newId('due_diligence', ctx.now)
      const said: Findings = {
        findings: input.findings,
        source_of_wealth: input.source_of_wealth ?? null,
        source_of_funds: input.source_of_funds ?? null,
      }
      const [row] = await tx
        .insert(dueDiligenceFiles)
        .values({
          id,
          organization_id: ctx.organizationId,
          environment: ctx.environment,
          person_id: person.id,
          covers: input.covers,
          subject_key_id: person.subject_key_id,
          findings_sealed: await ctx.services.keyring.seal(tx, ctx, person.subject_key_id, findingsContext(id), said),
          document_sha256: input.document_sha256 ?? null,
          author: ctx.actor.id,
          created_at: new Date(ctx.now),
        })
        .returning()
      return {
        result: { success: true as const, ...(await presentFile(ctx, tx, row!)) },
        audit: {
          action: 'due_diligence_filed',
          category: 'user',
          subject: { type: 'due_diligence_file', id },
          details: { person_id: person.id, covers: input.covers, document_sha256: input.document_sha256 ?? null },
        },
      }
    })
  },
})

async function personOf(tx: Tx, ctx: Ctx, input: z.output<typeof createDueDiligenceInput>) {
  const [held] = input.investor_id
    ? [await findScoped(tx, investors, ctx, input.investor_id)]
    : await tx
        .select({ person_id: wallets.person_id })
        .from(wallets)
        .where(inScope(wallets, ctx, eq(wallets.address, input.wallet_address!.canonical)))
        .limit(1)
  const person = held?.person_id ? await findScoped(tx, persons, ctx, held.person_id) : null
  if (!person || person.erased_at) throw notFound()
  return person
}

/** Approves a file for senior management: another person than its author, who says in which office. Throws `second_person_required`. */
export const approveDueDiligence = defineVerb({
  name: 'due_diligence.approve',
  permission: 'due_diligence.write',
  input: byId('Id of the file').extend(approveDueDiligenceInput.shape),
  output: dueDiligenceFile,
  run: async ({ ctx, input }) => {
    // no event: it has no effect until the next check reads it.
    return write(ctx, async (tx) => {
      const row = await lockScoped(tx, dueDiligenceFiles, ctx, input.id)
      if (!row) throw notFound()
      if (row.state !== 'proposed')
        throw new AppError('invalid_transition', `This file is ${row.state}; only a proposed one can be approved.`)
      await requireSecondPerson(tx, ctx, {
        by: row.author,
        at: row.created_at,
        own: 'Another person than the author approves it, for senior management.',
      })
      const change = {
        state: 'approved' as const,
        approved_by: ctx.actor.id,
        approved_in_capacity: input.capacity,
        approved_at: new Date(ctx.now),
      }
      return end(tx, ctx, row, change, 'due_diligence_approved')
    })
  },
})

/**
 * Takes a file back: from now on no rule reads it. A report that another person confirmed speaks against somebody, so neither of the two takes it
 * back. Throws `second_person_required`.
 */
export const withdrawDueDiligence = defineVerb({
  name: 'due_diligence.delete',
  permission: 'due_diligence.write',
  input: byId('Id of the file'),
  output: dueDiligenceFile,
  run: async ({ ctx, input }) => {
    // no event: it has no effect until the next check reads it.
    return write(ctx, async (tx) => {
      const row = await lockScoped(tx, dueDiligenceFiles, ctx, input.id)
      if (!row) throw notFound()
      if (row.state === 'withdrawn') throw new AppError('invalid_transition', 'This file was withdrawn already.')
      if (row.state === 'approved' && row.covers.includes('media'))
        for (const by of [row.author, row.approved_by!])
          await requireSecondPerson(tx, ctx, {
            by,
            at: null,
            own: 'Another person than those who filed and confirmed this report takes it back.',
          })
      const change = { state: 'withdrawn' as const, ended_by: ctx.actor.id, ended_at: new Date(ctx.now) }
      return end(tx, ctx, row, change, 'due_diligence_withdrawn')
    })
  },
})

async function end(tx: Tx, ctx: Ctx, row: FileRow, change: Partial<FileRow>, action: string) {
  await tx
    .update(dueDiligenceFiles)
    .set(change)
    .where(inScope(dueDiligenceFiles, ctx, eq(dueDiligenceFiles.id, row.id)))
  return {
    result: { success: true as const, ...(await presentFile(ctx, tx, { ...row, ...change })) },
    audit: {
      action,
      category: 'user' as const,
      subject: { type: 'due_diligence_file', id: row.id },
      details: {
        person_id: row.person_id,
        author: row.author,
        ...(change.approved_in_capacity && { capacity: change.approved_in_capacity }),
      },
    },
  }
}

/** One file, with who wrote and who approved it. */
export const getDueDiligence = defineVerb({
  name: 'due_diligence.get',
  permission: 'due_diligence.write',
  input: byId('Id of the file'),
  output: dueDiligenceFile,
  run: async ({ ctx, input }) => {
    const row = await findScoped(ctx.db, dueDiligenceFiles, ctx, input.id)
    if (!row) throw notFound()
    return { success: true as const, ...(await presentFile(ctx, ctx.db as Tx, row)) }
  },
})

/** Files of enhanced due diligence, newest first. */
export const listDueDiligence = listVerb({
  name: 'due_diligence.list',
  permission: 'due_diligence.write',
  table: dueDiligenceFiles,
  list: 'due_diligence',
  filters: {
    status: z.enum(['proposed', 'approved', 'withdrawn']).optional(),
    person_id: z.string().max(100).optional(),
  },
  item: dueDiligenceFile,
  wanted: ({ input }) =>
    and(
      input.status ? eq(dueDiligenceFiles.state, input.status) : undefined,
      input.person_id ? eq(dueDiligenceFiles.person_id, input.person_id) : undefined,
    ),
  present: ({ ctx }, rows) => Promise.all(rows.map((row) => presentFile(ctx, ctx.db as Tx, row))),
})
