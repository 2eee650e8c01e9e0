import { knownKeys } from '#core/kernel/parse-input.ts'
import type { JsonSchema } from './openapi-schemas.ts'
import { hasDecision, type Operation } from './operation.ts'

const variables = /\{(\w+)\}/g

/** Where an answer has what the address of another call asks for. */
const AT: readonly { name: string; field: string; under: string }[] = [
  { name: 'id', field: 'id', under: '' },
  { name: 'address', field: 'wallet_address', under: '/wallets' },
]

/**
 * `links` of an answer: what can be called next with what this call answers: what is made or read, by its id or address; and the decision, read, replayed and
 * proved by its own.
 */
export function linksOf(operation: Operation, catalogue: readonly Operation[]): JsonSchema {
  if (operation.download) return {}
  const told = knownKeys(operation.response)
  const next = AT.filter(({ field }) => told.includes(field)).flatMap(({ name, field, under }) => {
    const objects = under || objectsOf(operation)
    if (objects === null || !operation.path.startsWith(objects)) return []
    return callsOn(`${objects}/{${name}}`, operation, catalogue).map((call) => link(call, name, `#/${field}`))
  })
  // What nobody makes by a call is found in its list.
  const listed =
    operation.method === 'get' && told.includes('data')
      ? callsOn(`${operation.path}/{id}`, operation, catalogue).map((call) => link(call, 'id', '#/data/0/id'))
      : []
  const decided = hasDecision(operation)
    ? callsOn('/decisions/{id}', operation, catalogue).map((call) => link(call, 'id', '#/decision/id'))
    : []
  const links = Object.fromEntries([...next, ...listed, ...decided])
  return Object.keys(links).length > 0 ? { links } : {}
}

const link = ({ id, summary }: Operation, name: string, at: string): [string, JsonSchema] => [
  id,
  { operationId: id, parameters: { [name]: `$response.body${at}` }, description: summary },
]

/** The address of the objects that a call makes one of, or reads one of; null for every other call. */
function objectsOf({ method, path }: Operation): string | null {
  if (method === 'post' && !path.includes('{')) return path
  return method === 'get' && path.endsWith('/{id}') ? path.slice(0, -'/{id}'.length) : null
}

/** Every other call on one object that needs nothing else in its address. */
const callsOn = (object: string, operation: Operation, catalogue: readonly Operation[]): Operation[] =>
  catalogue.filter(
    ({ id, path }) =>
      id !== operation.id && (path === object || path.startsWith(`${object}/`)) && [...path.matchAll(variables)].length === 1,
  )
