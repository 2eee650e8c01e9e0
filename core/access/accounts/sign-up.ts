import type { z } from 'zod'
import { AppError } from '#core/kernel/errors.ts'
import { alreadySignedUpMail } from '#core/kernel/mails/account-mails.ts'
import { queueMails } from '#core/kernel/mails/queue.ts'
import { authAddress, findByEmail } from '#core/kernel/people.ts'
import { account, user } from '#db/schema.ts'
import { CONFIRMED_PATH, signUpMetadata } from './auth-library.ts'
import { evenTime } from './even-time.ts'
import { markOfSignUp } from './own-sign-up.ts'
import type { SessionCall } from './own-user.ts'
import { refuseBreached } from './refuse-breached.ts'
import type { signUpSchema } from './schemas.ts'
import { createUserRows } from './user-rows.ts'

/**
 * Opens an account and mails the confirmation link. Answers the same for a known and an unknown address, after the same work, so
 * nobody can ask who has an account; the owner of a known address gets a mail instead of a second account. The browser gets a mark
 * by which it is known when it opens that link. Throws `validation_failed` for a password known from a breach.
 */
export async function signUpAccount(call: SignUp): Promise<{ success: true; cookies: string[] }> {
  await refuseBreached(call.input.password)
  await evenTime(EVEN_MS, () => open(call))
  return { success: true, cookies: [markOfSignUp(call.ctx.services, authAddress(call.ctx.services, call.input.email))] }
}

/** Longer than opening an account takes on a machine at rest; under load the equal work is what tells nothing. */
const EVEN_MS = 350

type SignUp = SessionCall & { input: z.output<typeof signUpSchema> }

async function open(call: SignUp): Promise<void> {
  const { ctx, auth, input, headers } = call
  const email = input.email.toLowerCase()
  if (await findByEmail(ctx.db, ctx.services, email)) return answerKnown(call, email)
  try {
    await signUpMetadata.run({ email, ...metadataOf(input) }, () =>
      auth.api.signUpEmail({
        body: {
          email: authAddress(ctx.services, email),
          password: input.password,
          name: '',
          callbackURL: input.join ? `/join/${input.join}` : CONFIRMED_PATH,
        },
        headers,
      }),
    )
  } catch (error) {
    const code = (error as { body?: { code?: string } }).body?.code
    if (code?.startsWith('USER_ALREADY_EXISTS')) return
    if (code === 'TOO_MANY_REQUESTS') throw new AppError('rate_limited', 'Too many attempts. Please wait a minute.')
    ctx.services.log.error({ error: (error as Error).message }, 'account not created')
    throw new AppError('internal_error', 'Failed to create user')
  }
}

const metadataOf = (input: SignUp['input']) => ({
  first_name: input.firstName,
  last_name: input.lastName,
  phone: input.phone,
  company_name: input.companyName,
  solutions_interest: input.solutionsInterest,
  country: input.country,
  city: input.city,
  state: input.state,
  address: input.address,
  postal_code: input.postalCode,
})

/** Ends a transaction whose rows nobody is to see. */
class Undone extends Error {}

/**
 * Does for a known address what is done for a new one, the hash and the rows of an account, and takes it back: so the time tells
 * nothing, under load either. Then the owner gets a mail.
 */
async function answerKnown({ ctx, auth, input }: SignUp, email: string): Promise<void> {
  const { services } = ctx
  const { password: hasher } = await auth.$context
  const password = await hasher.hash(input.password)
  const authId = crypto.randomUUID()
  const decoy = `${authId}@accounts.invalid`
  const metadata = metadataOf(input)
  const { first_name, last_name } = metadata
  // no audit: nothing of it stays.
  await ctx.db
    .transaction(async (tx) => {
      await tx.insert(user).values({ id: authId, name: '', email: decoy })
      await tx.insert(account).values({ id: crypto.randomUUID(), accountId: authId, providerId: 'credential', userId: authId, password })
      const within = { ...services, connection: { ...services.connection, db: tx as unknown as typeof ctx.db } }
      await createUserRows(within, { authId, email: decoy, first_name, last_name, metadata })
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  await queueMails(ctx.db, services, [alreadySignedUpMail({ to: email, publicUrl: services.config.publicUrl })])
  services.wake('mail')
}
