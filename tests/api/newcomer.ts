import type { Answer } from './harness.ts'

// Somebody who has read nothing but the OpenAPI document.

// biome-ignore lint/suspicious/noExplicitAny: a JSON document, walked.
type Document = any
export type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>

export interface Step {
  id: string
  method: string
  path: string
  body: unknown
  answer: Answer
}

const IDS = /"([a-z]{3})_[0-9a-z]{26}"/g
/** Asked last: they end what the others need. */
const LAST = /revoke|reset|restore|rotate|cancel|decline|refund|erasures.create|clock_move|lists_delta|offerings.(pause|open|close)/

/**
 * Calls every operation of the document with its example, filling in ids that earlier answers showed, and again in a later
 * round while it is refused. Returns the last call of each operation.
 */
export async function driveEverything(
  document: Document,
  call: Call,
  own: Record<string, string> = {},
  rounds = 4,
): Promise<Map<string, Step>> {
  const steps = new Map<string, Step>()
  const ids = new Map(Object.entries(own))
  const operations = Object.entries(document.paths as Record<string, Record<string, Document>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation, id: operation.operationId as string })),
  )
  operations.sort((a, b) => rank(a) - rank(b))
  for (let round = 0; round < rounds; round++) {
    for (const { path, method, operation, id } of operations) {
      const before = steps.get(id)?.answer.status ?? 0
      const more = Object.keys((Object.values(operation.requestBody?.content ?? {})[0] as Document)?.examples ?? {}).length > round
      if ((before >= 200 && before < 300 && !(more && round > 0)) || ((LAST.test(id) || method === 'delete') && round < rounds - 1))
        continue
      const parameters = operation.parameters.filter((p: Document) => p.in === 'path')
      const values = parameters.map((p: Document) => [p.name, fill(p.example ?? p.schema.examples?.[0], ids)] as const)
      const content = operation.requestBody && (Object.entries(operation.requestBody.content)[0] as [string, Document])
      const examples = Object.values(content?.[1].examples ?? {}).map((e) => (e as Document).value)
      const example = content && (examples[round % Math.max(1, examples.length)] ?? content[1].example ?? {})
      const body = fill(example, ids)
      if (values.some(([, value]: [string, unknown]) => value === undefined) || (content && body === undefined)) continue
      const address = path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(values.find(([n]: [string]) => n === name)![1] as string),
      )
      const query = operation.parameters.filter((p: Document) => p.in === 'query' && (p.required || p.example !== undefined))
      const search = query.map((p: Document) => `${p.name}=${encodeURIComponent(String(p.example ?? p.schema.examples?.[0]))}`).join('&')
      const whole = address + (search && `?${search}`)
      const answer = await call(method.toUpperCase(), whole, body, content ? { 'content-type': content[0] } : {})
      if (!(before >= 200 && before < 300) || answer.status < 300)
        steps.set(id, { id, method: method.toUpperCase(), path: whole, body, answer })
      if (answer.status < 300) for (const [found, prefix] of answer.text.matchAll(IDS)) ids.set(prefix!, found.slice(1, -1))
    }
  }
  return steps
}

/** New things first, then reads, then what ends things, and what changes the whole sandbox at the very end. */
const rank = ({ method, id }: { method: string; id: string }) =>
  id === 'sandbox.reset'
    ? 6
    : id === 'sandbox.snapshot_delete'
      ? 5
      : id === 'sandbox.restore'
        ? 4
        : // What an offer names may have been superseded meanwhile: it is not to be ended in its place.
          method === 'delete' || id === 'offerings.close' || id === 'credential_offers.cancel'
          ? 3
          : LAST.test(id)
            ? 2
            : method === 'post'
              ? 0
              : 1

/** The example with ids of one's own in its blanks; undefined when one is not known yet. */
function fill(value: unknown, ids: Map<string, string>): unknown {
  if (value === undefined) return undefined
  let missing = false
  const text = JSON.stringify(value).replace(/"([a-z]{3})_…"/g, (_, prefix: string) => {
    const known = ids.get(prefix)
    missing ||= known === undefined
    return JSON.stringify(known ?? '')
  })
  const hook = ids.get('https://example.com/webhooks')
  if (hook) return missing ? undefined : JSON.parse(text.replace('https://example.com/webhooks', hook))
  return missing ? undefined : JSON.parse(text)
}
