import { mapAll, mapInner, type Paths, type Visit } from './openapi-components.ts'

interface Json {
  [name: string]: unknown
}

const REPLACED = 'Always true: the HTTP status of an answer says whether it succeeded'

const alwaysTrue = (schema: Json): Json | null => {
  const { success } = (schema.properties ?? {}) as { success?: Json }
  return success?.const === true ? success : null
}

/**
 * Marks `success` deprecated in every object that is also a part of another answer, such as an item of a list: there it says nothing. The same
 * object as an answer of its own stays one type with it, so it is marked there too.
 */
export function withoutDoubledSuccess(paths: Paths): Paths {
  const parts = new Set<string>()
  const meet: Visit = (schema, place) => {
    if (alwaysTrue(schema)) parts.add(JSON.stringify(schema))
    return mapInner(schema, place, meet)
  }
  // The outermost object, and each choice of it, is the answer itself.
  const meetAnswer: Visit = (schema, place) => mapInner(schema, place, schema.anyOf || schema.oneOf || schema.allOf ? meetAnswer : meet)
  mapAll(paths, meetAnswer)
  const mark: Visit = (schema, place) => {
    const inner = mapInner(schema, place, mark)
    if (!parts.has(JSON.stringify(schema))) return inner
    const success = { ...alwaysTrue(schema), deprecated: true, description: REPLACED }
    return { ...inner, properties: { ...(inner.properties as Json), success } }
  }
  return mapAll(paths, mark)
}
