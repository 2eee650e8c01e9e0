import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { createAuthMiddleware } from 'better-auth/api'
import { eq } from 'drizzle-orm'
import { composeMail, type Mail } from '#core/kernel/mails/mail.ts'
import { queueMails } from '#core/kernel/mails/queue.ts'
import { addressesOf } from '#core/kernel/people.ts'
import type { Services } from '#core/kernel/services.ts'
import { account, rateLimit, session, user, users, verification } from '#db/schema.ts'
import { withFreshSignatures } from './former-cookies.ts'
import { sessionOpener } from './session-opener.ts'
import { createUserRows, type SignUpMetadata } from './user-rows.ts'

/** What a sign-up form said beyond e-mail and password, for the hook that makes the product's own rows. */
export const signUpMetadata = new AsyncLocalStorage<SignUpMetadata & { email: string }>()

/** Where the link of the confirmation mail ends: the site's root, which then says that it worked. */
export const CONFIRMED_PATH = '/?confirmed=email'

/** Beginning of every stored link of a reset mail. */
export const RESET_LINK = 'reset-link:'

/** Under what the link of a reset mail is stored; `asked` is the library's word for it, with the token. */
const resetLinkOf = (asked: string) => RESET_LINK + createHash('sha256').update(asked).digest('base64url')
export const resetLinkOfToken = (token: string) => resetLinkOf(`reset-password:${token}`)

/** What a session of ours has besides what the library gives it. */
const SESSION_FIELDS = {
  secondFactorAt: { type: 'date', required: false, input: false },
  confirmedAt: { type: 'date', required: false, input: false },
  lastUsedAt: { type: 'date', required: false, input: false },
  method: { type: 'string', required: false, input: false },
  activeOrganizationId: { type: 'string', required: false, input: false },
  signOnOrganizationId: { type: 'string', required: false, input: false },
  signOnSessionHash: { type: 'string', required: false, input: false },
  signOnName: { type: 'string', required: false, input: false },
} as const

/** The auth library, bound to the product's tables, mails and users. */
export function createAuth(services: Services, options: { secret: string; rateLimit: boolean }) {
  const { config, connection } = services
  const https = config.publicUrl.startsWith('https:')
  const queue = async (mail: Mail) => {
    await queueMails(connection.db, services, [mail])
    services.wake('mail')
  }
  // The library knows a hash in the place of an address; at sign-up the account's own row may not be there yet.
  const addressOf = async (authId: string): Promise<string> => {
    const given = signUpMetadata.getStore()?.email
    if (given) return given
    const [known] = await addressesOf(connection.db, services, eq(users.auth_id, authId))
    if (!known) throw new Error('a mail to an account without an address')
    return known.email
  }
  const auth = betterAuth({
    appName: 'Sealwright',
    baseURL: config.publicUrl,
    basePath: '/api/auth',
    secret: options.secret,
    trustedOrigins: [config.publicUrl],
    telemetry: { enabled: false },
    logger: {
      disabled: false,
      level: 'error',
      log: (level, message) => services.log[level === 'error' ? 'error' : 'debug']({ source: 'auth' }, message),
    },
    database: drizzleAdapter(connection.db as never, {
      provider: 'pg',
      schema: { user, session, account, verification, rateLimit },
      transaction: true,
    }),
    advanced: {
      // The library itself knows only __Secure-.
      cookiePrefix: `${https ? '__Host-' : ''}sealwright`,
      useSecureCookies: false,
      defaultCookieAttributes: { sameSite: 'lax', httpOnly: true, secure: https },
      database: { generateId: () => crypto.randomUUID() },
      ipAddress: { disableIpTracking: true },
    },
    session: {
      expiresIn: 60 * 60 * 24 * 30,
      updateAge: 60 * 60 * 24,
      additionalFields: SESSION_FIELDS,
    },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user: who, url }) =>
        queue(
          composeMail({
            to: await addressOf(who.id),
            subject: 'Reset your Sealwright password',
            heading: 'Reset your password',
            paragraphs: [
              'Somebody, most likely you, asked to reset the password of this account. The link works once and for one hour.',
              'If it was not you, nothing needs to be done: the password stays as it is.',
            ],
            button: { label: 'Choose a new password', url },
          }),
        ),
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: true,
      autoSignInAfterVerification: true,
      sendVerificationEmail: async ({ user: who, url }) =>
        queue(
          composeMail({
            to: await addressOf(who.id),
            subject: 'Confirm your e-mail address',
            heading: 'Confirm your e-mail address',
            paragraphs: [
              'The link confirms that this address is yours and works once, for one hour. Open it in the browser you signed up with and you are signed in; in another you choose your password first.',
              'If you did not open an account, do not click: without it the account stays closed.',
            ],
            button: { label: 'Confirm this address', url },
          }),
        ),
    },
    rateLimit: {
      enabled: options.rateLimit,
      storage: 'database',
      window: 60,
      max: 100,
      customRules: { '/sign-in/email': { window: 10, max: 10 }, '/get-session': false },
    },
    // Whoever reads the table gets no link out of it. What is stored never begins as what is asked for does.
    verification: {
      storeIdentifier: { default: 'plain', overrides: { 'reset-password:': { hash: async (asked) => resetLinkOf(asked) } } },
    },
    databaseHooks: {
      user: {
        create: {
          after: async (created) => {
            // Accounts are opened by our own verbs alone: nobody else says who they are.
            const given = signUpMetadata.getStore()
            if (!given) throw new Error('an account without a person')
            const { email, ...metadata } = given
            const { first_name, last_name } = metadata
            await createUserRows(services, { authId: created.id, email, first_name, last_name, metadata })
          },
        },
      },
    },
    // The second factor and passkeys are our own verbs: one lockout over all of them, no code twice, every act audited.
    plugins: [sessionOpener],
    hooks: {
      before: createAuthMiddleware(async (c) => {
        const cookie = withFreshSignatures(services.keyring, c.headers?.get('cookie') ?? null)
        return cookie ? { context: { headers: new Headers({ cookie }) } } : undefined
      }),
    },
  })
  // The secret is replaced while the process runs.
  void auth.$context.then((context) => Object.defineProperty(context, 'secret', { get: () => services.keyring.derive('sessions') }))
  return auth
}

export type Auth = ReturnType<typeof createAuth>
