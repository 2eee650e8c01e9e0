import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { listOf } from '#core/kernel/answers.ts'
import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { Erased } from '#core/kernel/keys/keyring.ts'
import { createdBetween, createdQuery, decodeCursor, newestFirst, olderThan, pageOf, pageQuery, placeOf } from '#core/kernel/pagination.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { accreditationFiles, investors } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import { refuseSelf } from '../refuse-self.ts'
import { type Filed, fileAccreditation } from './file.ts'
import { fileFields } from './input.ts'
import { openSaid, presentAccreditationFile } from './present.ts'

import { fileAnswer, filedAnswer, fileShape } from './shape.ts'

/** Where the person at a page does what a call does. */
const PAGE = '/issuer/investors'

/**
 * Files on what ground an investor is accredited, by which method, with figures and documents. Throws `not_found`, `conflict` for what a
 * person says of themselves, and what `fileAccreditation` does.
 */
export const createAccreditationFile = defineVerb({
  name: 'investors.accreditation.create',
  permission: 'investors.write',
  input: byId('Investor id, inv_…').extend(fileFields),
  output: filedAnswer,
  run: async ({ ctx, input }) =>
    write(ctx, async (tx) => {
      const { id, ...file } = input
      const investor = await lockScoped(tx, investors, ctx, id)
      if (!investor) throw notFound()
      refuseSelf(investor)
      const { row, working, audit, events } = await fileAccreditation(tx, ctx, investor, file)
      return {
        result: {
          success: true as const,
          ...presentAccreditationFile(row),
          basis_rule: working.basis,
          method_rule: {
            code: working.route.code,
            sentence: working.route.sentence,
            result: working.route.result,
            needed: working.route.needed,
          },
          next_action: nextAction({ row, working }),
          decision: working.decision,
        },
        audit,
        events,
      }
    }),
})

function nextAction({ row, working }: Pick<Filed, 'row' | 'working'>) {
  if (row.status === 'refused')
    return {
      type: 'contact' as const,
      detail: `The rules do not let this pass: ${working.basis?.message ?? working.route.sentence} File another ground or method.`,
    }
  if (row.status === 'open')
    return {
      type: 'provide' as const,
      detail: `Still needed: ${row.missing.join(', ')}. Send the whole file again with POST /v1/investors/{id}/accreditation, or at ${PAGE}; documents are uploaded with POST /v1/investors/{id}/documents.`,
    }
  return { type: 'wait' as const, detail: 'A person reads the documents. An event will follow.' }
}

/** The accreditation files of an investor, newest first, without their figures. Throws `not_found`. */
export const listAccreditationFiles = defineVerb({
  name: 'investors.accreditation.list',
  permission: 'investors.read',
  input: byId('Investor id, inv_…').extend({ ...pageQuery, ...createdQuery }),
  output: listOf(fileShape),
  run: async ({ ctx, input }) => {
    if (!(await findScoped(ctx.db, investors, ctx, input.id))) throw notFound()
    const after = decodeCursor(ctx, 'accreditation_files', input.cursor)
    const rows = await ctx.db
      .select()
      .from(accreditationFiles)
      .where(
        inScope(
          accreditationFiles,
          ctx,
          and(
            eq(accreditationFiles.investor_id, input.id),
            ...createdBetween(accreditationFiles, input),
            olderThan(accreditationFiles, after),
          ),
        ),
      )
      .orderBy(...newestFirst(accreditationFiles))
      .limit(input.limit + 1)
    return { success: true as const, ...pageOf(ctx, 'accreditation_files', rows, input.limit, presentAccreditationFile, placeOf) }
  },
})

/** One accreditation file with what was said of it. Throws `not_found`. */
export const getAccreditationFile = defineVerb({
  name: 'investors.accreditation.get',
  permission: 'investors.read',
  input: byId('Investor id, inv_…').extend({ file_id: z.string().max(100).meta({ description: 'Id of the file, acf_…' }) }),
  output: fileAnswer,
  run: async ({ ctx, input }) => {
    const row = await findScoped(ctx.db, accreditationFiles, ctx, input.file_id)
    if (!row || row.investor_id !== input.id) throw notFound()
    const said = await openSaid(ctx.db, ctx, row).catch((error) => {
      if (error instanceof Erased) return null
      throw error
    })
    return { success: true as const, ...presentAccreditationFile(row), said }
  },
})
