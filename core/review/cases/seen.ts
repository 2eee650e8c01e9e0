import type { DocumentShown } from '#core/identity/reviews/data.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { tenantKeyId } from '#core/kernel/keys/keyring.ts'
import { openOrNull, type Sealed, sealValue } from '#core/kernel/sealed.ts'
import type { CaseRow } from '#core/record/cases/steps.ts'
import type { FormRead } from '#core/securities/investors/accreditation/forms-read.ts'
import type { RegisterLookUp } from '#core/securities/investors/accreditation/looked-up.ts'
import type { Queryable } from '#db/connect.ts'
import { accreditationFiles, identitySessions, investors, persons } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import { canonical, type Json } from '#engine/canonical.ts'

/** What a reviewer read or looked up, in their own words. */
export interface Seen {
  document?: DocumentShown | undefined
  looked_up?: RegisterLookUp | undefined
  tax_forms?: FormRead[] | undefined
}

const context = (id: string) => `cases.seen:${id}`

/** Keyed hash of what was seen, as it stands in the log: nobody reads or guesses it from there. Undefined where nothing was. */
export function seenHash(ctx: Pick<Ctx, 'services'>, { document, looked_up, tax_forms }: Seen): string | undefined {
  const seen = { ...(document && { document }), ...(looked_up && { looked_up }), ...(tax_forms && { tax_forms }) }
  return Object.keys(seen).length ? ctx.services.keyring.mac('case-seen', canonical(seen as unknown as Json)) : undefined
}

/** Seals what the first of two people saw until the second one says what they did, under the key of whom the case is about. */
export async function sealSeen(db: Queryable, ctx: Ctx, row: CaseRow, { document, looked_up }: Seen): Promise<object> {
  if (!document && !looked_up) return {}
  const key = await keyOf(db, ctx, row)
  return { seen: await sealValue(db, ctx.services, key, context(row.id), { document, looked_up }, ctx) }
}

/** What the first of two people saw; nothing where whom it is about was erased. */
export const openSeen = async (db: Queryable, ctx: Pick<Ctx, 'services'>, row: CaseRow): Promise<Seen> =>
  (await openOrNull(db, ctx.services, context(row.id), (row.details.seen as Sealed<Seen> | undefined) ?? null)) ?? {}

async function keyOf(db: Queryable, ctx: Ctx, row: CaseRow): Promise<string> {
  if (row.subject_type === 'accreditation_file')
    return (await findScoped(db, accreditationFiles, ctx, row.subject_id))?.subject_key_id ?? tenantKeyId(ctx)
  if (row.subject_type === 'identity_session')
    return (await findScoped(db, identitySessions, ctx, row.subject_id))?.subject_key_id ?? tenantKeyId(ctx)
  const investor = row.subject_type === 'investor' ? await findScoped(db, investors, ctx, row.subject_id) : null
  const person = investor && (await findScoped(db, persons, ctx, investor.person_id))
  return person?.subject_key_id ?? tenantKeyId(ctx)
}

/** What a document shows, as both of two people read it. Throws `conflict` where they read another thing. */
export function readByBoth(now: DocumentShown | undefined, before: DocumentShown | undefined): DocumentShown | undefined {
  if (canonical((now ?? null) as Json) === canonical((before ?? null) as Json)) return now
  throw new AppError(
    'conflict',
    'The first of you read something else on the document. Look again; if it stays so, refuse it or send it back.',
  )
}
