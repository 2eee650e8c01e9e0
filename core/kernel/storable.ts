import { invalidField } from './errors.ts'

/**
 * Text from outside as PostgreSQL keeps it, in text and in jsonb alike: U+0000 and halves of surrogate pairs, which it refuses,
 * become U+FFFD. For what we may not refuse because nobody waits for our answer; what somebody sends us is refused instead.
 */
export const storable = (text: string): string => (text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text).toWellFormed()

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** Refuses what somebody sends when a text anywhere in it cannot be stored. Throws `validation_failed` naming the field. */
export function requireStorable(value: unknown, pointer = ''): void {
  if (typeof value === 'string') {
    if (!isStorable(value)) throw invalidField(pointer || '/', 'invalid_format', 'A character in it is none: U+0000, or half of one.')
  } else if (value !== null && typeof value === 'object' && (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype))
    for (const [name, inner] of Object.entries(value)) {
      requireStorable(name, pointer)
      requireStorable(inner, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    }
}

/** The same verbs, each refusing an input that cannot be stored before it sees it: what a page's form or address said. Those that answer `atOnce` store nothing. A promise of verbs is none: await it first. */
export const withStorableInput = <V extends object & { then?: never }>(verbs: V, atOnce: readonly (keyof V)[] = []): V =>
  new Proxy(verbs, {
    get(target, name) {
      const verb = Reflect.get(target, name) as unknown
      if (typeof verb !== 'function' || atOnce.includes(name as keyof V)) return verb
      return (...input: unknown[]) => {
        try {
          for (const one of input) requireStorable(one)
        } catch (error) {
          return Promise.reject(error)
        }
        return verb(...input)
      }
    },
  })
