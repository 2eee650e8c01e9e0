import { loadCatalogue } from '#server/catalogue.ts'
import { publishedDocument } from '#server/openapi.ts'
import { type SdkCall, sdkCalls } from './calls.ts'
import { pascal } from './groups.ts'

/** The part of JSON Schema that the document has. */
export interface Schema {
  $ref?: string
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
  format?: string
}

/** One method with the schemas of what it takes and gives: null where there is none. */
export interface TypedCall extends SdkCall {
  /** The body, when it is JSON. */
  input: Schema | null
  /** The parameters of the query, by their name without brackets. */
  asked: Schema | null
  /** The answer, when it is JSON. */
  answer: Schema | null
}

/** One event: what `data.object` is. */
export interface EventShape {
  type: string
  when: string
  object: Schema
}

interface Described {
  parameters: { name?: string; in?: string; required?: boolean; schema?: Schema; description?: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
interface Document {
  paths: Record<string, Record<string, Described>>
  webhooks: Record<string, { post: { summary: string; requestBody: { content: Record<string, { schema: Schema }> } } }>
  components: { schemas: Record<string, Schema> }
}

/** The published document as the generators of typed SDKs read it. */
export interface Contract {
  calls: TypedCall[]
  /** Every named object and choice of words. */
  schemas: Record<string, Schema>
  events: EventShape[]
}

/** What generators make code of: the operations, the named schemas and the events of the document. */
export const readContract = (): Promise<Contract> => (contract ??= read())
let contract: Promise<Contract> | undefined

async function read(): Promise<Contract> {
  const document = publishedDocument(await loadCatalogue(), 'https://sealwright.example') as unknown as Document
  const calls = (await sdkCalls()).map((call): TypedCall => {
    const { parameters, requestBody, responses } = document.paths[call.path]![call.method]!
    const asked = parameters.filter((one) => one.in === 'query')
    const [, answered] = Object.entries(responses).find(([status]) => status.startsWith('2'))!
    return {
      ...call,
      input: call.body === 'json' ? requestBody!.content['application/json']!.schema : null,
      asked: asked.length
        ? {
            type: 'object',
            required: asked.filter((one) => one.required).map((one) => one.name!.replace('[]', '')),
            properties: Object.fromEntries(
              asked.map((one) => [
                one.name!.replace('[]', ''),
                { ...one.schema, ...(one.description && { description: one.description }) },
              ]),
            ),
          }
        : null,
      answer: answered.content?.['application/json']?.schema ?? null,
    }
  })
  const events = Object.entries(document.webhooks).map(([type, { post }]): EventShape => {
    const { data } = post.requestBody.content['application/json']!.schema.properties!
    const whole = (data!.anyOf ?? [data!]).find((one) => one.properties?.object)
    if (!whole) throw new Error(`The event ${type} does not say what it is about.`)
    return { type, when: post.summary.slice(post.summary.indexOf(':') + 1).trim(), object: whole.properties!.object! }
  })
  return { calls, schemas: document.components.schemas, events }
}

/** The name of what a reference points to. */
export const refName = (schema: Schema): string | null => schema.$ref?.slice(schema.$ref.lastIndexOf('/') + 1) ?? null

/** `wallets.verify` as `WalletsVerify`. */
export const placeOf = (call: SdkCall): string => [...call.resource, call.name].map(pascal).join('')

/** The name of the type of an event: `wallet.verified` as `WalletVerifiedEvent`. */
export const eventName = (type: string): string => `${type.split(/[._]/).map(pascal).join('')}Event`
