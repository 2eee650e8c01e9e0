/**
 * Writes `names/common-names.data.ts`: how common given names and surnames are in the world's populations, so that a name rare on the
 * sanctions lists but common in life (Garcia, Sophia, 王) is not taken for strong evidence. Source: the name lists of `@faker-js/faker`
 * (MIT), which is no dependency of the product: `npm i --prefix <dir> @faker-js/faker@10.6.0`, then
 * `node screening/training/common-names.ts <dir>`.
 */
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { prepareName } from '../names.ts'

const dir = process.argv[2]
if (!dir) throw new Error('name the folder @faker-js/faker is installed in')
const { allLocales } = createRequire(join(dir, 'package.json'))('@faker-js/faker') as {
  allLocales: Record<string, { person?: Record<string, unknown> }>
}

/** Names rarer than one in about a thousand say nothing against the lists' own rarity. */
const RARITY_MAX = 7
const rarity = new Map<string, number>()
for (const { person } of Object.values(allLocales)) {
  for (const kind of ['first_name', 'last_name', 'middle_name']) {
    const list = new Set(leaves(person?.[kind]))
    // One of a list of n is borne by about one in n of that population.
    const value = Math.round(Math.log(Math.max(20, list.size)) * 2) / 2
    if (value > RARITY_MAX) continue
    for (const name of list) {
      for (const token of prepareName(name).tokens) if (token.length > 1) rarity.set(token, Math.min(rarity.get(token) ?? 99, value))
    }
  }
}

const byRarity = new Map<number, string[]>()
for (const [token, value] of [...rarity].sort(([a], [b]) => (a < b ? -1 : 1))) byRarity.set(value, [...(byRarity.get(value) ?? []), token])
const lines = [...byRarity].sort(([a], [b]) => a - b).map(([value, tokens]) => `  [${value}, '${tokens.join(' ')}'],`)
writeFileSync(
  join(import.meta.dirname, '../names/common-names.data.ts'),
  `// Written by training/common-names.ts from the name lists of @faker-js/faker (MIT): natural logarithm of one in how many, and the names.
export const COMMON_NAMES: readonly (readonly [number, string])[] = [
${lines.join('\n')}
]
`,
)

function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(leaves)
  if (value && typeof value === 'object') return 'value' in value ? leaves(value.value) : Object.values(value).flatMap(leaves)
  return []
}
