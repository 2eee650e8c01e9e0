import { expect, it } from 'vitest'
import { mentions, operationsOf } from './reference.ts'

const [operation] = operationsOf({
  paths: {
    '/things/{id}': {
      patch: {
        operationId: 'things.update',
        tags: ['defi'],
        'x-scope': 'things:write',
        parameters: [
          { $ref: '#/components/parameters/XRequestId' },
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
        ],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['size'],
                properties: {
                  size: { type: 'integer', minimum: 1, maximum: 10 },
                  far: { type: 'integer', minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
                  parts: { type: 'array', items: { type: 'object', properties: { colour: { enum: ['red', 'blue'] } } } },
                },
              },
              examples: { one: { value: { size: 3 } } },
            },
          },
        },
        responses: {
          200: {
            content: {
              'application/json': {
                schema: { type: 'object', properties: { id: { type: 'string' } } },
                examples: { one: { value: { id: 't' } } },
              },
            },
          },
          409: { description: '`conflict`: In conflict\n\n`busy`: Busy' },
        },
      },
    },
  },
})

it('an operation is read with its constraints, answer, errors and nested fields', () => {
  expect(operation).toMatchObject({
    method: 'PATCH',
    path: '/v1/things/{id}',
    parameters: [{ name: 'id', in: 'path', required: true }],
    answer: { status: '200', fields: [{ name: 'id' }], example: { id: 't' } },
    errors: [
      { status: '409', code: 'conflict', title: 'In conflict' },
      { status: '409', code: 'busy', title: 'Busy' },
    ],
    example: { size: 3 },
  })
  expect(operation!.fields).toEqual([
    { name: 'size', type: 'integer', required: true, note: '1 to 10.' },
    { name: 'far', type: 'integer', required: false, note: '' },
    { name: 'parts', type: 'array of object', required: false, note: '' },
    { name: 'parts[].colour', type: 'enum', required: false, note: 'One of red, blue.' },
  ])
})

it('a search looks at everything and wants every word', () => {
  for (const words of ['things', 'busy', 'colour', 'THINGS:write', 'patch size']) expect(mentions(operation!, words)).toBe(true)
  expect(mentions(operation!, 'things absent')).toBe(false)
})
