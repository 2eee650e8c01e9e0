// Writes core/record/events/event-examples.generated.json: one real event of each type, as the tests caused it.
// EVENT_EXAMPLES=/some/folder npx vitest run tests/api core jobs && node tools/event-examples.ts /some/folder
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EVENT_TYPES } from '../core/record/events/event-types.ts'

const folder = process.argv[2]
if (!folder || !existsSync(folder)) throw new Error('Name the folder that the tests filled.')
const target = fileURLToPath(new URL('../core/record/events/event-examples.generated.json', import.meta.url))
const BASE = Date.parse('2026-11-21T04:05:00.000Z')
const MINUTE = 60_000

/** Ids and times of a run, made the same for every run: numbered as they come, and moved to one morning. */
function settled(event: unknown): unknown {
  const text = JSON.stringify(event)
  const shift = BASE - Date.parse((event as { timestamp: string }).timestamp)
  const ids = new Map<string, string>()
  return JSON.parse(
    text
      .replace(/\b([a-z]{2,4})_(01[0-9a-z]{24})\b/g, (whole, prefix: string) => {
        if (!ids.has(whole)) ids.set(whole, `${prefix}_01m7yzyss7wn2xy9fx73kq4${String(ids.size).padStart(3, '0')}`)
        return ids.get(whole)!
      })
      .replace(/\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, (time) =>
        new Date(Math.round((Date.parse(time) + shift) / MINUTE) * MINUTE).toISOString(),
      )
      .replace(/http:\/\/(127\.0\.0\.1|localhost):\d+/g, 'https://example.com'),
  )
}

const kept = existsSync(target) ? (JSON.parse(readFileSync(target, 'utf8')) as Record<string, unknown>) : {}
const fresh = Object.fromEntries(
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => [file.replace(/\.json$/, ''), settled(JSON.parse(readFileSync(join(folder, file), 'utf8')))]),
)
const examples = Object.fromEntries(
  [...EVENT_TYPES.keys()].flatMap((type) => ((fresh[type] ?? kept[type]) ? [[type, fresh[type] ?? kept[type]]] : [])),
)
writeFileSync(target, `${JSON.stringify(examples, null, 1)}\n`)
const without = [...EVENT_TYPES.keys()].filter((type) => !(type in examples))
console.log(`${Object.keys(examples).length} examples; without one: ${without.join(', ') || 'none'}`)
