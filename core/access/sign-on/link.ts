import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '#core/kernel/errors.ts'
import { emailHash } from '#core/kernel/people.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { organizations, users } from '#db/schema.ts'
import { readOnce, takeOnce } from '../accounts/one-time.ts'
import { LINK, signOnOfAddress, type WaitingLink } from '../accounts/sign-on-of.ts'
import { requireStepUp } from '../accounts/step-up.ts'
import { chooseWithin } from '../members/work-in.ts'
import { noteRefusedSignOn } from './begin.ts'
import { joinBySignOn } from './finish.ts'
import { SIGN_ON_REFUSALS, SignOnRefused } from './refusals.ts'

/** What the page of a sign-on shows. */
export interface SignOnPage {
  /** Why the last one was refused. */
  refused: string | null
  /** Whether addresses like the one given lead to a sign-on; null where none was given. */
  leads: boolean | null
}

/** Whether an address leads to a sign-on, and why one was refused, for anybody. */
export const readSignOnPage = definePageVerb({
  name: 'sign_on.read_page',
  permission: null,
  input: z.strictObject({ email: z.string().max(255).optional(), refused: z.string().max(60).optional() }),
  run: async ({ ctx, input }): Promise<SignOnPage> => ({
    refused: Object.hasOwn(SIGN_ON_REFUSALS, input.refused ?? '') ? SIGN_ON_REFUSALS[input.refused as 'no_sign_on'] : null,
    leads: input.email ? (await signOnOfAddress(ctx.db, input.email)) !== null : null,
  }),
})

const link = z.strictObject({ token: z.string().min(1).max(100) })
const gone = () => new AppError('link_invalid', 'This link is not valid any more. Sign in with your organisation again.')

/** What waits for the owner of an account: whose sign-on is to be joined to it, and whether they are the one. */
export const readSignOnLink = definePageVerb({
  name: 'sign_on.read_link',
  permission: 'account.keep',
  input: link,
  run: async ({ ctx, input }): Promise<{ organization: string; yours: boolean } | null> => {
    const waiting = await readOnce<WaitingLink>(ctx, LINK, input.token)
    if (!waiting || ctx.actor.type !== 'user') return null
    const [organization] = await ctx.db.select().from(organizations).where(eq(organizations.id, waiting.organizationId)).limit(1)
    return { organization: organization?.name ?? 'An organisation', yours: emailHash(ctx.services, ctx.actor.email) === waiting.emailHash }
  },
})

/**
 * Joins the sign-on of an organisation to the signed-in person's own account, which they have just proven, and makes them a member there,
 * or says that they wait for its second person.
 * Throws `link_invalid`, `forbidden` for another account's and for whom the organisation does not let in any more, and `step_up_required`.
 */
export const acceptSignOnLink = definePageVerb({
  name: 'sign_on.accept_link',
  permission: 'account.write',
  input: link,
  run: async ({ ctx, input }): Promise<{ organization_id: string; waits: string | null }> => {
    const { actor } = ctx
    if (actor.type !== 'user' || actor.byKey) throw new AppError('forbidden', 'A person does this, signed in.')
    requireStepUp(ctx, { own: true })
    const seen = await readOnce<WaitingLink>(ctx, LINK, input.token)
    if (!seen) throw gone()
    if (emailHash(ctx.services, actor.email) !== seen.emailHash)
      throw new AppError('forbidden', 'Your organisation vouched for another address. Sign in to the account of that one.')
    const waiting = await takeOnce<WaitingLink>(ctx, LINK, input.token)
    const [person] = await ctx.db.select({ authId: users.auth_id }).from(users).where(eq(users.id, actor.id)).limit(1)
    if (!waiting || !person) throw gone()
    try {
      await joinBySignOn(ctx, { ...waiting, authId: person.authId, email: actor.email })
      await chooseWithin(ctx.db, actor, waiting.organizationId)
    } catch (error) {
      if (!(error instanceof SignOnRefused)) throw error
      await noteRefusedSignOn(ctx, waiting.organizationId, error)
      if (error.why === 'awaiting_second') return { organization_id: waiting.organizationId, waits: error.message }
      throw new AppError('forbidden', error.message)
    }
    return { organization_id: waiting.organizationId, waits: null }
  },
})
