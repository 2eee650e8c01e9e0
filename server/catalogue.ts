import { z } from 'zod'
import { warning } from '#core/kernel/answers.ts'
import { addressPaths } from './addresses.ts'
import { hasEtag, type Operation } from './operation.ts'
import { operationModules } from './operation-modules.ts'

/** Every operation of the public API: one default export a file under server/api/v1. Sorted by id. */
export async function loadCatalogue(): Promise<Operation[]> {
  const found = (await operationModules()).map((each) => each.default).filter((o) => o !== undefined)
  const ids = new Set<string>()
  const routes = new Set<string>()
  for (const o of found) {
    const route = `${o.method} ${o.path}`
    if (ids.has(o.id) || routes.has(route)) throw new Error(`operation ${o.id} (${route}) is defined twice`)
    ids.add(o.id)
    routes.add(route)
  }
  for (const o of found) {
    const read = isChange(o) && readOf(o, found)
    if (read) o.read = read
    // In a path an address is any text: what is none is not found.
    const params = o.path.includes('{address}') ? [['address']] : []
    o.addresses = { params, body: addressPaths(o.body), query: addressPaths(o.query) }
    if (Object.values(o.addresses).some((paths) => paths.length > 0)) o.response = withWarningField(o.response)
  }
  return found.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** The answer may carry warnings about the addresses that were sent. */
function withWarningField(response: z.ZodType): z.ZodType {
  if (response instanceof z.ZodUnion) return z.union(response.options.map((one) => withWarningField(one as z.ZodType)))
  if (!(response instanceof z.ZodObject) || 'warnings' in response.shape || 'results' in response.shape) return response
  return response.extend({ warnings: z.array(warning).optional() })
}

const isChange = (o: Operation) => o.method !== 'get' && o.idempotent !== false

/** The read of the object that an operation is about: its path is that of the operation, or the beginning of it where it names the object. */
const readOf = (o: Operation, all: readonly Operation[]): Operation | undefined =>
  all.find(
    (one) =>
      one.method === 'get' &&
      hasEtag(one) &&
      (one.path.endsWith('}') ? `${o.path}/`.startsWith(`${one.path}/`) : o.method === 'put' && o.path === one.path),
  )
