import { expect, it } from 'vitest'
import { hintsFor, type JsonSchema, propertiesOf, schemaAt, valuesOf } from './json-schema-hints.ts'

const schema: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['wallet_address'],
  properties: {
    wallet_address: { type: 'string', minLength: 3 },
    level: { enum: ['basic', 'enhanced'], type: 'string', default: 'basic' },
    amount: { anyOf: [{ type: 'string' }, { type: 'number' }] },
    count: { type: 'integer', minimum: 1, maximum: 5 },
    kyc_data: { type: 'object', additionalProperties: false, properties: { country: { type: 'string', maxLength: 2 } } },
    documents: { type: 'array', items: { type: 'object', required: ['kind'], properties: { kind: { const: 'passport' } } } },
    metadata: { type: 'object', additionalProperties: { type: 'string' } },
  },
}
const said = (value: unknown) => hintsFor(value, schema).map(({ path, message }) => `${path.join('.')}: ${message}`)

it('says nothing about a body that fits', () => {
  expect(
    said({
      wallet_address: '0x1',
      level: 'basic',
      amount: 5,
      count: 5,
      kyc_data: { country: 'US' },
      documents: [{ kind: 'passport' }],
      metadata: { any: 'x' },
    }),
  ).toEqual([])
})

it('names what is missing, unknown, of the wrong kind or out of range, with the nearest name', () => {
  expect(said({ wallet_adress: '0x1' })).toEqual([
    ': wallet_address is required.',
    'wallet_adress: There is no field wallet_adress. Did you mean wallet_address?',
  ])
  expect(said({ wallet_address: 5 })).toEqual(['wallet_address: This is integer; expected string.'])
  expect(said({ wallet_address: '0x1', level: 'enhanceed' })).toEqual(['level: Not one of basic, enhanced. Did you mean enhanced?'])
  expect(said({ wallet_address: '0x1', count: 9 })).toEqual(['count: At most 5.'])
  expect(said({ wallet_address: '0x1', kyc_data: { country: 'USA' } })).toEqual(['kyc_data.country: At most 2 characters.'])
  expect(said({ wallet_address: '0x1', documents: [{}] })).toEqual(['documents.0: kind is required.'])
  expect(said([])).toEqual([': This is array; expected object.'])
})

it('finds what can be written at a place', () => {
  expect(propertiesOf(schemaAt(schema, ['kyc_data'])!).map(({ name }) => name)).toEqual(['country'])
  expect(propertiesOf(schemaAt(schema, ['documents', 0])!).map(({ name, required }) => [name, required])).toEqual([['kind', true]])
  expect(valuesOf(schemaAt(schema, ['level'])!)).toEqual(['basic', 'enhanced'])
  expect(schemaAt(schema, ['absent'])).toBeNull()
})
