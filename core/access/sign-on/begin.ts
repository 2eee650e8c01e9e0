import type { Ctx } from '#core/kernel/context.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { noteRefused } from '#core/record/log/note-refusal.ts'
import { endCookie, makeCookie, readCookie } from '../accounts/cookies.ts'
import { keepOnce, takeOnce } from '../accounts/one-time.ts'
import type { SessionCall } from '../accounts/own-user.ts'
import { providerOf, type SignOnProvider, signOnOfAddress } from '../accounts/sign-on-of.ts'
import { type Asserted, askOidc, hearOidc, type OidcChecks } from './oidc.ts'
import { SignOnRefused } from './refusals.ts'
import { askSaml, hearSaml, type SamlChecks } from './saml.ts'

const ASKED = 'sign-on'
const HEARD = 'sign-on-heard'
const COOKIE = 'sign_on'
const LIFE_MS = 10 * 60_000
/** From the provider's answer to the browser's next step. */
const HEARD_MS = 2 * 60_000

/** What is kept of a sign-on until its answer comes; only the hash of its token is. */
interface Asked {
  organizationId: string
  next: string
  checks: OidcChecks | SamlChecks
}

/** A sign-on whose answer held, in the browser it was begun in. */
export interface Heard {
  organizationId: string
  next: string
  asserted: Asserted
  /** When the provider was heard, in milliseconds. */
  at: number
}

/** What a sign-on of an organisation is recorded with, whoever asks. */
export const signOnCtx = (ctx: Ctx, organizationId: string): Ctx => ({
  ...systemCtx(ctx.services, { id: 'sign-on', organizationId, environment: 'production' }),
  requestId: ctx.requestId,
  ip: ctx.ip,
})

/** A sign-on that does not go on leaves a word in the organisation's log: why, and nothing of what was sent. Few an hour from one address. */
export async function noteRefusedSignOn(ctx: Ctx, organizationId: string, { why }: SignOnRefused): Promise<void> {
  await noteRefused(signOnCtx(ctx, organizationId), 'stranger', `sign-on:${ctx.ip}:${why}`, {
    action: 'sign_on_refused',
    category: 'auth',
    subject: { type: 'organization', id: organizationId },
    details: { why },
  })
}

/** Does a step of an organisation's sign-on, and notes its refusal. */
async function noting<T>(ctx: Ctx, organizationId: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SignOnRefused) await noteRefusedSignOn(ctx, organizationId, error)
    throw error
  }
}

/** Sends a browser to the identity provider that its person's address belongs to. Throws `SignOnRefused`. */
export async function beginSignOn(ctx: Ctx, input: { email: string; next: string }): Promise<{ location: string; cookie: string }> {
  const found = await signOnOfAddress(ctx.db, input.email)
  if (!found) throw new SignOnRefused('no_sign_on')
  const { organizationId, provider } = found
  return noting(ctx, organizationId, async () => {
    const state = crypto.randomUUID() + crypto.randomUUID()
    const { location, checks } =
      provider.kind === 'oidc' ? await askOidc(ctx, provider, state, input.email) : await askSaml(ctx, provider, state)
    await keepOnce(ctx, ASKED, { organizationId, next: input.next, checks } satisfies Asked, LIFE_MS, state)
    return { location, cookie: makeCookie(ctx.services, COOKIE, state, LIFE_MS / 1000) }
  })
}

/** What was asked, once: whoever answers it a second time answers nothing. */
async function takeAsked(ctx: Ctx, organizationId: string, state: string, kind: SignOnProvider['kind']) {
  const asked = await takeOnce<Asked>(ctx, ASKED, state)
  if (!asked || asked.organizationId !== organizationId) throw new SignOnRefused('unknown_request')
  const provider = await providerOf(ctx.db, organizationId)
  if (provider?.kind !== kind) throw new SignOnRefused('not_set_up')
  return { asked, provider }
}

/** Whether an organisation of this id has a sign-on: only such a one has a log of its refusals. */
const isKnown = async (ctx: Ctx, organizationId: string) => (await providerOf(ctx.db, organizationId)) !== null

/** The answer of an OpenID provider, which comes with the browser. Throws `SignOnRefused`. */
export async function answerOidc({ ctx, headers }: Pick<SessionCall, 'ctx' | 'headers'>, organizationId: string, url: URL): Promise<Heard> {
  if (!(await isKnown(ctx, organizationId))) throw new SignOnRefused('not_set_up')
  return noting(ctx, organizationId, async () => {
    const state = url.searchParams.get('state') ?? ''
    if (!state || readCookie(ctx.services, headers, COOKIE) !== state) throw new SignOnRefused('another_browser')
    const { asked, provider } = await takeAsked(ctx, organizationId, state, 'oidc')
    const asserted = await hearOidc(ctx, provider, { state, checks: asked.checks as OidcChecks }, url)
    return { organizationId, next: asked.next, asserted, at: Date.now() }
  })
}

/**
 * The answer of a SAML provider, which another site's page posts: cookies come with the browser's next step alone. Gives where that
 * leads. Throws `SignOnRefused`.
 */
export async function answerSaml(ctx: Ctx, organizationId: string, form: { response: string; state: string }): Promise<string> {
  if (!(await isKnown(ctx, organizationId))) throw new SignOnRefused('not_set_up')
  return noting(ctx, organizationId, async () => {
    const { asked, provider } = await takeAsked(ctx, organizationId, form.state, 'saml')
    const asserted = await hearSaml(ctx, provider, asked.checks as SamlChecks, form.response)
    const heard: Heard & { state: string } = { organizationId, next: asked.next, asserted, at: Date.now(), state: form.state }
    return `/api/sign-on/finish?heard=${await keepOnce(ctx, HEARD, heard, HEARD_MS)}`
  })
}

/** What was heard of a SAML provider, in the browser that asked. Throws `SignOnRefused`. */
export async function takeHeard({ ctx, headers }: Pick<SessionCall, 'ctx' | 'headers'>, token: string): Promise<Heard> {
  const heard = await takeOnce<Heard & { state: string }>(ctx, HEARD, token)
  if (!heard) throw new SignOnRefused('unknown_request')
  return noting(ctx, heard.organizationId, async () => {
    if (readCookie(ctx.services, headers, COOKIE) !== heard.state) throw new SignOnRefused('another_browser')
    return heard
  })
}

export const endSignOnCookie = (ctx: Ctx): string => endCookie(ctx.services, COOKIE)
