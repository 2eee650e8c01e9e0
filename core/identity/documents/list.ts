import { and, desc, eq, getTableColumns, ne } from 'drizzle-orm'
import { definePageVerb } from '#core/record/verb.ts'
import type { Queryable } from '#db/connect.ts'
import { documents } from '#db/schema.ts'
import { type Owner, owner, requireOwner } from './owner.ts'
import { type DocumentView, presentDocuments } from './present.ts'

const { content_sealed: _, ...withoutContent } = getTableColumns(documents)

/** The documents of an owner, newest first, without their content. */
export async function documentsOf(db: Queryable, owner: Owner) {
  return db
    .select(withoutContent)
    .from(documents)
    .where(and(eq(documents.owner_type, owner.owner_type), eq(documents.owner_id, owner.owner_id), ne(documents.status, 'removed')))
    .orderBy(desc(documents.created_at), desc(documents.id))
}

/** The documents the caller may see of an owner. */
export const listDocuments = definePageVerb({
  name: 'documents.list',
  permission: 'account.read',
  input: owner,
  run: async ({ ctx, input }): Promise<{ data: DocumentView[] }> => {
    await requireOwner(ctx, input, 'read')
    return { data: await presentDocuments(ctx, await documentsOf(ctx.db, input)) }
  },
})
