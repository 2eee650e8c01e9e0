import { CURRENT_VERSION } from '#core/kernel/versions.ts'
import type { Operation } from './operation.ts'

const titles: Record<string, string> = {
  securities: 'Securities',
  stablecoins: 'Stablecoins',
  nfts: 'NFTs',
  defi: 'DeFi',
  gaming: 'Gaming',
  platform: 'Platform',
}

/** Operations by market, in the order of the reference. */
const byMarket = (catalogue: Operation[]) =>
  Object.entries(titles)
    .map(([id, title]) => ({ title, operations: catalogue.filter((operation) => operation.market === id) }))
    .filter(({ operations }) => operations.length > 0)

const bodyOf = (operation: Operation) => {
  const example = operation.examples.find((each) => each.request !== undefined)
  return operation.body ? JSON.stringify(example?.request ?? {}, null, 2) : null
}
const queryOf = (operation: Operation) => Object.entries(operation.examples.find((each) => each.query)?.query ?? {})
const paramsOf = (operation: Operation) =>
  [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name: name!,
    value: operation.examples.find((each) => each.params?.[name!])?.params?.[name!] ?? '',
  }))

/** The API as a Postman collection, format 2.1. Address and key are its variables. */
export function postmanCollection(catalogue: Operation[], publicUrl: string) {
  return {
    info: {
      name: 'Sealwright API',
      description: `Made from the operations of ${publicUrl}. Put a sandbox key into the variable api_key.`,
      version: CURRENT_VERSION,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{api_key}}', type: 'string' }] },
    variable: [
      { key: 'base_url', value: `${publicUrl}/api/v1`, type: 'string' },
      { key: 'api_key', value: '', type: 'string' },
    ],
    item: byMarket(catalogue).map(({ title, operations }) => ({
      name: title,
      item: operations.map((operation) => {
        const body = bodyOf(operation)
        const path = operation.path.slice(1).replace(/\{(\w+)\}/g, ':$1')
        const query = queryOf(operation)
        return {
          name: operation.summary,
          request: {
            method: operation.method.toUpperCase(),
            description: `${operation.description}\n\n${publicUrl}/developer/api-reference#${operation.id}`,
            header: body === null ? [] : [{ key: 'Content-Type', value: 'application/json' }],
            url: {
              raw: `{{base_url}}/${path}${query.length ? `?${new URLSearchParams(query)}` : ''}`,
              host: ['{{base_url}}'],
              path: path.split('/'),
              ...(query.length && { query: query.map(([key, value]) => ({ key, value })) }),
              ...(paramsOf(operation).length && { variable: paramsOf(operation).map(({ name, value }) => ({ key: name, value })) }),
            },
            ...(body !== null && { body: { mode: 'raw', raw: body, options: { raw: { language: 'json' } } } }),
          },
          response: [],
        }
      }),
    })),
  }
}

/** The API as a Bruno collection, in the form Bruno imports. Address and key are an environment of it. */
export function brunoCollection(catalogue: Operation[], publicUrl: string) {
  return {
    name: 'Sealwright API',
    version: '1',
    items: byMarket(catalogue).map(({ title, operations }, folder) => ({
      type: 'folder',
      name: title,
      seq: folder + 1,
      items: operations.map((operation, index) => {
        const body = bodyOf(operation)
        const query = queryOf(operation)
        const path = operation.path.replace(/\{(\w+)\}/g, ':$1')
        return {
          type: 'http-request',
          name: operation.summary,
          seq: index + 1,
          request: {
            url: `{{base_url}}${path}${query.length ? `?${new URLSearchParams(query)}` : ''}`,
            method: operation.method.toUpperCase(),
            headers: [],
            params: [
              ...query.map(([name, value]) => ({ name, value, type: 'query', enabled: true })),
              ...paramsOf(operation).map(({ name, value }) => ({ name, value, type: 'path', enabled: true })),
            ],
            auth: { mode: 'bearer', bearer: { token: '{{api_key}}' } },
            body: body === null ? { mode: 'none' } : { mode: 'json', json: body },
            docs: `${operation.description}\n\n${publicUrl}/developer/api-reference#${operation.id}`,
          },
        }
      }),
    })),
    environments: [
      {
        name: 'Sandbox',
        variables: [
          { name: 'base_url', value: `${publicUrl}/api/v1`, type: 'text', enabled: true, secret: false },
          { name: 'api_key', value: '', type: 'text', enabled: true, secret: true },
        ],
      },
    ],
    brunoConfig: { version: '1', name: 'Sealwright API', type: 'collection', ignore: ['node_modules', '.git'] },
  }
}
