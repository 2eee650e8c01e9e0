import { and, count, eq, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { requireAmount } from '#core/access/budgets/amounts.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField } from '#core/kernel/errors.ts'
import { newId } from '#core/kernel/ids.ts'
import { sealValue } from '#core/kernel/sealed.ts'
import { untrusted } from '#core/kernel/untrusted/reader.ts'
import { DOCUMENT_TYPES } from '#core/kernel/untrusted/sniff.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { sealFile } from '#credentials/seal.ts'
import type { Tx } from '#db/connect.ts'
import { documents } from '#db/schema.ts'
import { PICTURES } from './kinds.ts'
import { owner, requireOwner } from './owner.ts'
import { type DocumentView, fileNameContext, presentDocument } from './present.ts'
import { findMalware } from './scan.ts'

export const MAX_DOCUMENT_BYTES = 10 * 1024 * 1024
const MAX_PER_OWNER = 50

/** The kinds a document can have, by what it belongs to. */
const OF_PEOPLE = [
  'passport',
  'id_card',
  'drivers_license',
  'proof_of_address',
  'accreditation_letter',
  'income',
  'income_before',
  'income_expectation',
  'spouse_income',
  'spouse_income_before',
  'net_worth',
  'credit_report',
  'liabilities',
  'license',
  'other',
] as const
export const DOCUMENT_KINDS = {
  user: OF_PEOPLE,
  investor: [...OF_PEOPLE, 'register_extract', 'articles', 'ownership_chart'],
  offering: ['memorandum', 'subscription_agreement', 'financial_statements', 'form_d', 'offering_circular', 'other'],
  identity_session: PICTURES,
} as const

const uploadInput = owner.extend({
  kind: z.string(),
  file_name: z.string(),
  bytes: z.custom<Uint8Array>((bytes) => bytes instanceof Uint8Array),
})
export type UploadInput = z.input<typeof uploadInput>

/**
 * Keeps a document, sealed with the data key of its owner. The type is read from the bytes. The same file sent twice is kept
 * once. Throws `validation_failed` for an empty, too large, unknown, active or unreadable file and for malware, `not_ready` while the operator's
 * antivirus gives no answer, and `conflict` past 50 documents.
 */
export const uploadDocument = definePageVerb({
  name: 'documents.upload',
  permission: 'account.write',
  input: uploadInput,
  run: async ({ ctx, input }): Promise<DocumentView> => takeDocument(ctx, input),
})

/** The work of it, for every door. */
export async function takeDocument(ctx: Ctx, input: UploadInput): Promise<DocumentView> {
  const { subjectKeyId } = await requireOwner(ctx, input, 'write')
  return takeAdmitted(ctx, input, async () => subjectKeyId)
}

/**
 * The same of whoever was let in already. `keyOf` says within the transaction which data key seals it, and what else has to be so; `kept`
 * does there what follows.
 */
export async function takeAdmitted(
  ctx: Ctx,
  input: UploadInput,
  keyOf: (tx: Tx) => Promise<string>,
  kept: (tx: Tx, id: string) => Promise<void> = async () => {},
): Promise<DocumentView> {
  if (!(DOCUMENT_KINDS[input.owner_type] as readonly string[]).includes(input.kind))
    throw invalidField('/kind', 'invalid_enum', 'Choose what kind of document this is.')
  const checked = await checkBytes(input.bytes)
  if (
    await findMalware(
      ctx.services,
      input.bytes,
      'Files cannot be checked for malware right now. Nothing was kept: send it again in a few minutes.',
    )
  )
    throw invalidField('/file', 'malware', 'This file holds malware, says the antivirus. Scan your device, and send another file.')
  // no event: documents are between their owner and who reviews them; what follows from one is announced.
  return write(ctx, async (tx) => {
    const { row, fresh } = await keepDocument(tx, ctx, { ...input, ...checked, subjectKeyId: await keyOf(tx) })
    await kept(tx, row.id)
    return {
      result: await presentDocument({ db: tx, services: ctx.services }, row),
      audit: {
        action: 'document_uploaded',
        category: 'user',
        subject: { type: 'document', id: row.id },
        details: { owner_type: input.owner_type, owner_id: input.owner_id, kind: input.kind, sha256: row.sha256, repeated: !fresh },
      },
    }
  })
}

async function checkBytes(bytes: Uint8Array) {
  if (!bytes.byteLength) throw invalidField('/file', 'required', 'The file is empty. Choose another one.')
  if (bytes.byteLength > MAX_DOCUMENT_BYTES)
    throw invalidField('/file', 'too_large', 'The file is larger than 10 MB. Make it smaller first.')
  const { type, active, vast, sha256 } = await untrusted.document(bytes)
  if (!type) throw invalidField('/file', 'invalid_type', 'This is not a PDF, PNG or JPEG file.')
  if (active)
    throw invalidField('/file', 'active_content', 'This file contains scripts or other files. Print it to a new PDF and send that.')
  if (vast) throw invalidField('/file', 'too_large', 'This picture has more than 100 megapixels. Make it smaller first.')
  return { type, sha256 }
}

async function keepDocument(
  tx: Tx,
  ctx: Ctx,
  d: UploadInput & { type: keyof typeof DOCUMENT_TYPES; sha256: string; subjectKeyId: string },
): Promise<{ row: typeof documents.$inferSelect; fresh: boolean }> {
  const own = and(eq(documents.owner_type, d.owner_type), eq(documents.owner_id, d.owner_id), ne(documents.status, 'removed'))
  // Uploads of one owner wait for each other: the same file is kept once, and none is kept beyond the number.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`documents:${d.owner_id}`}, 0))`)
  const [known] = await tx
    .select()
    .from(documents)
    .where(and(own, eq(documents.sha256, d.sha256), eq(documents.kind, d.kind)))
    .limit(1)
  if (known) return { row: known, fresh: false }
  const [total] = await tx.select({ n: count() }).from(documents).where(own)
  if (total!.n >= MAX_PER_OWNER) throw new AppError('conflict', `At most ${MAX_PER_OWNER} documents can be kept. Remove one first.`)
  await requireAmount(tx, ctx, 'stored-bytes', d.bytes.byteLength)
  const id = newId('document')
  const key = await ctx.services.keyring.ensure(tx, ctx, d.subjectKeyId)
  const [row] = await tx
    .insert(documents)
    .values({
      id,
      organization_id: ctx.organizationId,
      environment: ctx.environment,
      owner_type: d.owner_type,
      owner_id: d.owner_id,
      kind: d.kind,
      file_name: await sealValue(tx, ctx.services, d.subjectKeyId, fileNameContext(id), safeName(d.file_name, DOCUMENT_TYPES[d.type]), ctx),
      media_type: d.type,
      size: d.bytes.byteLength,
      sha256: d.sha256,
      subject_key_id: d.subjectKeyId,
      content_sealed: await sealFile(key, `documents.content:${id}`, d.bytes),
      status: 'uploaded',
    })
    .returning()
  return { row: row!, fresh: true }
}

/** A name that is only a name: no folders, no control characters, and the ending its content has. */
function safeName(given: string, ending: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
  const bare = (given.split(/[\\/]/).at(-1) ?? '').replace(/[\u0000-\u001f\u007f"<>|:*?\u202a-\u202e\u2066-\u2069]/g, '').trim()
  const stem = bare.replace(/\.[a-z0-9]{1,8}$/i, '').slice(0, 120) || 'document'
  return `${stem}.${ending}`
}
