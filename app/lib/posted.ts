import type { PageRefusal } from './verb-errors.ts'

/** What a form sent without scripts was answered, for its page to show: the words, the fields, and what was typed. */
export interface Posted {
  error: string | null
  fields: Record<string, string>
  values: Record<string, string | string[]>
}

export const textOf = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** What was typed, but for passwords: those are never sent back. */
const typed = (form: FormData): Posted['values'] =>
  Object.fromEntries(
    [...new Set(form.keys())]
      .filter((name) => !/^(password|confirmPassword|code|token)$/.test(name))
      .map((name) => {
        const all = form.getAll(name).filter((value) => typeof value === 'string')
        return [name, all.length > 1 ? all : (all[0] ?? '')]
      }),
  )

/** One message a field, the first. */
const firstOf = (fields: { pointer: string; detail: string }[]): Record<string, string> =>
  Object.fromEntries(fields.toReversed().map(({ pointer, detail }) => [pointer.slice(1).split('/')[0]!, detail]))

export function refusedForm(form: FormData, { message, fields }: PageRefusal): Posted {
  // Beside a field the words stand without the full stop of the API's sentences.
  const named = firstOf(fields.map((each) => ({ ...each, detail: each.detail.replace(/^([^.]+)\.$/, '$1') })))
  return { error: Object.keys(named).length ? null : message, fields: named, values: typed(form) }
}

/** Hands the browser the cookies an act made. */
export function withCookies(cookies: readonly string[]): Headers {
  const headers = new Headers()
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return headers
}
