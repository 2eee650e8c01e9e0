import { createHash } from 'node:crypto'
import { z } from 'zod'
import { listOf } from '#core/kernel/answers.ts'
import { AppError } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { decodeCursor, pageOf, pageQuery } from '#core/kernel/pagination.ts'
import { answering, bindUpload } from '#core/record/transaction.ts'
import { receiveUpload } from '#core/record/upload.ts'
import { defineVerb } from '#core/record/verb.ts'
import { documentsOf } from './list.ts'
import { requireOwner } from './owner.ts'
import { type DocumentView, presentDocuments } from './present.ts'
import { DOCUMENT_KINDS, MAX_DOCUMENT_BYTES, takeDocument } from './upload.ts'

const documentShape = z
  .object({
    id: z.string(),
    object: z.literal('document'),
    investor_id: z.string(),
    kind: z.string(),
    file_name: z.string(),
    media_type: z.string(),
    size: z.number().int(),
    sha256: z.string(),
    status: z.string().meta({ description: '`uploaded`, `accepted` or `refused`' }),
    created_at: z.string(),
  })
  .meta({ title: 'InvestorDocument' })

const shown = ({ owner_type: _, owner_id, ...document }: DocumentView) => ({
  ...document,
  object: 'document' as const,
  investor_id: owner_id,
})

/**
 * Keeps a document of an investor, sealed with the key of whom it is about: PDF, PNG or JPEG, at most 10 MB. Throws `not_found`,
 * `body_too_large`, and what an upload of a page does.
 */
export const uploadInvestorDocument = defineVerb({
  name: 'investors.documents.upload',
  permission: 'investors.write',
  input: byId('Investor id, inv_…').extend({
    kind: z.enum(DOCUMENT_KINDS.investor).default('other').meta({ description: 'What it is' }),
    file_name: z.string().trim().min(1).max(200).default('document').meta({ description: 'A name of yours for the file. Kept sealed' }),
  }),
  output: documentShape.extend({ success: z.literal(true) }),
  run: async ({ ctx, input: { id, ...input }, upload }) => {
    if (!upload) throw new AppError('unsupported_media_type', 'Send the file itself.')
    await requireOwner(ctx, { owner_type: 'investor', owner_id: id }, 'write')
    const bytes = await receiveUpload(upload, MAX_DOCUMENT_BYTES, 'The file is larger than 10 MB. Make it smaller first.')
    bindUpload(ctx, createHash('sha256').update(bytes).digest('hex'), { id, ...input })
    // no event: what follows from a document is announced.
    const answer = (view: DocumentView) => ({ success: true as const, ...shown(view) })
    const kept = answering(ctx, (_, view: DocumentView) => answer(view))
    return answer(await takeDocument(kept, { ...input, owner_type: 'investor', owner_id: id, bytes }))
  },
})

/** The documents kept of an investor, newest first, without their content. Throws `not_found`. */
export const listInvestorDocuments = defineVerb({
  name: 'investors.documents.list',
  permission: 'investors.read',
  input: byId('Investor id, inv_…').extend(pageQuery),
  output: listOf(documentShape),
  run: async ({ ctx, input }) => {
    const owner = { owner_type: 'investor', owner_id: input.id } as const
    await requireOwner(ctx, owner, 'read')
    // Few are kept of one investor: they are read whole, and cut here.
    const rows = await documentsOf(ctx.db, owner)
    const after = decodeCursor(ctx, 'investor_documents', input.cursor)
    const from = after ? rows.findIndex((row) => row.id === after[0]) + 1 : 0
    const page = pageOf(
      ctx,
      'investor_documents',
      rows.slice(from, from + input.limit + 1),
      input.limit,
      (row) => row,
      (row) => [row.id],
    )
    return { success: true as const, ...page, data: (await presentDocuments(ctx, page.data)).map(shown) }
  },
})
