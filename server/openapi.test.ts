import { readFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { inlined } from '#app/lib/openapi-refs.ts'
import { AppError } from '#core/kernel/errors.ts'
import { country, currency, decimal, walletAddress } from '#core/kernel/fields.ts'
import { knownKeys, parseInput } from '#core/kernel/parse-input.ts'
import { NOUNS } from '#core/kernel/states.ts'
import { CHANGES } from '#core/kernel/versions/convert.ts'
import { API_VERSIONS, CURRENT_VERSION, FIRST_VERSION } from '#core/kernel/versions.ts'
import { eventSchema } from '#core/record/events/event-schemas.ts'
import type { EventType } from '#core/record/events/event-types.ts'
import { loadCatalogue } from './catalogue.ts'
import { openApiDocument, publishedDocument } from './openapi.ts'
import { mapAll, mapInner, type Paths, type Visit } from './openapi-components.ts'
import recordedAnswers from './recorded-answers.json' with { type: 'json' }

type Json = Record<string, unknown>

const catalogue = await loadCatalogue()
const whole = openApiDocument(catalogue, 'https://sealwright.example') as Json & { paths: Json }
type Published = Json & {
  paths: Record<string, Record<string, { operationId: string }>>
  webhooks: Json
  components: { schemas: Record<string, Json> }
}
const published = publishedDocument(catalogue, 'https://sealwright.example') as Published

/** Every object in a document, with where it is. */
function* walk(value: unknown, at = ''): Generator<[string, Json]> {
  if (value === null || typeof value !== 'object') return
  if (!Array.isArray(value)) yield [at, value as Json]
  for (const [key, inner] of Object.entries(value)) yield* walk(inner, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
}
const isSample = (at: string) => /\/(example|examples|default)(\/|$)/.test(at)

const pointed = (document: unknown, ref: string) =>
  ref
    .slice(2)
    .split('/')
    .reduce((at, part) => (at as Json | undefined)?.[part.replaceAll('~1', '/').replaceAll('~0', '~')], document as unknown)

test('A3 the document is OpenAPI 3.1, and every reference in it leads somewhere', async () => {
  expect(published.openapi).toBe('3.1.0')
  expect((await new Validator().validate(structuredClone(published))).errors).toBeUndefined()
  const refs = [...walk(published)].flatMap(([at, { $ref }]) => (typeof $ref === 'string' ? [[at, $ref] as const] : []))
  expect(refs.filter(([, ref]) => !ref.startsWith('#/components/') || pointed(published, ref) === undefined)).toEqual([])
  expect([...walk(published)].filter(([at, schema]) => !isSample(at) && '$defs' in schema).map(([at]) => at)).toEqual([])
})

test('no two components have one name to a generator, which goes by their titles', () => {
  const named = Object.entries(published.components.schemas).map(([name, { title }]) => (typeof title === 'string' ? title : name))
  expect(named.filter((name, i) => named.indexOf(name) !== i)).toEqual([])
})

test('the same words are one component, and each place keeps what it says of them', () => {
  const choices = Object.entries(published.components.schemas).filter(([, schema]) => Array.isArray(schema.enum))
  const byWords = Map.groupBy(choices, ([, schema]) => JSON.stringify((schema.enum as string[]).toSorted()))
  expect([...byWords.values()].filter((same) => same.length > 1).map((same) => same.map(([name]) => name))).toEqual([])
  expect(choices.filter(([, schema]) => 'description' in schema || 'default' in schema)).toEqual([])
  const beside = [...walk(published.paths)].filter(([, schema]) => '$ref' in schema && 'description' in schema)
  expect(beside.length).toBeGreaterThan(10)
})

test('A3 no choice of words has the name that generators give to a word which stands alone', () => {
  const { schemas } = published.components
  const alone = [...JSON.stringify(published).matchAll(/"const":"([a-z_.]+)"/g)].map(([, word]) =>
    word!.replace(/(?:^|[_.])([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  )
  expect(alone).toContain('InvestorStatus')
  expect(alone.filter((name) => Array.isArray(schemas[name]?.enum))).toEqual([])
})

test('A17 what says nothing, or what another field says too, is marked deprecated and names what to read instead', () => {
  const plain = openApiDocument(catalogue, 'https://sealwright.example') as unknown as Paths & { paths: Paths }
  const parts: string[] = []
  const deprecated = new Set<string>()
  const look: Visit = (schema, place) => {
    for (const [name, field] of Object.entries((schema.properties ?? {}) as Record<string, Json>)) {
      if (field.deprecated) deprecated.add(name)
      if (field.deprecated) expect([place, name, typeof field.description]).toEqual([place, name, 'string'])
      if (name === 'success' && !/(Answer|Input)\d*$/.test(place) && !field.deprecated) parts.push(place)
    }
    return mapInner(schema, place, look)
  }
  mapAll(plain.paths, look)
  expect(parts).toEqual([])
  expect([...deprecated]).toContain('success')
  // An answer that is part of no other keeps it as it was.
  const { properties } = published.components.schemas.SandboxReset as { properties: { success: Json } }
  expect(properties.success.deprecated).toBeUndefined()
})

test('A3 nothing has two types, but for null, and nothing has a name that something else has', () => {
  const two = [...walk(published)].filter(
    ([at, { type }]) => !isSample(at) && Array.isArray(type) && type.filter((one) => one !== 'null').length !== 1,
  )
  expect(two.map(([at]) => at)).toEqual([])
  const ids = Object.values(published.paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
  const plain = (name: string) => name.replace(/[^A-Za-z0-9]/g, '').toLowerCase()
  const { schemas } = published.components
  // What generators of code name types after: schemas, and their fields that have a type of their own.
  const fields = Object.entries(schemas).flatMap(([name, { properties }]) =>
    Object.entries((properties ?? {}) as Record<string, Json>).flatMap(([field, schema]) =>
      schema.enum || schema.properties ? [name + field] : [],
    ),
  )
  const names = [...Object.keys(schemas), ...fields].map(plain)
  expect([ids.map(plain), names].flatMap((all) => all.filter((name, i) => all.indexOf(name) !== i))).toEqual([])
})

test.each(API_VERSIONS)('A3 with its names filled in, the published document of %s says what the operations say', async (version) => {
  const [named, filled] = [publishedDocument, openApiDocument].map((make) => make(catalogue, 'https://sealwright.example', version))
  expect((named as Published).info).toMatchObject({ version })
  expect(inlined(named as Published).paths).toEqual(inlined(filled as Published).paths)
  // A tenth of it says what fields mean.
  expect(JSON.stringify(named).length).toBeLessThan(2_400_000)
  expect((await new Validator().validate(structuredClone(named!))).errors).toBeUndefined()
})

test('the document of the first version has what the present one has no more, there where a change says so and nowhere else', () => {
  const older = openApiDocument(catalogue, 'https://sealwright.example', FIRST_VERSION) as typeof whole
  const operations = ({ paths }: { paths: Json }) =>
    Object.values(paths as Record<string, Record<string, Json>>).flatMap((methods) => Object.values(methods))
  const now = new Map(operations(whole).map((one) => [one.operationId, JSON.stringify(one)]))
  const changed = operations(older).filter((one) => now.get(one.operationId) !== JSON.stringify(one))
  const named = Object.values(CHANGES)
    .flat()
    .flatMap(({ answers, inputs }) => [...Object.keys(answers), ...inputs])
  // Events in answers have a version of their own, which their examples show.
  const events = ['events.get', 'events.list', 'events.stream']
  expect(changed.map((one) => one.operationId).toSorted()).toEqual([...new Set([...named, ...events])].toSorted())
  const names = (document: typeof whole) => JSON.stringify(document).match(/"(token_quantity|regulation_type|sealwrighted_by)"/g) ?? []
  // What is left of them is an input: an offering may be made with either name.
  expect(new Set(names(whole))).toEqual(new Set(['"regulation_type"']))
  expect(new Set(names(older))).toEqual(new Set(['"token_quantity"', '"regulation_type"', '"sealwrighted_by"']))
  const told = (document: typeof whole, type: string) => JSON.stringify((document.webhooks as Json)[type])
  for (const { events, field, after } of CHANGES['2026-11-27']!)
    for (const type of events === '*' ? ['holding.frozen', 'user.role_changed'] : events) {
      expect([type, field, told(older, type).includes(`"${field}"`)]).toEqual([type, field, true])
      if (after) expect([type, field, told(whole, type).includes(`"${field}"`)]).toEqual([type, field, false])
    }
})

test('A20 links lead from what is made or read to every call on it, by fields that the answers have', () => {
  const operations = Object.values(whole.paths as Record<string, Record<string, Json>>).flatMap((methods) => Object.values(methods))
  const paths = new Map(catalogue.map(({ id, path }) => [id, path]))
  const linked = new Set<string>()
  const broken: string[] = []
  for (const { operationId, responses } of operations)
    for (const { links, content } of Object.values(responses as Record<string, { links?: Record<string, Json>; content?: Json }>))
      for (const { operationId: to, parameters } of Object.values(links ?? {}) as { operationId: string; parameters: Json }[]) {
        linked.add(to)
        const [[name, from], ...more] = Object.entries(parameters) as [[string, string], ...unknown[]]
        const { schema } = (content as Record<string, { schema: Json }>)['application/json']!
        const [field] = from.slice('$response.body#/'.length).split('/')
        const forms = [schema, ...((schema.anyOf ?? schema.oneOf ?? []) as Json[])]
        const has = forms.some(({ properties }) => properties && field! in (properties as Json))
        if (!has || more.length || !paths.get(to)?.includes(`{${name}}`)) broken.push(`${operationId} to ${to} by ${from}`)
      }
  expect(broken).toEqual([])
  const named = catalogue.filter(({ path }) => [...path.matchAll(/\{/g)].length === 1)
  const unreached = named.filter(({ id }) => !linked.has(id)).map(({ id }) => id)
  // Their ids stand elsewhere: in a plan, in the key's own answer, in the name of a provider.
  const others = ['identity_providers.remove', 'identity_providers.set', 'keys.rotate', 'policy.plan_of', 'sandbox.resolve_verification']
  expect(unreached.toSorted()).toEqual(others)
})

test('every field says what it means, and a field that is an object of its own says so of its fields', () => {
  const silent = new Set<string>()
  let told = 0
  for (const [at, { properties }] of walk({ schemas: published.components.schemas, webhooks: published.webhooks })) {
    if (isSample(at) || /\/properties$/.test(at)) continue
    for (const [name, field] of Object.entries((properties ?? {}) as Record<string, Json>)) {
      const named = typeof field.$ref === 'string' ? (pointed(published, field.$ref) as Json) : field
      if (typeof field.description === 'string' || typeof named.description === 'string') told++
      else if (!named.properties) silent.add(`${at}/${name}`)
    }
  }
  expect([...silent]).toEqual([])
  expect(told).toBeGreaterThan(4_500)
})

/** What a schema finds wrong with a value, in short. */
const wrong = (ajv: Ajv2020, schema: object, value: unknown) => {
  const fits = ajv.compile(schema)
  return fits(value) ? [] : fits.errors!.slice(0, 3).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

test.each(API_VERSIONS)(
  'A14 every published example of %s is one: requests, answers, parameters and events fit their schemas',
  (version) => {
    const published = publishedDocument(catalogue, 'https://sealwright.example', version) as Published
    const ajv = new Ajv2020({ strict: false, validateSchema: false })
    formats.default(ajv)
    // Named schemas are compiled once.
    ajv.addSchema(published, 'document')
    const faults: string[] = []
    let seen = 0
    const look = (at: string, schema: Json, value: unknown) => {
      seen++
      const named = JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')) as Json
      const found = wrong(ajv, named, value)
      if (found.length) faults.push(`${at}: ${found.join('; ')}`)
    }
    for (const [at, holder] of walk({ paths: published.paths })) {
      const schema = holder.schema as Json | undefined
      if (!schema || isSample(at)) continue
      for (const [name, { value }] of Object.entries((holder.examples ?? {}) as Record<string, { value: unknown }>))
        look(`${at} ${name}`, schema, value)
      const { example } = holder
      if (example === undefined) continue
      look(at, schema, example)
    }
    for (const [type, { post }] of Object.entries(
      published.webhooks as Record<string, { post: { requestBody: { content: Record<string, Json> } } }>,
    )) {
      const { schema, example } = post.requestBody.content['application/json']! as { schema: Json; example: unknown }
      look(type, schema, example)
      if (version === CURRENT_VERSION && !eventSchema(type as EventType).safeParse(example).success) faults.push(type)
    }
    expect(faults).toEqual([])
    expect(seen).toBeGreaterThan(350)
  },
)

test('A19 every operation shows an answer that was recorded, its ids as the product makes them', () => {
  const answers = recordedAnswers as Record<string, unknown>
  expect(catalogue.map(({ id }) => id).filter((id) => !(id in answers))).toEqual([])
  expect(Object.keys(answers).filter((id) => !catalogue.some((one) => one.id === id))).toEqual([])
  const text = JSON.stringify(answers)
  const ids = text.match(/\b(?:off|ivs|inv|wal|cre|dec|txn|evt|req|chk|cas|iss|usr|key)_01\w+/g)!
  expect(ids.filter((id) => !/^[a-z]{3}_01[0-9a-hjkmnp-tv-z]{24}$/.test(id))).toEqual([])
})

/** The details that an input is refused with. */
function refusals(schema: Parameters<typeof parseInput>[0], value: unknown): { pointer: string; detail: string }[] {
  try {
    parseInput(schema, value)
    return []
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return [...error.fields]
  }
}

test('A16 a query says a number in digits and yes and no in two words, and nothing else stands for them', () => {
  const taken: string[] = []
  let asked = 0
  for (const { id, query } of catalogue) {
    if (!query) continue
    const parameters = (Object.values(whole.paths as Record<string, Record<string, Json>>)
      .flatMap((methods) => Object.values(methods))
      .find(({ operationId }) => operationId === id)!.parameters ?? []) as { name?: string; in?: string; schema?: Json }[]
    for (const { name, schema } of parameters.filter((one) => one.in === 'query' && knownKeys(query).includes(one.name!))) {
      if (!['integer', 'number', 'boolean'].includes(schema!.type as string)) continue
      asked++
      for (const odd of ['1e2', '0x1', ' 1', '+1', '01', '1.', 'yes', ''])
        if (!refusals(query, { [name!]: odd }).some(({ pointer }) => pointer === `/${name}`))
          taken.push(`${id} ${name}=${JSON.stringify(odd)}`)
    }
  }
  expect(taken).toEqual([])
  expect(asked).toBeGreaterThan(15)
  const preview = catalogue.find(({ id }) => id === 'sanctions.threshold_preview')!.body!
  for (const threshold of [true, [0.9], '0.9']) expect(refusals(preview, { threshold })).toMatchObject([{ pointer: '/threshold' }])
})

test('A16 the form of money, addresses, currencies and countries is the same in the document and in the server', () => {
  const ajv = new Ajv2020({ strict: false })
  const evm = '0x52908400098527886E0F7030069857D2E4169EE7'
  const samples: [typeof decimal | typeof walletAddress | typeof currency | typeof country, unknown[], unknown[]][] = [
    [decimal, ['10', '0.5', '007.10', 10, 0.5], [' 10', '10 ', '1e2', '-1', '+1', '.5', '5.', '', '1'.repeat(19), -1, 1e18, true, ['10']]],
    [walletAddress, [evm, ` ${evm}\n`, '7NQ3JdzsKpxJc2KNNM1eVyQy6Mk8qFAe1STzkWBoKro2'], ['0x1', `${evm}0`, 'l'.repeat(40), '', 5]],
    [currency, ['USD', 'usd', 'USDC', 'eurc'], ['US', 'USDX', ' USD', '', 'u\u017fd']],
    [country, ['US', 'us', 'United States', 'Côte d’Ivoire', ' US '], ['', 'U', '1', 'US\n', '<US>']],
  ]
  for (const [field, good, bad] of samples) {
    const { $schema: _, ...schema } = z.toJSONSchema(field, { io: 'input' })
    for (const [values, fits] of [
      [good, true],
      [bad, false],
    ] as const)
      for (const value of values)
        expect([value, field.safeParse(value).success, wrong(ajv, schema, value).length === 0]).toEqual([value, fits, fits])
  }
})

/** A value of no use to any field, in the place of each field that a schema knows. */
function* misfits(schema: Json): Generator<unknown> {
  for (const odd of ['§ §', 'x'.repeat(30_000), '', 1.5, -1, true, null, {}, []]) yield odd
  for (const [name, inner] of Object.entries((schema.properties ?? {}) as Record<string, Json>))
    for (const one of misfits(inner)) yield { [name]: one }
  if (schema.items) for (const one of misfits(schema.items as Json)) yield [one]
}

test('A18 whatever is wrong with a field, it is said in words of people', () => {
  const leaks = new Set<string>()
  const bodies = whole.paths as Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Json }> } }>>
  for (const { id, path, method, body } of catalogue) {
    if (!body) continue
    for (const value of misfits(bodies[path]![method]!.requestBody!.content['application/json']!.schema))
      for (const { pointer, detail } of refusals(body, value))
        if (/\/\^|pattern|Invalid |expected |Too (big|small)|>=|<=/.test(detail)) leaks.add(`${id} ${pointer}: ${detail}`)
  }
  expect([...leaks]).toEqual([])
})

test('a generator of clients that knows files by one type alone is told of each type that is uploaded', () => {
  const told = readFileSync('tests/foreign/generators/python.yaml', 'utf8')
  const types = new Set(catalogue.flatMap(({ upload }) => upload?.types ?? []))
  for (const type of types) if (type !== 'application/octet-stream') expect(told).toContain(`\n  ${type}: application/octet-stream\n`)
})

/** A list of words of an answer that is no state of anything: a question, or a choice. */
const NO_STATE = new Set(['release,refuse,request_info', 'release,refuse', 'operating,3c1,3c7,3c1_qvc,registered,other'])

test('every state that an answer can hold has words for people', () => {
  const nouns = Object.values(NOUNS).map((states) => new Set(Object.keys(states)))
  const named = (list: string) => NO_STATE.has(list) || nouns.some((names) => list.split(',').every((word) => names.has(word)))
  const stands = /(^|_)(status|state|standing|outcome|result|control|verification)$/
  const lists = [...walk(whole)]
    .filter(([at]) => /\/responses\/2|\/webhooks\//.test(at) && !isSample(at))
    .flatMap(([, { properties }]) => Object.entries((properties ?? {}) as Record<string, Json>))
    .flatMap(([name, schema]) => {
      const choices = [schema, ...((schema.anyOf ?? []) as Json[])].flatMap((one) =>
        Array.isArray(one.enum) ? [one.enum.filter((word) => word !== null)] : [],
      )
      return stands.test(name) ? choices.map((words) => words.join(',')) : []
    })
  expect(new Set(lists).size).toBeGreaterThan(30)
  expect([...new Set(lists)].filter((list) => !named(list))).toEqual([])
})
