const known = new WeakMap<object, unknown>()

/**
 * An OpenAPI document with the named schemas and responses in the places that refer to them, for whoever reads one operation at a time.
 * Read once: the same document gives the same result. A reference to anything else stays.
 */
export function inlined<T extends object>(document: T): T {
  if (known.has(document)) return known.get(document) as T
  const { schemas = {}, responses = {} } =
    (document as { components?: Record<'schemas' | 'responses', Record<string, unknown> | undefined> }).components ?? {}
  const named: Record<string, Record<string, unknown>> = { schemas, responses }
  const done = new Map<string, unknown>()
  const read = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(read)
    if (value === null || typeof value !== 'object') return value
    const { $ref } = value as { $ref?: unknown }
    const [, kind, name] = (typeof $ref === 'string' && /^#\/components\/(schemas|responses)\/(\w+)$/.exec($ref)) || []
    if (kind === undefined || name === undefined) return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, read(inner)]))
    const place = `${kind}/${name}`
    if (!done.has(place)) done.set(place, read(named[kind]?.[name]))
    // What a place says of a schema stands beside its reference.
    const { $ref: _, ...said } = value as Record<string, unknown>
    return Object.keys(said).length ? { ...(done.get(place) as object), ...said } : done.get(place)
  }
  const whole = { ...document, paths: read((document as { paths?: unknown }).paths) }
  known.set(document, whole)
  return whole
}
