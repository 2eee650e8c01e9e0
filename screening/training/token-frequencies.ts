/**
 * Writes `names/token-frequencies.data.ts`: how often a word's sound occurs in sanctions lists, for words in at least eight names. Taken once
 * from the development index (see training/data.ts), so that a score depends on the two names alone and not on the list in force.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fold } from '../names/fold.ts'
import { prepareName } from '../names.ts'
import { readLines } from './data.ts'

const NAMES_MIN = 8
const counts = new Map<string, number>()
for (const entity of readLines<{ names: { n: string }[] }>('index')) {
  const seen = new Set<string>()
  for (const { n } of entity.names) {
    const { tokens } = prepareName(n)
    const key = tokens.join(' ')
    if (seen.has(key)) continue
    seen.add(key)
    for (const folded of new Set(tokens.map(fold))) counts.set(folded, (counts.get(folded) ?? 0) + 1)
  }
}

const byRarity = new Map<number, string[]>()
for (const [folded, count] of [...counts].filter(([, n]) => n >= NAMES_MIN).sort(([a], [b]) => (a < b ? -1 : 1))) {
  const rarity = Math.round(Math.log(90_000 / count) * 4) / 4
  byRarity.set(rarity, [...(byRarity.get(rarity) ?? []), folded])
}
const lines = [...byRarity].sort(([a], [b]) => a - b).map(([rarity, words]) => `  [${rarity}, '${words.join(' ')}'],`)
writeFileSync(
  join(import.meta.dirname, '../names/token-frequencies.data.ts'),
  `// Written by training/token-frequencies.ts: natural logarithm of one in how many listed names, and the folded words.
export const TOKEN_FREQUENCIES: readonly (readonly [number, string])[] = [
${lines.join('\n')}
]
`,
)
