import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField } from '#core/kernel/errors.ts'
import { requirePermission } from '#core/kernel/permissions.ts'
import { hasDecision, type Operation, readVerbInput } from './operation.ts'

/** What an answer names by an id beside it, and the read that brings it along. */
const READS: Readonly<Record<string, string>> = {
  case: 'cases.get',
  credential: 'credentials.get',
  decision: 'decisions.get',
  evidence: 'evidence.get',
  investment: 'investments.get',
  investor: 'investors.get',
  offering: 'offerings.get',
  session: 'identity_sessions.get',
  venue: 'venues.get',
}
/** So many names follow each other in one path, `decision.rules` being two. */
export const DEPTH = 3
export const ALL_RULES_PATH = 'decision.rules'

/** Objects of an answer that can be brought along: each by its name, with the read that answers it. */
export type Expandable = ReadonlyMap<string, Operation>

type Shape = Record<string, z.ZodType>
const shapesOf = (schema: z.ZodType): Shape[] =>
  schema instanceof z.ZodUnion
    ? schema.options.flatMap((one) => shapesOf(one as z.ZodType))
    : schema instanceof z.ZodObject
      ? [schema.shape as Shape]
      : []
const elementOf = (schema: z.ZodType | undefined): z.ZodType | null => (schema instanceof z.ZodArray ? (schema.element as z.ZodType) : null)

/** The objects that an answer is about: itself, or the rows of its list. */
function subjectsOf(response: z.ZodType): Shape[] {
  return shapesOf(response).flatMap((shape) => {
    const rows = elementOf(shape.data) ?? elementOf(shape.results)
    return rows ? shapesOf(rows) : [shape]
  })
}

/** What an operation's answer can bring along. What it answers or takes by that name itself stays its own. */
export function expandableOf(operation: Operation, all: ReadonlyMap<string, Operation>): Expandable {
  if (operation.download) return new Map()
  const shapes = subjectsOf(operation.response)
  const own = ownValues(operation)
  return new Map(
    Object.entries(READS).flatMap(([name, id]) => {
      const read = all.get(id)
      const isNamed = shapes.some((shape) => `${name}_id` in shape) && !shapes.some((shape) => name in shape) && !own.includes(name)
      return read && read !== operation && isNamed ? [[name, read] as const] : []
    }),
  )
}

/** The values of an operation's own `expand`. */
function ownValues({ query }: Operation): string[] {
  const { expand } = ((query as z.ZodObject | undefined)?.shape ?? {}) as { expand?: z.ZodType }
  let schema = expand
  while (schema instanceof z.ZodOptional) schema = schema.unwrap() as z.ZodType
  const element = elementOf(schema)
  return element instanceof z.ZodEnum ? (element.options as string[]) : []
}

/** Every value of `expand[]` that an operation takes, in their order. Nothing is brought along within itself. */
export function expandPaths(operation: Operation, depth = DEPTH, within: readonly string[] = []): string[] {
  const objects = [...(operation.expandable ?? [])].filter(([name]) => !within.includes(name))
  const deeper = objects.flatMap(([name, read]) => [
    name,
    ...(depth > 1 ? expandPaths(read, depth - 1, [...within, name]).map((path) => `${name}.${path}`) : []),
  ])
  return [...ownValues(operation), ...(hasDecision(operation) && depth > 1 ? [ALL_RULES_PATH] : []), ...deeper].toSorted()
}

/** What a call asks to be brought along. */
export interface Expansion {
  rules: boolean
  /** For the verb itself. */
  own: string[]
  objects: Map<string, { read: Operation; more: Expansion }>
}

const NOTHING: Expansion = { rules: false, own: [], objects: new Map() }

/** Reads the values of `expand[]`. Throws `validation_failed` naming those that the operation takes. */
export function readExpand(operation: Operation, values: readonly unknown[]): Expansion {
  if (!values.length) return NOTHING
  const known = expandPaths(operation)
  for (const value of values)
    if (typeof value !== 'string' || !known.includes(value))
      throw invalidField(
        '/expand',
        'invalid_enum',
        known.length
          ? `expand[] takes here: ${known.slice(0, 12).join(', ')}${known.length > 12 ? ' and more, see the reference' : ''}.`
          : 'Nothing can be brought along here: leave expand[] out.',
        known.find((path) => typeof value === 'string' && path.startsWith(value.slice(0, 4))) ?? known[0],
      )
  return sorted(operation, values as string[])
}

