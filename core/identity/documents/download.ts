import { and, eq, ne } from 'drizzle-orm'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { Erased } from '#core/kernel/keys/keyring.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { openFile } from '#credentials/seal.ts'
import { documents } from '#db/schema.ts'
import { type Owner, requireOwner } from './owner.ts'
import { fileNameOf } from './present.ts'
import { findMalware } from './scan.ts'

/**
 * A document's content, opened. Each reading is an entry of the log. The antivirus looks again, as it has learned since. Throws `not_found`
 * for what the caller may not read and for what was erased, `conflict` for malware, `not_ready` while the antivirus gives no answer.
 */
export const downloadDocument = definePageVerb({
  name: 'documents.download',
  permission: 'account.read',
  input: byId(),
  run: async ({ ctx, input }): Promise<{ bytes: Buffer; headers: Record<string, string> }> => {
    const [row] = await ctx.db
      .select()
      .from(documents)
      .where(and(eq(documents.id, input.id), ne(documents.status, 'removed')))
      .limit(1)
    if (!row) throw notFound()
    await requireOwner(ctx, { owner_type: row.owner_type as Owner['owner_type'], owner_id: row.owner_id }, 'read')
    const key = await ctx.services.keyring.read(ctx.db, row.subject_key_id).catch((error) => {
      throw error instanceof Erased ? notFound() : error
    })
    const bytes = await openFile(key, `documents.content:${row.id}`, row.content_sealed)
    if (await findMalware(ctx.services, bytes, 'Files cannot be checked for malware right now. Open the document again in a few minutes.'))
      throw new AppError('conflict', 'This document holds malware, says the antivirus, so nobody can open it. Ask for another file.')
    const name = await fileNameOf(ctx, row)
    // no event: reading changes nothing; the log keeps who read it.
    return write(ctx, async () => ({
      result: { bytes, headers: attachment(name, row.media_type, bytes.byteLength) },
      audit: {
        action: 'document_read',
        category: 'user',
        subject: { type: 'document', id: row.id },
        details: { owner_type: row.owner_type, owner_id: row.owner_id, kind: row.kind },
      },
    }))
  },
})

/** Handed over as a file, never shown as a page: what is inside cannot act in the product's name. */
function attachment(name: string, type: string, size: number): Record<string, string> {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return {
    'content-type': type,
    'content-length': String(size),
    'content-disposition': `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  }
}
