import { z } from 'zod'
import { wordsFor } from './field-words.ts'
import { mapInner } from './openapi-components.ts'
import type { Operation } from './operation.ts'
import { toldWords } from './told-words.ts'

export type JsonSchema = Record<string, unknown>

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
    reused: 'inline',
  }) as JsonSchema
  return portable(json)
}

const isEmpty = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0

/** What says nothing: an object that is empty when left out is what one with no required field is anyway, and every whole number is within what JSON carries. */
const saysNothing = (key: string, value: unknown) =>
  (key === 'default' && isEmpty(value)) ||
  (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
  (key === 'maximum' && value === Number.MAX_SAFE_INTEGER)

/** A list of types, which generators of code refuse, as a choice between them. With null beside one type they know what to do. */
export function portable(schema: JsonSchema): JsonSchema {
  const { type, ...rest } = Object.fromEntries(Object.entries(schema).filter(([key, value]) => !saysNothing(key, value)))
  if (!Array.isArray(type) || type.filter((one) => one !== 'null').length < 2)
    return mapInner({ ...(type !== undefined && { type }), ...rest }, '', portable)
  const { description, examples, default: otherwise, ...limits } = rest
  return {
    anyOf: type.map((one: string) => ({ type: one, ...(one === 'string' && limits) })),
    ...(description !== undefined && { description }),
    ...(examples !== undefined && { examples }),
    ...(otherwise !== undefined && { default: otherwise }),
  }
}

/** The schema of an input, each field with what it means. */
export const askedSchema = (operation: Operation, schema: z.ZodType): JsonSchema =>
  withWords(described(schemaOf(schema, 'input'), operation.id, null) as JsonSchema)

/** The schema of an answer: stated facts are told in the words in which they are asked for, so that both are one component. */
export const answerSchema = (response: z.ZodType): JsonSchema => {
  const asAsked = (schema: JsonSchema): JsonSchema => {
    const inner = mapInner(schema, '', asAsked)
    const { compliance_facts: facts, ...others } = (inner.properties ?? {}) as Record<string, JsonSchema>
    if (!facts) return inner
    const names = Object.keys(inner.properties as JsonSchema)
    const told: Record<string, unknown> = { ...others, compliance_facts: described(facts, 'compliance_facts', 'compliance_facts') }
    return { ...inner, properties: Object.fromEntries(names.map((name) => [name, told[name]])) }
  }
  return withWords(withInstants(asAsked(schemaOf(response, 'output'))))
}

function described(schema: unknown, operation: string, room: string | null): unknown {
  if (Array.isArray(schema)) return schema.map((one) => described(one, operation, room))
  if (schema === null || typeof schema !== 'object') return schema
  const { properties, items, anyOf, ...rest } = schema as {
    properties?: Record<string, JsonSchema>
    items?: unknown
    anyOf?: unknown
  } & JsonSchema
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => {
          const words = property.description ? undefined : wordsFor(operation, room, name)
          // What a fact means does not depend on the operation that asks for it or tells it.
          const by = name === 'compliance_facts' ? name : operation
          return [name, { ...(words && { description: words }), ...(described(property, by, name) as JsonSchema) }]
        }),
      ),
    }),
    ...(items !== undefined && { items: described(items, operation, room) }),
    ...(anyOf !== undefined && { anyOf: described(anyOf, operation, room) }),
  }
}

/**
 * Each field with what it means, where neither its schema nor the call that asks for it says so. An object that several fields have stays
 * one component, so what is said of it is said of its own fields.
 */
export function withWords(schema: JsonSchema): JsonSchema {
  const inner = mapInner(schema, '', withWords)
  const fields = Object.entries((inner.properties ?? {}) as Record<string, JsonSchema>)
  if (fields.length === 0) return inner
  return {
    ...inner,
    properties: Object.fromEntries(
      fields.map(([name, field]) => {
        const words = field.description === undefined && field.properties === undefined ? toldWords(name) : undefined
        return [name, words === undefined ? field : { ...field, description: words }]
      }),
    ),
  }
}

/** What the product tells as an instant it tells in one form, RFC 3339 in UTC: a generator of clients then makes a time of it. */
export function withInstants(schema: JsonSchema): JsonSchema {
  const inner = mapInner(schema, '', withInstants)
  const fields = Object.entries((inner.properties ?? {}) as Record<string, JsonSchema>)
  if (!fields.some(([name, field]) => isInstant(name, field))) return inner
  return {
    ...inner,
    properties: Object.fromEntries(
      fields.map(([name, field]) => [name, isInstant(name, field) ? { ...field, format: 'date-time' } : field]),
    ),
  }
}

const isInstant = (name: string, { type, format, pattern, enum: words, const: word }: JsonSchema): boolean =>
  /(_at|^timestamp)$/.test(name) &&
  [type].flat().every((one) => one === 'string' || one === 'null') &&
  [type].flat().includes('string') &&
  [format, pattern, words, word].every((one) => one === undefined)
