import type { z } from 'zod'
import { loadCatalogue } from '#server/catalogue.ts'
import { hasDecision, type Method, type Operation } from '#server/operation.ts'

/** One method of an SDK, as each language's generator needs it. */
export interface SdkCall {
  /** That of the operation, such as `sanctions.bulk.create`. */
  id: string
  /** Where it hangs on the client, such as ['sanctions', 'bulk']. */
  resource: string[]
  /** Its name in snake case; each language spells it its own way. */
  name: string
  method: Method
  /** Below /api/v1, with parameters in braces. */
  path: string
  /** Path parameters in their order. */
  params: string[]
  /** Names of query parameters. */
  query: string[]
  /** Those of the query that may be given several times. */
  lists: string[]
  /** JSON: an object is sent; file: the body is a file of one of `mediaTypes`; none: nothing is sent. */
  body: 'json' | 'file' | 'none'
  mediaTypes: readonly string[]
  /** The answer is a list with `data`, `has_more` and `next_cursor`. */
  paged: boolean
  /** The answer is a file and not JSON. */
  download: boolean
  /** A write that may be sent again under one Idempotency-Key. */
  idempotent: boolean
  /** The answer has a decision: `expand[]` brings all of its rules, and a POST may ask for a refusal by `on_deny`. */
  decides: boolean
  summary: string
  /** What it does, when it is refused and where it is described, in lines of at most 110 characters. */
  words: string[]
}

/** Every operation of the API as a method of an SDK, sorted by its place. */
export async function sdkCalls(): Promise<SdkCall[]> {
  return (await loadCatalogue()).map((operation) => {
    const names = operation.id.split('.')
    const shape = (operation.query as z.ZodObject | undefined)?.shape ?? {}
    const query = Object.keys(shape)
    return {
      id: operation.id,
      resource: names.slice(0, -1),
      name: names.at(-1)!,
      method: operation.method,
      path: operation.path,
      params: [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!),
      query,
      lists: query.filter((name) => isList(shape[name] as z.ZodType)),
      body: operation.upload ? 'file' : operation.body ? 'json' : 'none',
      mediaTypes: operation.upload?.types ?? operation.download?.types ?? [],
      paged: operation.method === 'get' && query.includes('cursor') && !operation.download,
      download: operation.download !== undefined,
      idempotent: operation.method === 'post' && operation.idempotent !== false,
      decides: hasDecision(operation),
      summary: operation.summary,
      words: wordsOf(operation),
    }
  })
}

const LINE = 110

function wordsOf({ id, summary, description, errors }: Operation): string[] {
  const refused = errors.length ? `Refused with: ${errors.join(', ')}.` : ''
  return [`${summary}.`, description, refused, `Reference: /developer/api-reference#${id}`].filter(Boolean).flatMap(wrap)
}

/** In lines that break between words only. */
function wrap(text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < LINE) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** A list, also an optional one. */
function isList(schema: z.ZodType): boolean {
  const { type, innerType } = schema._zod.def as { type: string; innerType?: z.ZodType }
  return type === 'array' || (innerType !== undefined && isList(innerType))
}
