import type { Paths } from './openapi-components.ts'
import type { JsonSchema } from './openapi-schemas.ts'
import type { Operation } from './operation.ts'

interface Described {
  $ref?: string
  anyOf?: Described[]
  oneOf?: Described[]
  items?: Described
  properties?: Record<string, Described>
}

const refName = ({ $ref }: Described): string | undefined => $ref?.slice($ref.lastIndexOf('/') + 1)

/** The named schemas, with a field for each object that `expand[]` brings along beside the id that names it. */
export function withExpandedFields(
  catalogue: readonly Operation[],
  paths: Paths,
  schemas: Record<string, JsonSchema>,
): Record<string, JsonSchema> {
  const all: Record<string, JsonSchema> = { ...schemas }
  const answerOf = ({ path, method, status }: Operation): Described =>
    (paths[path]?.[method]?.responses[status]?.content?.['application/json']?.schema ?? {}) as Described
  const choices = (schema: Described): Described[] =>
    (schema.anyOf ?? schema.oneOf ?? [schema]).flatMap((one) => (one === schema ? [one] : choices(one)))
  /** Names of the objects that an answer is about: itself, or the rows of its list. */
  const subjects = (schema: Described): string[] =>
    choices(schema).flatMap((one) => {
      const name = refName(one)
      const { data, results } = (name ? (schemas[name] as Described) : one)?.properties ?? {}
      const rows = data?.items ?? results?.items
      return rows ? subjects(rows) : (name ?? [])
    })
  for (const operation of catalogue)
    for (const [field, read] of operation.expandable ?? [])
      for (const name of subjects(answerOf(operation))) {
        const { properties } = all[name] as { properties?: JsonSchema }
        if (!properties || !(`${field}_id` in properties) || field in properties) continue
        // A cycle for whoever fills in references: `x-expands` says where to stop.
        const told = {
          'x-expands': read.id,
          anyOf: [...choices(answerOf(read)), { type: 'null' }],
          description: `With expand[]=${field}: what ${field}_id names; null where there is nothing, or nothing any more`,
        }
        all[name] = { ...all[name], properties: { ...properties, [field]: told } }
      }
  return all
}
