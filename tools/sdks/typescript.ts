/** The part of JSON Schema that Zod writes. */
export interface Schema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema | boolean
  prefixItems?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  description?: string
  deprecated?: boolean
}

/** TypeScript types of JSON schemas. Objects that occur with one shape get one name, told by their `object` or their place. */
export class TypeNames {
  readonly #byShape = new Map<string, string>()
  readonly #bodies = new Map<string, string>()

  /** The type of a schema; objects are declared under `wanted` or a name that says more. */
  name(schema: Schema, wanted: string): string {
    if (schema.const !== undefined) return JSON.stringify(schema.const)
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
    const choices = schema.anyOf ?? schema.oneOf
    if (choices) return [...new Set(choices.map((choice) => this.name(choice, wanted)))].join(' | ')
    if (schema.allOf) return schema.allOf.map((part) => `(${this.name(part, wanted)})`).join(' & ')
    if (Array.isArray(schema.type)) return schema.type.map((type) => this.name({ ...schema, type }, wanted)).join(' | ')
    if (schema.prefixItems) return `[${schema.prefixItems.map((item) => this.name(item, wanted)).join(', ')}]`
    if (schema.type === 'array') {
      const item = typeof schema.items === 'object' ? this.name(schema.items, wanted) : 'unknown'
      return /[ |&]/.test(item) ? `(${item})[]` : `${item}[]`
    }
    if (schema.type === 'object') return this.#object(schema, wanted)
    if (schema.type === 'integer') return 'number'
    if (schema.type === 'string' || schema.type === 'number' || schema.type === 'boolean' || schema.type === 'null') return schema.type
    return 'unknown'
  }

  declarations(): string {
    return [...this.#bodies]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, body]) => `export interface ${name} {\n${body}}\n`)
      .join('\n')
  }

  #object(schema: Schema, wanted: string): string {
    const properties = Object.entries(schema.properties ?? {})
    const rest = typeof schema.additionalProperties === 'object' ? this.name(schema.additionalProperties, `${wanted}Value`) : 'unknown'
    if (!properties.length) return `Record<string, ${rest}>`
    const told = schema.properties?.object?.const
    const base = /(Input|Query)$/.test(wanted) || typeof told !== 'string' || told === 'list' ? wanted : pascal(told)
    // What belongs to one call keeps that call's name, however much it is like another.
    const shape = /(Input|Query|Answer)$/.test(base) ? base : JSON.stringify(schema)
    const known = this.#byShape.get(shape)
    if (known) return known

    let name = base
    for (let n = 2; this.#bodies.has(name); n++) name = `${base}${n}`
    this.#byShape.set(shape, name)
    this.#bodies.set(name, '')
    const lines = properties.map(([key, property]) => {
      const words = [property.deprecated && '@deprecated', property.description?.replaceAll('*/', '* /')].filter(Boolean).join(' ')
      const doc = words ? `  /** ${words} */\n` : ''
      const safe = /^[A-Za-z_]\w*$/.test(key) ? key : JSON.stringify(key)
      const optional = schema.required?.includes(key) ? '' : '?'
      return `${doc}  ${safe}${optional}: ${this.name(property, SHARED.has(key) ? pascal(key) : `${name}${pascal(key)}`)}\n`
    })
    if (schema.additionalProperties !== false && schema.additionalProperties !== undefined) lines.push('  [more: string]: unknown\n')
    this.#bodies.set(name, lines.join(''))
    return name
  }
}

/** Parts of many answers that are called by their own name. */
const SHARED = new Set(['decision', 'credential', 'next_action'])

const pascal = (name: string) => `_${name}`.replace(/[_.](\w)/g, (_, letter: string) => letter.toUpperCase())
