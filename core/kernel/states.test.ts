import { readdirSync, readFileSync } from 'node:fs'
import { getTableColumns, getTableName, is, Table } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import * as schema from '#db/schema.ts'
import { NOUNS, type Noun, stateOf } from './states.ts'

const every = Object.entries(NOUNS).flatMap(([noun, states]) =>
  Object.keys(states).map((name) => ({ name, at: `${noun}.${name}`, ...stateOf(noun as Noun, name) })),
)
const nouns = Object.values(NOUNS).map((states) => new Set(Object.keys(states)))

describe('how everything stands', () => {
  it('has words for every state that is stored', () => {
    const stored = (Object.values(schema) as unknown[])
      .filter((one): one is Table => is(one, Table))
      .flatMap((table) => Object.values(getTableColumns(table)).map((column) => ({ at: `${getTableName(table)}.${column.name}`, column })))
      .filter(({ column }) => column.enumValues?.length && /(^|_)(status|state|outcome|control)$/.test(column.name))
    expect(stored.length).toBeGreaterThan(30)
    const wordless = stored.filter(({ column }) => !nouns.some((names) => column.enumValues!.every((word: string) => names.has(word))))
    expect(wordless.map(({ at }) => at)).toEqual([])
  })

  it('is never good when it is over, unknown, undecided or against somebody', () => {
    const against =
      /expired|ended|revoked|lost|failed|failing|refused|rejected|denied|deny|overdue|withdrawn|cancelled|unknown|pending|review|suspended|differs|unavailable|deactivated|disabled|asserted|stale|not_/
    expect(every.filter(({ name, tone }) => against.test(name) && tone === 'good').map(({ at }) => at)).toEqual([])
    expect(stateOf('credential', 'of_tomorrow')).toEqual({ word: 'of tomorrow', tone: 'neutral', next: null })
  })

  it('is said in words, and what follows in a sentence', () => {
    expect(every.filter(({ word }) => !/^[A-Za-z0-9]+( [a-z0-9]+)*$/.test(word)).map(({ at }) => at)).toEqual([])
    expect(every.filter(({ next }) => next !== null && !/^[A-Z].*[.]$/.test(next)).map(({ at }) => at)).toEqual([])
    // Whoever waits for a decision is told whose turn it is.
    const waits = every.filter(
      ({ tone, at }) => tone === 'waiting' && !/^(rule|bulk|incident|service|mail|step|system|wallet_move)\./.test(at),
    )
    expect(waits.filter(({ next }) => next === null).map(({ at }) => at)).toEqual([])
  })

  it('is coloured here and nowhere else', () => {
    const pages = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
    const table = /Record<[^>\n]*,\s*(Tone|\[word: string, tone: Tone\]|\{[^}\n]*tone: Tone)/
    const own = pages.filter(
      (file) => file !== 'ui/badge.tsx' && file !== 'ui/alert.tsx' && table.test(readFileSync(`app/${file}`, 'utf8')),
    )
    expect(own).toEqual([])
  })
})
