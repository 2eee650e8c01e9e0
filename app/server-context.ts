import { createContext } from 'react-router'
import type { SignInResult } from '#core/access/accounts/complete-sign-in.ts'
import type { SessionUser } from '#core/access/accounts/session.ts'
import type { Verbs } from '#core/doors/verbs.ts'
import type { Workplace } from '#core/kernel/members.ts'
import type { AppealView } from '#core/review/appeals/appeal.ts'
import type { BegunAppeal } from '#core/review/appeals/begin.ts'
import type { OpenApi } from './lib/reference.ts'

export type { SessionUser, Verbs }

type Call<T> = (sent: () => unknown) => Promise<T>
interface Anonymous {
  signUp: Call<{ cookies: string[] }>
  signIn: Call<SignInResult>
  verifyMfa: Call<SignInResult>
  resendVerification: Call<unknown>
  requestReset: Call<unknown>
  setNewPassword: Call<unknown>
  sendContactEmail: Call<unknown>
  challengeToAppeal: Call<{ message: string }>
  beginAppeal: Call<BegunAppeal>
  openAppeal: Call<AppealView>
}

/** What the server lends to a page's loader or action: who is asking, and the verbs bound to that person. */
export interface ServerContext {
  nonce: string
  session: SessionUser | null
  /** Where the person works, and what they are there; null for nobody, and for somebody who belongs to no organisation. */
  place: Workplace | null
  /** Whose pages they work on: an issuer's in an organisation that is one, whatever they are by themselves. */
  worksAs: SessionUser['role']
  /** What the session lacks for what the person's role may do. */
  factorLacking: 'set_up' | 'second_factor' | null
  /** Why the person is nobody in the organisation they would work in, where it is not for want of a second factor. */
  barred: { kind: 'sign_on' | 'address'; words: string } | null
  publicUrl: string
  /** Whose data the person looks at: chosen with the switch of the dashboards, sandbox unless said. */
  environment: 'sandbox' | 'production'
  /** The product's verbs, acting as the signed-in person (or nobody). */
  verbs: Verbs
  /** What nobody needs an account for, with its limits: for the forms that were sent without scripts. */
  anonymous: Anonymous
  headers: Headers
  /** Logs what went wrong unexpectedly. A refusal is no fault, and what the database does not answer is told once for all. */
  report(error: unknown): void
  /** The API's own description, as it is served. */
  openApi(): OpenApi
  /** Versions of the API, newest first. */
  versions: readonly string[]
}

// Pages and server are two module graphs. The key must be one object in both, so it is kept on globalThis.
const key = Symbol.for('sealwright.server-context')
const store = globalThis as unknown as Record<symbol, ReturnType<typeof createContext<ServerContext | null>> | undefined>

store[key] ??= createContext<ServerContext | null>(null)

/** Null while pages are prerendered at build time. */
export const serverContext = store[key]
