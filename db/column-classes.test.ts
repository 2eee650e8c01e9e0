import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COLUMN_CLASSES } from './column-classes.ts'
import { PLAIN } from './plain-columns.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

const named = Object.entries(COLUMN_CLASSES).flatMap(([table, classes]) =>
  Object.entries(classes).flatMap(([kind, columns]) => columns.split(' ').map((column) => ({ name: `${table}.${column}`, kind }))),
)

test('S13 every column of the database has one class, and what is personal is sealed or says why not', async () => {
  const { rows } = await database.pool.query<{ name: string; type: string }>(
    `select case table_schema when 'public' then '' else table_schema || '.' end || table_name || '.' || column_name as name, data_type as type
     from information_schema.columns where table_schema in ('public', 'auth')`,
  )
  const names = rows.map((row) => row.name)
  const classed = named.map((one) => one.name)
  const without = names.filter((name) => !classed.includes(name))
  expect(without, 'give each a class in db/column-classes.ts').toEqual([])
  expect(classed.sort()).toEqual(names.sort())
  const typeOf = new Map(rows.map((row) => [row.name, row.type]))
  // A sealed value is bytes, or text that names its key (also within a JSON column).
  for (const { name } of named.filter(({ kind }) => kind === 'sealed')) expect(['bytea', 'text', 'jsonb']).toContain(typeOf.get(name))
  const plain = named.filter(({ kind }) => kind === 'plainPersonal').map(({ name }) => name)
  expect(plain.sort()).toEqual(Object.keys(PLAIN).sort())
})

/** The columns in which names of accounts are or were kept, as the code calls them, and who may. */
const OWN: [RegExp, string[]][] = [
  [
    /\b(names_sealed|profile_sealed|plain_(email|first_name|last_name|phone|address|date_of_birth))\b/,
    ['core/kernel/people.ts', 'core/upkeep/seal-plain.ts', 'core/portal/inquiries/content.ts'],
  ],
  [/\bplain_(to|subject|html|text)\b/, ['core/kernel/mails/queue.ts', 'core/upkeep/seal-plain.ts']],
  [/\bsealed\|/, ['core/kernel/sealed.ts', 'core/upkeep/seal-plain.ts']],
]

test('S13 only one module reads and writes the names of people, and one their mails', () => {
  const files = ['core', 'server', 'jobs', 'app'].flatMap((room) =>
    readdirSync(new URL(`../${room}`, import.meta.url), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.ts$/.test(path))
      .map((path) => `${room}/${path}`),
  )
  const found: string[] = []
  for (const file of files) {
    const text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
    for (const [pattern, allowed] of OWN)
      if (pattern.test(text) && !allowed.includes(file)) found.push(`${file}: ${pattern.exec(text)![0]}`)
    // Past the query builder, the types do not help.
    if (/\bselect\b[^`]*\b(email|first_name|last_name)\b[^`]*\bfrom users\b/i.test(text)) found.push(`${file}: SQL`)
  }
  expect(found).toEqual([])
})
