const known = new WeakMap<object, unknown>()

/**
 * An OpenAPI document with the named schemas in the places that refer to them, for whoever reads one operation at a time. Read once:
 * the same document gives the same result. A reference to anything but a schema stays.
 */
export function inlined<T extends object>(document: T): T {
  if (known.has(document)) return known.get(document) as T
  const { schemas = {} } = (document as { components?: { schemas?: Record<string, unknown> } }).components ?? {}
  const done = new Map<string, unknown>()
  const read = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(read)
    if (value === null || typeof value !== 'object') return value
    const { $ref } = value as { $ref?: unknown }
    const name = typeof $ref === 'string' ? /^#\/components\/schemas\/(\w+)$/.exec($ref)?.[1] : undefined
    if (name === undefined) return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, read(inner)]))
    if (!done.has(name)) done.set(name, read(schemas[name]))
    // What a place says of a schema stands beside its reference.
    const { $ref: _, ...said } = value as Record<string, unknown>
    return Object.keys(said).length ? { ...(done.get(name) as object), ...said } : done.get(name)
  }
  const whole = { ...document, paths: read((document as { paths?: unknown }).paths) }
  known.set(document, whole)
  return whole
}