function sorted(operation: Operation, paths: readonly string[]): Expansion {
  const own = ownValues(operation)
  const asked: Expansion = { rules: paths.includes(ALL_RULES_PATH) && hasDecision(operation), own: [], objects: new Map() }
  const deeper = new Map<string, string[]>()
  for (const path of paths) {
    const [name = '', ...rest] = path.split('.')
    if (own.includes(path)) asked.own.push(path)
    else if (operation.expandable?.has(name)) deeper.set(name, [...(deeper.get(name) ?? []), ...(rest.length ? [rest.join('.')] : [])])
  }
  for (const [name, more] of deeper) {
    const read = operation.expandable!.get(name)!
    asked.objects.set(name, { read, more: sorted(read, more) })
  }
  return asked
}

/** Whether something more than the verb itself answers is asked for. */
export const asksMore = ({ rules, objects }: Expansion): boolean => rules || objects.size > 0

/** Refuses, before anything is done, what the caller may not read. Throws `insufficient_scope` and its like. */
export function requireReadable(ctx: Ctx, { objects }: Expansion): void {
  for (const { read, more } of objects.values()) {
    requirePermission(ctx, read.permission)
    requireReadable(ctx, more)
  }
}

/** So many objects are brought along in one answer, so that one call is not the work of thousands. */
export const MOST_OBJECTS = 200

/**
 * The answer with what was asked for in it: every rule of its decision, and each object beside the id that names it, read as the caller
 * would read it; null where nothing is named or it is not there any more. `shaped` gives an answer of an operation in the caller's version.
 * Throws `validation_failed` where it would be more than `MOST_OBJECTS`.
 */
export async function withAsked(
  body: object,
  asked: Expansion,
  { ctx, shaped, withRules }: { ctx: Ctx; shaped: (read: Operation, body: unknown) => unknown; withRules: (body: unknown) => unknown },
): Promise<object> {
  const known = new Map<string, Promise<unknown>>()
  const readOne = async (read: Operation, id: string, more: Expansion): Promise<unknown> => {
    try {
      const input = readVerbInput(read, { id }, more.own.length ? { expand: more.own } : {})
      const answer = await read.answer({ ctx: { ...ctx, idempotency: null }, input })
      return await filled(shaped(read, answer) as object, more)
    } catch (error) {
      if (error instanceof AppError && error.status === 404) return null
      throw error
    }
  }
  const one = (read: Operation, id: string, more: Expansion): Promise<unknown> => {
    // The same object is asked for one thing in one place of the path, so its read and what follows name it.
    const key = `${read.id} ${id} ${JSON.stringify([...more.objects.keys(), ...more.own, more.rules])}`
    const found = known.get(key) ?? readOne(read, id, more)
    if (!known.has(key) && known.size >= MOST_OBJECTS)
      throw invalidField(
        '/expand',
        'too_many',
        `At most ${MOST_OBJECTS} objects are brought along in one answer: ask for fewer rows by limit.`,
      )
    known.set(key, found)
    return found
  }
  const filledOne = async (row: Record<string, unknown>, { objects }: Expansion): Promise<object> => {
    const found: Record<string, unknown> = {}
    for (const [name, { read, more }] of objects) {
      const id = row[`${name}_id`]
      if (id !== undefined) found[name] = typeof id === 'string' ? await one(read, id, more) : null
    }
    return { ...row, ...found }
  }
  const filled = async (whole: object, wanted: Expansion): Promise<object> => {
    const told = (wanted.rules ? withRules(whole) : whole) as Record<string, unknown>
    if (!wanted.objects.size) return told
    const list = (['data', 'results'] as const).find((name) => Array.isArray(told[name]))
    if (!list) return filledOne(told, wanted)
    const rows: object[] = []
    for (const row of told[list] as Record<string, unknown>[]) rows.push(await filledOne(row, wanted))
    return { ...told, [list]: rows }
  }
  return filled(body, asked)
}
