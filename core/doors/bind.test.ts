import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import type { Actor, Ctx } from '#core/kernel/context.ts'
import { atHome, ownerOf, PERMISSIONS, type Role } from '#core/kernel/permissions.ts'
import { definePageVerb, type Verb } from '#core/record/verb.ts'
import { startApi } from '#tests/api/harness.ts'
import { makeAccount } from '#tests/api/person.ts'
import { bind } from './bind.ts'
import { bindVerbs } from './verbs.ts'

/** What anybody may do: it shows what whoever has a link may see. */
const FOR_ANYBODY = [
  'appeals.read',
  'credentials.read_public',
  'identity_sessions.open_presentation',
  'identity_sessions.present_simulated',
  'identity_sessions.read_wallet_answer',
  'status.answer_subscription',
  'status.read_link',
]

/** The page functions that are no verbs: they show what is published, or ask for the permission by a verb they call. */
const OPEN = ['describeError', 'listEventTypes', 'listScenarioNames', 'policyInForce', 'readPublicStatement', 'statusReport']

let api: Awaited<ReturnType<typeof startApi>>
let userId = ''
const found: Verb[] = []
beforeAll(async () => {
  api = await startApi()
  userId = await makeAccount(api, 'pages@example.test', 'investor')
  const core = join(import.meta.dirname, '..')
  for (const file of readdirSync(core, { recursive: true, encoding: 'utf8' })) {
    const path = join(core, file)
    if (!file.endsWith('.ts') || file.endsWith('.test.ts') || !/\bdefine(Page)?Verb\(/.test(readFileSync(path, 'utf8'))) continue
    const exported = Object.values((await import(pathToFileURL(path).href)) as Record<string, unknown>)
    found.push(...(exported.filter((one) => typeof one === 'function' && 'sent' in one && 'permission' in one) as Verb[]))
  }
})
afterAll(() => api.stop())

const anonymous = (): Ctx => ({ ...api.ctx('sandbox'), actor: { type: 'anonymous', id: 'anonymous' } })
const as = (role: Role): Ctx => {
  const { organizationId } = api.ctx('sandbox')
  const actor: Actor = {
    type: 'user',
    id: userId,
    ...atHome(organizationId, role),
    email: 'pages@example.test',
    sessionId: 's',
    secondFactorAt: null,
  }
  return { ...api.ctx('sandbox'), actor }
}
const keyOf = (scopes: string[]): Ctx => {
  const { organizationId, environment } = api.ctx('sandbox')
  const kind = {
    type: 'api_key',
    id: 'key_1',
    role: 'admin',
    member: ownerOf('issuer'),
    version: '',
    strictChecksum: false,
    throwaway: false,
  } as const
  return { ...api.ctx('sandbox'), actor: { ...kind, organizationId, environment, scopes } }
}
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  )

it('H7 every verb refuses whoever lacks its permission before it looks at the input, called as a page does or with an input that was read', async () => {
  expect(found.length).toBeGreaterThan(250)
  expect(
    found
      .flatMap(({ name, permission }) => permission ?? name)
      .filter((name) => FOR_ANYBODY.includes(name))
      .sort(),
  ).toEqual(FOR_ANYBODY)
  for (const verb of found) {
    if (!verb.permission) continue
    const { roles, scope } = PERMISSIONS[verb.permission] as { roles: readonly Role[]; scope: string | null }
    const calls: [Ctx, string][] = [[anonymous(), 'not_signed_in']]
    for (const role of ['investor', 'issuer'] as const) if (!roles.includes(role)) calls.push([as(role), 'forbidden'])
    if (scope !== 'keys:read') calls.push([keyOf(['keys:read']), 'insufficient_scope'])
    for (const [ctx, code] of calls) {
      expect([verb.name, await codeOf(verb.sent({ ctx, input: 7 }))]).toEqual([verb.name, code])
      expect([verb.name, await codeOf(verb.run({ ctx, input: undefined }))]).toEqual([verb.name, code])
    }
  }
})

it('H7 no page function but the listed ones does anything for whoever is not signed in', async () => {
  const bound = bindVerbs(anonymous()) as unknown as Record<string, (input?: unknown) => Promise<unknown>>
  const open: string[] = []
  for (const name of Object.keys(bound)) {
    if (OPEN.includes(name)) continue
    const code = await codeOf(Promise.resolve().then(() => bound[name]!(name === 'developer' ? 'sandbox' : {})))
    if (code !== 'not_signed_in') open.push(name)
  }
  expect(open.sort()).toEqual([
    'agreeToFace',
    'answerStatusSubscription',
    'appealOwnSession',
    'developer',
    'openPresentation',
    'presentSimulatedOnPage',
    'readAppeal',
    'readDecisionPage',
    'readDecisionReceipt',
    'readInvitation',
    'readPublicCredential',
    'readSignOnPage',
    'readStatusLink',
    'readVerifyPage',
    'readWalletAnswer',
    'removePicture',
    'returnToPage',
    'sayDocument',
    'sayWhoYouAre',
    'sendPicture',
    'submitIdentityReview',
    'takeBackFace',
  ])
  const developer = (await bindVerbs(anonymous()).developer('sandbox')) as unknown as Record<string, (input?: unknown) => Promise<unknown>>
  for (const [name, call] of Object.entries(developer))
    if (name !== 'scopes') expect([name, await codeOf(call({}))]).toEqual([name, 'not_signed_in'])
})

it('H4 a page says what its verb asks for and reads what it answers: anything else does not compile', async () => {
  const greet = definePageVerb({
    name: 'pages.greet',
    permission: null,
    input: z.strictObject({ name: z.string() }),
    run: async ({ input }) => ({ said: input.name }),
  })
  const bound = bind(anonymous(), { greet })
  expect((await bound.greet({ name: 'Ada' })).said).toBe('Ada')
  // @ts-expect-error it is said, not sid
  expect((await bound.greet({ name: 'Ada' })).sid).toBeUndefined()
  // @ts-expect-error it is name, not nmae
  expect(await codeOf(bound.greet({ nmae: 'Ada' }))).toBe('validation_failed')
  definePageVerb<{ said: string }>({
    name: 'pages.misspelt',
    permission: null,
    // @ts-expect-error sid is not said
    run: async () => ({ sid: 'Ada' }),
  })
})
