import type { Ctx, Environment } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'

/**
 * The header in which an answer says what a page is of, `{organisation}/{environment}`, and in which that page says it with what it sends.
 * Which organisation somebody works in, and which environment they look at, is kept once for all their windows: a page that was left open is
 * of another, and acts in none but its own. A form that is sent before scripts run, or without, says it in a field of this name.
 */
const SHOWN = 'sealwright-shown'

/** What a page is of. */
export interface ShownPlace {
  organizationId: string
  environment: Environment
}

/** Pages of an organisation. Others are of the person, wherever they work. */
const OF_ORGANIZATION = /^\/(?:settings\/(?:team|sign-on)|desk|issuer|developer)(?:[/.]|$)/

/** What a person does to find their way. */
const ANYWHERE: readonly (string | symbol)[] = ['workIn', 'listOwnOrganizations', 'stopLooking']

const another = () =>
  new AppError(
    'conflict',
    'Nothing was done: you work in another organisation now than the one this page is of. You switched in another window, or are a member no more. Switch back, or load the page anew.',
    { extra: { elsewhere: true } },
  )

const read = (said: string | null): ShownPlace | null => {
  const [, organizationId = '', environment] = /^(\w{1,60})\/(sandbox|production)$/.exec(said ?? '') ?? []
  return environment ? { organizationId, environment: environment as Environment } : null
}

/** What the page is of that sends this, as its scripts say. */
const shownIn = (headers: Headers): ShownPlace | null => read(headers.get(SHOWN))

/** The same, or as the form says that is sent without scripts, whose other fields then go on. */
export async function takeShown(request: Request): Promise<{ request: Request; shown: ShownPlace | null }> {
  const { method, headers } = request
  const shown = shownIn(headers)
  if (method !== 'POST' || !/^application\/x-www-form-urlencoded\b/i.test(headers.get('content-type') ?? '')) return { request, shown }
  const fields = new URLSearchParams(await request.text())
  const said = fields.get(SHOWN)
  fields.delete(SHOWN)
  const plain = new Headers(headers)
  plain.delete('content-length')
  return { request: new Request(request.url, { method, headers: plain, body: fields.toString() }), shown: shown ?? read(said) }
}

/** Refuses what a page of another organisation sends than the one somebody works in now. Throws `conflict`. */
export function requireShown({ organizationId }: Ctx, headers: Headers): void {
  const shown = shownIn(headers)
  if (shown && shown.organizationId !== organizationId) throw another()
}

/** Whether a form of an organisation's page would act in another one. */
export const isElsewhere = ({ organizationId }: Ctx, shown: ShownPlace | null, method: string, path: string | null): boolean =>
  method === 'POST' && OF_ORGANIZATION.test(path ?? '') && shown !== null && shown.organizationId !== organizationId

/** What the page that is answered is of: where the answer sends the pages to the other environment, that. */
export function tellShown(headers: Headers, { organizationId, environment }: Ctx): void {
  const chosen = headers.getSetCookie().flatMap((cookie) => /^sealwright\.environment=(sandbox|production);/.exec(cookie)?.[1] ?? [])
  headers.set(SHOWN, `${organizationId}/${chosen.at(-1) ?? environment}`)
}

/** The verbs of such a page: none of them acts. */
export function refusing<V extends object>(verbs: V): V {
  return new Proxy(verbs, {
    get(target, name) {
      if (ANYWHERE.includes(name)) return Reflect.get(target, name) as unknown
      // The developer screens bind theirs in a step of its own. A promise of verbs is none.
      if (name === 'developer') return () => Promise.resolve(refusing({}))
      return name === 'then' ? undefined : () => Promise.reject(another())
    },
  })
}
