import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { loadCatalogue } from './catalogue.ts'
import { brunoCollection, postmanCollection } from './collections.ts'
import type { Operation } from './operation.ts'

let catalogue: Operation[]
beforeAll(async () => {
  catalogue = await loadCatalogue()
})

// What Postman's schema 2.1.0 and Bruno's collection schema require of the parts we write.
const variable = z.strictObject({ key: z.string(), value: z.string(), type: z.literal('string').optional() })
const postman = z.strictObject({
  info: z.strictObject({
    name: z.string(),
    description: z.string(),
    version: z.string(),
    schema: z.literal('https://schema.getpostman.com/json/collection/v2.1.0/collection.json'),
  }),
  auth: z.strictObject({ type: z.literal('bearer'), bearer: z.array(z.looseObject({ key: z.string() })) }),
  variable: z.array(variable),
  item: z.array(
    z.strictObject({
      name: z.string(),
      item: z.array(
        z.strictObject({
          name: z.string().min(1),
          request: z.strictObject({
            method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
            description: z.string(),
            header: z.array(z.strictObject({ key: z.string(), value: z.string() })),
            url: z.strictObject({
              raw: z.string().startsWith('{{base_url}}/'),
              host: z.tuple([z.literal('{{base_url}}')]),
              path: z.array(z.string().min(1)),
              query: z.array(variable).optional(),
              variable: z.array(variable).optional(),
            }),
            body: z
              .strictObject({
                mode: z.literal('raw'),
                raw: z.string(),
                options: z.strictObject({ raw: z.strictObject({ language: z.literal('json') }) }),
              })
              .optional(),
          }),
          response: z.array(z.never()),
        }),
      ),
    }),
  ),
})
const pair = z.strictObject({ name: z.string(), value: z.string(), type: z.enum(['query', 'path']), enabled: z.literal(true) })
const bruno = z.strictObject({
  name: z.string(),
  version: z.literal('1'),
  items: z.array(
    z.strictObject({
      type: z.literal('folder'),
      name: z.string(),
      seq: z.int().min(1),
      items: z.array(
        z.strictObject({
          type: z.literal('http-request'),
          name: z.string().min(1),
          seq: z.int().min(1),
          request: z.strictObject({
            url: z.string().startsWith('{{base_url}}/'),
            method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
            headers: z.array(z.never()),
            params: z.array(pair),
            auth: z.strictObject({ mode: z.literal('bearer'), bearer: z.strictObject({ token: z.literal('{{api_key}}') }) }),
            body: z.union([z.strictObject({ mode: z.literal('none') }), z.strictObject({ mode: z.literal('json'), json: z.string() })]),
            docs: z.string(),
          }),
        }),
      ),
    }),
  ),
  environments: z.array(
    z.strictObject({
      name: z.string(),
      variables: z.array(
        z.strictObject({ name: z.string(), value: z.string(), type: z.literal('text'), enabled: z.literal(true), secret: z.boolean() }),
      ),
    }),
  ),
  brunoConfig: z.looseObject({ version: z.literal('1'), type: z.literal('collection') }),
})

describe('collections', () => {
  it('hold every operation once, in the form that Postman reads', () => {
    const made = postman.parse(postmanCollection(catalogue, 'https://example.com'))
    const requests = made.item.flatMap((folder) => folder.item.map((item) => item.request))
    expect(requests.map((r) => `${r.method} /${r.url.path.join('/')}`).sort()).toEqual(
      catalogue.map((o) => `${o.method.toUpperCase()} ${o.path.replace(/\{(\w+)\}/g, ':$1')}`).sort(),
    )
    for (const request of requests) {
      if (request.body) JSON.parse(request.body.raw)
      const params = request.url.path.filter((part) => part.startsWith(':')).map((part) => part.slice(1))
      expect(request.url.variable?.map(({ key }) => key) ?? []).toEqual(params)
    }
  })

  it('hold every operation once, in the form that Bruno reads', () => {
    const made = bruno.parse(brunoCollection(catalogue, 'https://example.com'))
    const items = made.items.flatMap((folder) => folder.items)
    expect(items).toHaveLength(catalogue.length)
    for (const { request } of items) if (request.body.mode === 'json') JSON.parse(request.body.json)
    // A folder's file names come from the names of its requests.
    for (const folder of made.items) expect(new Set(folder.items.map((item) => item.name)).size).toBe(folder.items.length)
  })

  it('carry no key', () => {
    for (const made of [postmanCollection(catalogue, 'https://example.com'), brunoCollection(catalogue, 'https://example.com')])
      expect(JSON.stringify(made)).not.toMatch(/sw_(sandbox|production)_[0-9a-f]{8}/)
  })
})
