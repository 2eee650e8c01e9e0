import { olderAnswerSchema, olderInputSchema, shapeOf } from '#core/kernel/versions/convert.ts'
import { CURRENT_VERSION } from '#core/kernel/versions.ts'
import type { Paths } from './openapi-components.ts'

interface Json {
  [name: string]: unknown
}
interface Media {
  schema?: Json
  examples?: Record<string, { value?: unknown }>
}
type Content = Record<string, Media>

/** The operations as a version of the API has them: schemas and examples of what it says otherwise. */
export function olderPaths(paths: Paths, version: string): Paths {
  if (version === CURRENT_VERSION) return paths
  const older = (operation: Paths[string][string]) => {
    const id = operation.operationId
    const shape = shapeOf(version, id)
    if (!shape) return operation
    const { requestBody, responses } = operation
    const answers = Object.entries(responses).map(([status, response]) => [
      status,
      Number(status) < 300 && response.content ? { ...response, content: answered(response.content) } : response,
    ])
    const input = (media: Media): Media => (media.schema ? { ...media, schema: olderInputSchema(version, id, media.schema) } : media)
    return {
      ...operation,
      ...(requestBody && { requestBody: { ...requestBody, content: each(requestBody.content, input) } }),
      responses: Object.fromEntries(answers),
    }
    function answered(content: Content): Content {
      return each(content, (media) => ({
        ...media,
        ...(media.schema && { schema: olderAnswerSchema(version, id, media.schema) }),
        ...(media.examples && {
          examples: each(media.examples, (example) => ({ ...example, value: shape!.down(example.value) })),
        }),
      }))
    }
  }
  return each(paths, (methods) => each(methods, older))
}

const each = <T, R>(record: Record<string, T>, change: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
