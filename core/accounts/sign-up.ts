import type { z } from 'zod'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import type { Auth } from './auth-library.ts'
import { signUpMetadata } from './auth-library.ts'
import type { signUpSchema } from './schemas.ts'

/**
 * Opens an account and mails the confirmation link. Answers the same for a known and an unknown address, so nobody
 * can ask who has an account; the owner of a known address simply gets no second account.
 */
export async function signUpAccount({
  auth,
  input,
  headers,
}: {
  ctx: Ctx
  auth: Auth
  input: z.output<typeof signUpSchema>
  headers: Headers
}): Promise<{ success: true }> {
  const metadata = {
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
          email: input.email.toLowerCase(),
          password: input.password,
          name: `${input.firstName} ${input.lastName}`,
          callbackURL: '/',
        },
        headers,
      }),
    )
  } catch (error) {
    const code = (error as { body?: { code?: string } }).body?.code
    if (code?.startsWith('USER_ALREADY_EXISTS')) return { success: true }
    if (code === 'TOO_MANY_REQUESTS') throw new AppError('rate_limited', 'Too many attempts. Please wait a minute.')
    throw error
  }
  return { success: true }
}
