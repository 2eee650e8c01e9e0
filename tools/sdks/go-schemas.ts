import type { Schema } from './document.ts'
import { goName } from './go-names.ts'

/** What of a schema the Go types are made from. */
export interface GoSchema extends Omit<Schema, 'items' | 'anyOf' | 'properties' | 'additionalProperties'> {
  pattern?: string
  contentEncoding?: string
  items?: GoSchema
  anyOf?: GoSchema[]
  properties?: Record<string, GoSchema>
  additionalProperties?: GoSchema | boolean
}
export type Components = Record<string, GoSchema>

const REF = '#/components/schemas/'
export const refOf = (schema: GoSchema): string | undefined => schema.$ref?.slice(REF.length)
export const toRef = (name: string): GoSchema => ({ $ref: REF + name })

/** Every reference in a schema. */
export const refsIn = (schema: unknown): string[] =>
  [...JSON.stringify(schema ?? null).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map((match) => match[1]!)

/** Components by which type stands for them in Go: what is one thing in several places of the document is one type. */
export class Merged {
  readonly schemas: Components
  readonly #alias = new Map<string, string>()

  /** `keep` are names that stay apart however much they are like others; `inputs` those of what is sent. */
  constructor(schemas: Components, keep: ReadonlySet<string>, inputs: ReadonlySet<string>) {
    this.schemas = Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withoutSuccess(schema)]))
    for (let before = -1; before !== this.#alias.size; ) {
      before = this.#alias.size
      this.#joinSame(keep, inputs)
      this.#joinOfOneObject(keep, inputs)
    }
  }

  /** The name that stands for this one. */
  name(of: string): string {
    const other = this.#alias.get(of)
    return other === undefined ? of : this.name(other)
  }

  #shape(schema: unknown): string {
    return JSON.stringify(schema, (key, value: unknown) => {
      if (key === 'description' || key === 'deprecated' || key === 'examples' || key === 'title' || key === 'default') return undefined
      if (key === '$ref') return this.name((value as string).slice(REF.length))
      return value
    })
  }

  #join(name: string, into: string): void {
    this.#alias.set(name, into)
    delete this.schemas[name]
  }

  #joinSame(keep: ReadonlySet<string>, inputs: ReadonlySet<string>): void {
    const free = Object.keys(this.schemas).filter((name) => !keep.has(name))
    const byShape = Map.groupBy(free, (name) => {
      const { additionalProperties: more, ...schema } = this.schemas[name]!
      return `${schema.enum ? '' : inputs.has(name)} ${this.#shape(schema.properties ? schema : { ...schema, more })}`
    })
    for (const names of byShape.values()) {
      const [first, ...others] = names.toSorted(byBeauty)
      for (const other of others) this.#join(other, first!)
    }
  }

  /** A resource as one call answers it has fields that another leaves out: to Go they are one, with fields that may be missing. */
  #joinOfOneObject(keep: ReadonlySet<string>, inputs: ReadonlySet<string>): void {
    const names = Object.keys(this.schemas).filter((name) => objectOf(this.schemas[name]!) && !inputs.has(name) && !keep.has(name))
    for (const same of Map.groupBy(names, (name) => objectOf(this.schemas[name]!)).values()) {
      const base = same.toSorted(byBeauty)[0]!
      for (const name of same) {
        if (name === base || !/Answer(DataItem)?\d*$/.test(name)) continue
        const both = this.#union(this.schemas[base]!, this.schemas[name]!)
        if (!both) continue
        this.schemas[base] = both
        this.#join(name, base)
      }
    }
  }

  /** One object with the fields of both; null when a field is two things. */
  #union(a: GoSchema, b: GoSchema): GoSchema | null {
    const [ours, theirs] = [a.properties!, b.properties!]
    const fields: Record<string, GoSchema> = { ...ours }
    for (const [name, field] of Object.entries(theirs)) {
      const own = ours[name]
      if (!own || this.#shape(own) === this.#shape(field)) fields[name] = own?.description ? own : field
      else if (this.#shape(notNull(own)) === this.#shape(notNull(field))) fields[name] = isNullable(own) ? own : field
      else return null
    }
    const required = (a.required ?? []).filter((name) => b.required?.includes(name))
    return { ...a, properties: fields, required }
  }
}

const objectOf = (schema: GoSchema): string | undefined => {
  const word = schema.properties?.object?.const
  return typeof word === 'string' && word !== 'list' ? word : undefined
}

/** Names that say a thing before names that say a place. */
const byBeauty = (a: string, b: string) => ugliness(a) - ugliness(b) || (a < b ? -1 : 1)
const ugliness = (name: string) => name.length + 40 * (name.match(/Answer|Input|Item|Value|\d/g)?.length ?? 0)

/** `success` is always true: the status of an answer says it. */
function withoutSuccess(schema: GoSchema): GoSchema {
  if (schema.properties?.success?.const !== true) return schema
  const { success: _, ...properties } = schema.properties
  return { ...schema, properties, required: schema.required?.filter((name) => name !== 'success') }
}

export const isNull = (schema: GoSchema): boolean => schema.type === 'null'
export const isNullable = (schema: GoSchema): boolean =>
  (Array.isArray(schema.type) && schema.type.includes('null')) || (schema.anyOf?.some((one) => isNull(one) || isNullable(one)) ?? false)

/** A schema without null as one of its choices, and without choices where one is left. */
export function notNull(schema: GoSchema): GoSchema {
  const { type, anyOf, ...rest } = schema
  if (Array.isArray(type)) return { ...rest, type: type.find((one) => one !== 'null')! }
  if (!anyOf) return schema
  const left = anyOf.filter((one) => !isNull(one)).flatMap((one) => flat(notNull(one)))
  const alone = left[0]!
  return left.length === 1 ? { ...rest, ...alone, description: rest.description ?? alone.description } : { ...rest, anyOf: left }
}
const flat = (schema: GoSchema): GoSchema[] => schema.anyOf ?? [schema]

/** An object with fields that are known. */
export const hasFields = ({ properties }: GoSchema): boolean => Object.keys(properties ?? {}).length > 0

/** Puts objects and choices of words that stand within a schema among the components, named by their place. */
export function hoist(schema: GoSchema, place: string, into: Components): GoSchema {
  const { properties, items, anyOf, additionalProperties: more } = schema
  const inner: GoSchema = {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, hoistBelow(field, `${place}${goName(name)}`, into)]),
      ),
    }),
    ...(items && { items: hoistBelow(items, `${place}Item`, into) }),
    ...(anyOf && { anyOf: anyOf.map((one) => hoistBelow(one, place, into)) }),
    ...(typeof more === 'object' && { additionalProperties: hoistBelow(more, `${place}Value`, into) }),
  }
  return inner
}

function hoistBelow(schema: GoSchema, place: string, into: Components): GoSchema {
  const inner = hoist(schema, place, into)
  const isObject = schema.type === 'object' && hasFields(schema)
  if (!isObject && !(schema.type === 'string' && schema.enum)) return inner
  let name = place
  for (let n = 2; into[name]; n++) name = `${place}${n}`
  const { description, ...same } = inner
  into[name] = same
  return { ...toRef(name), ...(description !== undefined && { description }) }
}
