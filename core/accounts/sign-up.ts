import type { z } from 'zod'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { alreadySignedUpMail } from '../mails/account-mails.ts'
import { queueMails } from '../mails/queue.ts'
import type { Auth } from './auth-library.ts'
import { CONFIRMED_PATH, signUpMetadata } from './auth-library.ts'
import { evenTime } from './even-time.ts'
import { authAddress, findByEmail } from './people.ts'
import { refuseBreached } from './refuse-breached.ts'
import type { signUpSchema } from './schemas.ts'

/**
 * Opens an account and mails the confirmation link. Answers the same for a known and an unknown address, so nobody
 * can ask who has an account; the owner of a known address gets a mail instead of a second account. Throws
 * `validation_failed` for a password known from a breach.
 */
export async function signUpAccount(call: SignUp): Promise<{ success: true }> {
  await refuseBreached(call.input.password)
  return evenTime(EVEN_MS, () => open(call))
}

/** Longer than opening an account takes, so that its end tells nothing. */
const EVEN_MS = 350

interface SignUp {
  ctx: Ctx
  auth: Auth
  input: z.output<typeof signUpSchema>
  headers: Headers
}

async function open({ ctx, auth, input, headers }: SignUp): Promise<{ success: true }> {
  const email = input.email.toLowerCase()
  if (await findByEmail(ctx.db, ctx.services, email)) {
    const mail = alreadySignedUpMail({ to: email, publicUrl: ctx.services.config.publicUrl })
    await queueMails(ctx.db, ctx.services, [mail])
    ctx.services.wake('mail')
    return { success: true }
  }
  const metadata = {
    email,
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
  }
  try {
    await signUpMetadata.run(metadata, () =>
      auth.api.signUpEmail({
        body: {
          email: authAddress(ctx.services, email),
          password: input.password,
          name: '',
          callbackURL: CONFIRMED_PATH,
        },
        headers,
      }),
    )
  } catch (error) {
    const code = (error as { body?: { code?: string } }).body?.code
    if (code?.startsWith('USER_ALREADY_EXISTS')) return { success: true }
    if (code === 'TOO_MANY_REQUESTS') throw new AppError('rate_limited', 'Too many attempts. Please wait a minute.')
    ctx.services.log.error({ error: (error as Error).message }, 'account not created')
    throw new AppError('internal_error', 'Failed to create user')
  }
  return { success: true }
}
