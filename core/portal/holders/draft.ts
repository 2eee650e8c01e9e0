import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { userKeyId } from '#core/identity/documents/owner.ts'
import { statusRow } from '#core/identity/persons/own-investor.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { Erased } from '#core/kernel/keys/keyring.ts'
import type { Queryable } from '#db/connect.ts'
import { verificationStatus } from '#db/schema.ts'
import { accreditationSchema, identitySchema } from './schemas.ts'

/** What was typed so far, valid or not. */
export interface Draft {
  identity: Record<string, string>
  accreditation: Record<string, string>
}

const fields = (schema: z.ZodObject) => Object.keys(schema.shape)
const KNOWN = { identity: fields(identitySchema), accreditation: fields(accreditationSchema as unknown as z.ZodObject) }
const context = (userId: string) => `verification_status.draft:${userId}`

/** The draft of a person's verification, opened. */
export async function readDraft(db: Queryable, ctx: Ctx): Promise<Draft> {
  const { details } = await statusRow(db, ctx.actor.id)
  const empty: Draft = { identity: {}, accreditation: {} }
  if (typeof details.draft !== 'string') return empty
  const { keyring } = ctx.services
  try {
    const stored = await keyring.open<Draft>(db, userKeyId(ctx.actor.id), context(ctx.actor.id), Buffer.from(details.draft, 'base64'))
    return { ...empty, ...stored }
  } catch (error) {
    if (error instanceof Erased) return empty
    throw error
  }
}

/** Keeps what was typed in one step, sealed with the person's key. Unknown fields are dropped, long ones cut. */
export async function keepDraft(db: Queryable, ctx: Ctx, step: keyof Draft, values: Record<string, unknown>): Promise<Draft> {
  const draft = await readDraft(db, ctx)
  const typed = Object.fromEntries(
    KNOWN[step].flatMap((field) => (typeof values[field] === 'string' ? [[field, (values[field] as string).slice(0, 500)]] : [])),
  )
  const next: Draft = { ...draft, [step]: step === 'identity' ? { ...draft.identity, ...typed } : typed }
  const sealed = await ctx.services.keyring.seal(db, ctx, userKeyId(ctx.actor.id), context(ctx.actor.id), next)
  const { details } = await statusRow(db, ctx.actor.id)
  await db
    .update(verificationStatus)
    .set({ details: { ...details, draft: sealed.toString('base64') } })
    .where(eq(verificationStatus.user_id, ctx.actor.id))
  return next
}
