import { eventJsonSchema } from '#core/record/events/event-schemas.ts'
import { EVENT_TYPES } from '#core/record/events/event-types.ts'
import { type JsonSchema, portable, withInstants, withWords } from './openapi-schemas.ts'

/** What the product sends by itself in this version: every event, with its schema and an example. */
export function webhooks(version: string): JsonSchema {
  return Object.fromEntries(
    [...EVENT_TYPES].map(([type, when]) => {
      const { $schema: _, title: __, examples, ...schema } = eventJsonSchema(type, version)
      const content = {
        'application/json': { schema: withWords(withInstants(portable(schema as JsonSchema))), example: (examples as unknown[])[0] },
      }
      const post = {
        operationId: `event.${type}`,
        summary: when ? `${type}: ${when}` : type,
        security: [],
        requestBody: { required: true, content },
        responses: { '2XX': { description: 'Received. Answer within 15 seconds; anything else is tried again.' } },
      }
      return [type, { post }]
    }),
  )
}
