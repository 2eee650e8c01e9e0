import { AppError } from '#core/kernel/errors.ts'
import { parseInput } from '#core/kernel/parse-input.ts'
import { authAddress, findByEmail } from '#core/kernel/people.ts'
import type { Role } from '#core/kernel/permissions.ts'
import type { Services } from '#core/kernel/services.ts'
import { account, user } from '#db/schema.ts'
import type { Auth } from './auth-library.ts'
import { refuseBreached } from './refuse-breached.ts'
import { signUpSchema } from './schemas.ts'
import { createUserRows } from './user-rows.ts'

/**
 * Makes an account with a confirmed address, for the operator's tool and the demo. The rules of sign-up hold. Throws
 * `validation_failed` for an address or a password that breaks them, and `already_exists`.
 */
export async function createAccount(
  services: Services,
  auth: Auth,
  input: { email: string; password: string; firstName?: string; lastName?: string; organization?: string; role: Role; verified?: boolean },
): Promise<string> {
  const { password: chosen, ...given } = parseInput(signUpSchema.pick({ email: true, password: true }), {
    email: input.email,
    password: input.password,
  })
  // Trying the product out on one's own machine takes no guarded secret.
  if (services.config.production) await refuseBreached(chosen)
  const email = given.email.toLowerCase()
  const { db } = services.connection
  if (await findByEmail(db, services, email)) throw new AppError('already_exists', `There is already an account for ${email}.`)
  const context = await auth.$context
  const password = await context.password.hash(chosen)
  const authId = crypto.randomUUID()
  const [local = email] = email.split('@')
  const firstName = input.firstName ?? local
  const lastName = input.lastName ?? 'User'
  // no audit: createUserRows, right after, audits the new account.
  await db.transaction(async (tx) => {
    await tx.insert(user).values({ id: authId, name: '', email: authAddress(services, email), emailVerified: true })
    await tx.insert(account).values({ id: crypto.randomUUID(), accountId: authId, providerId: 'credential', userId: authId, password })
  })
  return createUserRows(services, {
    authId,
    email,
    first_name: firstName,
    last_name: lastName,
    organization: input.organization,
    role: input.role,
    verified: input.verified ?? false,
  })
}
