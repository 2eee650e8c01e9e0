import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'

/** The header in which an answer says whose organisation a page is of, and in which that page says it with what it sends. */
export const SHOWN = 'sealwright-organization'

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

const isOfAnother = ({ organizationId }: Ctx, headers: Headers): boolean => {
  const shown = headers.get(SHOWN)
  return shown !== null && shown !== organizationId
}

/** Refuses what a page of another organisation sends than the one somebody works in now. Throws `conflict`. */
export function requireShown(ctx: Ctx, headers: Headers): void {
  if (isOfAnother(ctx, headers)) throw another()
}

/** Whether a form of an organisation's page would act in another one. */
export const isElsewhere = (ctx: Ctx, { method, headers }: Request, path: string | null): boolean =>
  method === 'POST' && OF_ORGANIZATION.test(path ?? '') && isOfAnother(ctx, headers)

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
