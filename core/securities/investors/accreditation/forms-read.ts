import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { fieldsWrong, requireFields } from '#core/kernel/errors.ts'
import type { Queryable } from '#db/connect.ts'
import { accreditationFiles, type FilePaper } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'

/** Which year a reviewer read on each tax form. Nothing of it is taken from the file. */
export const formsReadFields = {
  tax_forms: z
    .array(
      z.strictObject({
        document_id: z.string().max(100).meta({ description: 'The form, by its document' }),
        year: z.number().int().min(1990).max(2100).meta({ description: 'The year that you read on it' }),
      }),
    )
    .max(30)
    .optional()
    .meta({
      description:
        'Of cases of kind `accreditation_review`, with `release`, where tax forms are shown: the year that each reviewer read on each of them',
    }),
}
export type FormRead = NonNullable<z.output<z.ZodObject<typeof formsReadFields>>['tax_forms']>[number]

/** Refuses to confirm tax forms of which nobody says which year they are about, or another than the file says. Throws `validation_failed`. */
export async function requireFormsRead(db: Queryable, ctx: Ctx, fileId: string, read: readonly FormRead[] | undefined): Promise<void> {
  const file = await findScoped(db, accreditationFiles, ctx, fileId)
  if (file?.status !== 'in_review') return
  const forms = file.papers.filter(({ shows }) => shows === 'tax_form')
  if (!forms.length) return
  requireFields({ tax_forms: !read?.length && 'Say of each tax form which year you read on it.' })
  const unread = forms.some(({ document_id }) => !read!.some((one) => one.document_id === document_id))
  if (unread)
    throw fieldsWrong([{ pointer: '/tax_forms', code: 'required', detail: 'Say of each tax form of the file which year you read on it.' }])
  const wrong = read!.flatMap(({ document_id, year }, at) => {
    const said = forms.filter((form) => form.document_id === document_id)
    if (said.length && said.every((form) => form.year === year)) return []
    return {
      pointer: `/tax_forms/${at}/year`,
      code: said.length ? 'conflicting' : 'not_found',
      detail: said.length
        ? `The file says ${said[0]!.year} of this form. Refuse it, or have it filed anew with the year that the form is about.`
        : 'This is no tax form of the file.',
    }
  })
  if (wrong.length) throw fieldsWrong(wrong)
}

/** Documents that are said to be about more than one year, or to bear more than one day: each year has its own. */
export function manifold(papers: readonly FilePaper[]): { pointer: string; code: string; detail: string }[] {
  return papers.flatMap((paper, at) => {
    const before = papers.slice(0, at).filter(({ sha256 }) => sha256 === paper.sha256)
    const name = (['year', 'dated'] as const).find((one) =>
      before.some((other) => other[one] !== null && paper[one] !== null && other[one] !== paper[one]),
    )
    if (!name) return []
    const detail =
      name === 'year'
        ? 'This document stands for another year already. Upload that of each year by itself.'
        : 'This document bears another day already. Give the one that it bears.'
    return { pointer: `/documents/${at}/${name}`, code: 'conflicting', detail }
  })
}
