import type { JsonSchema } from './json-schema-hints.ts'
import type { OpenApi } from './reference.ts'
import { codeOf } from './request-code.ts'

/** What the playground can call, read from the API's own OpenAPI document, and how it calls. */
export interface Callable {
  id: string
  /** Name of the function, for the nine of the product; operations without one are called by their path. */
  functionName: string | null
  label: string
  market: string
  method: string
  path: string
  /** Names of the query parameters. */
  query: string[]
}
/** What the form needs once a callable is chosen. */
export interface CallableDetail {
  /** What the body may hold; null without a body. */
  schema: JsonSchema | null
  examples: { name: string; summary: string; body: string }[]
}

/** The order in which the product names its functions. */
const functionOrder = [
  'offerings-create',
  'offerings-list',
  'investors-create',
  'transactions-create',
  'wallets-verify',
  'nfts-verify-creator',
  'defi-verify-wallet',
  'gaming-verify-age',
  'sanctions-check',
]
const rank = (name: string) => {
  const at = functionOrder.indexOf(name)
  return at < 0 ? functionOrder.length : at
}

export function callablesOf(document: OpenApi): Callable[] {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): Callable => ({
        id: operation.operationId,
        functionName: operation['x-function'] ?? null,
        label: operation.summary ?? operation.operationId,
        market: operation.tags?.[0] ?? 'platform',
        method: method.toUpperCase(),
        path: `/api/v1${path}`,
        query: (operation.parameters ?? []).flatMap((each) => ('name' in each && each.in === 'query' && each.name ? [each.name] : [])),
      }),
    ),
  )
  const named = all.filter((each) => each.functionName).sort((a, b) => rank(a.functionName!) - rank(b.functionName!))
  return [...named, ...all.filter((each) => !each.functionName)]
}

/** The body of one operation: its schema and its examples; null for an unknown id. */
export function callableDetail(document: OpenApi, id: string): CallableDetail | null {
  const operation = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .find((each) => each.operationId === id)
  if (!operation) return null
  const json = operation.requestBody?.content?.['application/json']
  return {
    schema: (json?.schema as JsonSchema | undefined) ?? null,
    examples: Object.entries(json?.examples ?? {}).map(([name, example]) => ({
      name,
      summary: example.summary ?? name,
      // What an example leaves open is filled with an offering that every sandbox has.
      body: JSON.stringify(example.value, null, 2).replaceAll('"off_…"', '"off_sandbox_open"'),
    })),
  }
}

const read = new Map<string, Promise<CallableDetail>>()
/** The detail of an operation, read once. Rejects when it cannot be read. */
export function readDetail(id: string): Promise<CallableDetail> {
  const known = read.get(id)
  if (known) return known
  const reading = fetch(`/developer/operations/${encodeURIComponent(id)}`).then(async (response) => {
    if (!response.ok) throw new Error(`The description of ${id} was answered with ${response.status}`)
    return (await response.json()) as CallableDetail
  })
  read.set(id, reading)
  reading.catch(() => read.delete(id))
  return reading
}

/** The parameters in braces. */
export const paramsOf = (callable: Callable) => [...callable.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)

/** The address a callable is sent to: its function, or its path with the parameters put in. */
export function addressOf(callable: Callable, params: Record<string, string>, query: string): string {
  const path = callable.functionName
    ? `/functions/v1/${callable.functionName}`
    : callable.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const asked = query.trim().replace(/^\?/, '')
  return asked ? `${path}?${asked}` : path
}

export interface PlaygroundRequest {
  method: string
  address: string
  body: string
  /** Empty: the signed-in person's session speaks. */
  key: string
  scenario: string
  /** Empty: the version that the key is pinned to. */
  version: string
}

export interface PlaygroundAnswer {
  result: { status: number; statusText: string; data: unknown }
  headers: [string, string][]
  ms: number
  bytes: number
  /** The key it was sent with, to read the decision again. */
  key: string
}

/** Sends the request as it stands: the body as typed, and none with GET. Throws only when nothing answered. */
export async function send(request: PlaygroundRequest): Promise<PlaygroundAnswer> {
  const started = performance.now()
  const response = await fetch(request.address, {
    method: request.method,
    headers: {
      'content-type': 'application/json',
      ...(request.key && { authorization: `Bearer ${request.key}` }),
      ...(request.scenario && { 'sandbox-scenario': request.scenario }),
      ...(request.version && { 'sealwright-version': request.version }),
    },
    ...(request.method === 'GET' ? {} : { body: request.body }),
  })
  const text = await response.text()
  const ms = Math.round(performance.now() - started)
  let data: unknown = text
  try {
    data = JSON.parse(text)
  } catch {
    // Not JSON: shown as it came.
  }
  return {
    result: { status: response.status, statusText: response.statusText, data },
    headers: [...response.headers],
    ms,
    bytes: new Blob([text]).size,
    key: request.key,
  }
}

/** The same request for a terminal. The key stays out of it. */
export const curlOf = (request: { method: string; address: string; body: string; origin: string; scenario?: string }): string =>
  codeOf('curl', {
    method: request.method,
    origin: request.origin,
    path: request.address,
    body: request.method === 'GET' ? '' : request.body,
    scenario: request.scenario,
  })
