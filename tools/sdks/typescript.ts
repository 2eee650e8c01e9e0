import { refName, type Schema } from './document.ts'

/** The type of a schema, with the names of the document. Objects that have none stand where they are used. */
export function typeOf(schema: Schema, indent = ''): string {
  const name = refName(schema)
  if (name) return name
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map((choice) => typeOf(choice, indent)))].join(' | ')
  if (schema.allOf) return schema.allOf.map((part) => `(${typeOf(part, indent)})`).join(' & ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type }, indent)).join(' | ')
  if (schema.prefixItems) return `[${schema.prefixItems.map((item) => typeOf(item, indent)).join(', ')}]`
  if (schema.type === 'array') {
    const item = typeof schema.items === 'object' ? typeOf(schema.items, indent) : 'unknown'
    return /[ |&]/.test(item) ? `(${item})[]` : `${item}[]`
  }
  if (schema.type === 'object') {
    if (Object.keys(schema.properties ?? {}).length) return `{\n${fieldsOf(schema, `${indent}  `)}${indent}}`
    if (schema.additionalProperties === false) return 'Record<string, never>'
    return `Record<string, ${typeof schema.additionalProperties === 'object' ? typeOf(schema.additionalProperties, indent) : 'unknown'}>`
  }
  if (schema.type === 'integer') return 'number'
  if (schema.type === 'string' || schema.type === 'number' || schema.type === 'boolean' || schema.type === 'null') return schema.type
  return 'unknown'
}

/** A named schema as a declaration. */
export function declarationOf(name: string, schema: Schema): string {
  const doc = docOf(schema, '')
  if (schema.type === 'object' && Object.keys(schema.properties ?? {}).length)
    return `${doc}export interface ${name} {\n${fieldsOf(schema, '  ')}}\n`
  return `${doc}export type ${name} = ${typeOf(schema)}\n`
}

/** Words as a comment, safe within one. */
export function comment(lines: string[], indent: string): string {
  const safe = lines.map((line) => line.replaceAll('*/', '*\\/'))
  if (!safe.length) return ''
  return safe.length === 1
    ? `${indent}/** ${safe[0]} */\n`
    : `${indent}/**\n${safe.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`
}

function fieldsOf(schema: Schema, indent: string): string {
  const lines = Object.entries(schema.properties ?? {}).map(([key, property]) => {
    const safe = /^[A-Za-z_]\w*$/.test(key) ? key : JSON.stringify(key)
    const optional = schema.required?.includes(key) ? '' : '?'
    return `${docOf(property, indent)}${indent}${safe}${optional}: ${typeOf(property, indent)}\n`
  })
  // What may hold more than is named here: a newer server says more, a customer's own fields come along.
  if (schema.additionalProperties !== false && schema.additionalProperties !== undefined) lines.push(`${indent}[more: string]: unknown\n`)
  return lines.join('')
}

const FORMATS: Record<string, string> = {
  'date-time': 'A time, RFC 3339',
  date: 'A day, YYYY-MM-DD',
  uri: 'An address',
  email: 'A mail address',
}

function docOf({ description, deprecated, format }: Schema, indent: string): string {
  const words = [deprecated && '@deprecated', description ?? FORMATS[format ?? '']].filter(Boolean).join(' ')
  return comment(words ? words.split('\n') : [], indent)
}

const literal = (value: unknown) => (typeof value === 'string' ? `'${value.replace(/['\\]/g, '\\$&')}'` : JSON.stringify(value))
