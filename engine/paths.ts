import type { Json } from './canonical.ts'

/** Sets a dotted path in nested objects, making what is missing on the way; null takes the value away. */
export function setPath(root: Record<string, unknown>, path: string, value: Json): void {
  const keys = path.split('.')
  let at = root
  for (const key of keys.slice(0, -1)) {
    const next = Object.hasOwn(at, key) ? at[key] : undefined
    if (next === null || typeof next !== 'object') at[key] = {}
    at = at[key] as Record<string, unknown>
  }
  const last = keys.at(-1)!
  if (value === null) delete at[last]
  // A copy, so that laying one path over another never changes what was written.
  else at[last] = structuredClone(value)
}
