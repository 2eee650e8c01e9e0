import { sha256 } from './sha256.ts'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined }

/**
 * Canonical JSON by RFC 8785: keys sorted by UTF-16 code units, shortest numbers, no white space.
 * Keys whose value is undefined are left out. Throws on NaN, Infinity and lone surrogates, which have no canonical form.
 */
export function canonical(value: Json | undefined): string {
  if (value === null) return 'null'
  switch (typeof value) {
    case 'string':
      return text(value)
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError('Only finite numbers have a canonical form.')
      return JSON.stringify(value)
    case 'boolean':
      return value ? 'true' : 'false'
    case 'object':
      return Array.isArray(value) ? canonicalArray(value) : canonicalObject(value as { readonly [key: string]: Json | undefined })
    default:
      throw new TypeError(`A ${typeof value} has no canonical form.`)
  }
}

function canonicalArray(items: readonly Json[]): string {
  let out = '['
  for (let i = 0; i < items.length; i++) out += (i > 0 ? ',' : '') + canonical(items[i])
  return `${out}]`
}

function canonicalObject(object: { readonly [key: string]: Json | undefined }): string {
  const keys = Object.keys(object)
  // Most objects are written with their keys in order, and looking is cheaper than sorting.
  for (let i = 1; i < keys.length; i++)
    if (keys[i - 1]! > keys[i]!) {
      keys.sort()
      break
    }
  let out = '{'
  for (const key of keys) {
    const value = object[key]
    if (value === undefined) continue
    out += `${out.length > 1 ? ',' : ''}${text(key)}:${canonical(value)}`
  }
  return `${out}}`
}

// What JSON escapes, and surrogates, which have to be looked at in pairs.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const SPECIAL = /[\u0000-\u001f"\\\ud800-\udfff]/

function text(value: string): string {
  if (!SPECIAL.test(value)) return `"${value}"`
  if (!value.isWellFormed()) throw new TypeError('A string with a lone surrogate has no canonical form.')
  return JSON.stringify(value)
}

/** SHA-256 of the canonical form, as lower-case hex. */
export function hashOf(value: Json): string {
  return sha256(canonical(value))
}
