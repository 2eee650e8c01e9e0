/**
 * `npm run bench labelled`: measures the matcher on the labelled set and fails when a figure is worse than `screening/baseline.json` by more
 * than its interval. By itself, with `--write`, it takes the figures of the long and the short form as the new baseline; with `--missed` it
 * shows what of the tuned part was missed or alarmed.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Figures, figuresOf, LONG, SHORT, screenerOf, worse } from './screening/figures.ts'
import { labelled } from './screening/labelled.ts'

const FILE = join(import.meta.dirname, 'screening/baseline.json')
const measured = (form: { each: number; seed: number }) => {
  const set = labelled(form)
  return figuresOf(set, screenerOf(set))
}

const set = labelled(LONG)
const screener = screenerOf(set)
const started = process.cpuUsage()
const { figures, missed, alarmed } = figuresOf(set, screener)
const { user, system } = process.cpuUsage(started)
for (const [name, { value, low, high, of }] of Object.entries(figures))
  console.log(`${name.padEnd(48)} ${String(value).padStart(6)} %  ${low} to ${high}  (${of})`)
console.log(
  `${set.parties.length} parties, ${set.asked.length} names asked, ${Math.round((set.asked.length / (user + system)) * 1e6)} a second`,
)
if (process.argv.includes('--missed')) {
  const names = new Map(set.parties.map(({ id, name }) => [id, name]))
  for (const [title, rows] of Object.entries({ missed, alarmed }))
    for (const { group, way, query, id, right, top } of rows.filter(({ part }) => part === 'tuned'))
      console.log(title, group, way, JSON.stringify(query), names.get(id ?? ''), right.toFixed(3), top.toFixed(3))
}
if (process.argv.includes('--write')) {
  writeFileSync(FILE, `${JSON.stringify({ long: figures, short: measured(SHORT).figures }, null, 1)}\n`)
} else {
  const { long } = JSON.parse(readFileSync(FILE, 'utf8')) as { long: Figures }
  const found = worse(figures, long)
  for (const line of found) console.error(`worse: ${line}`)
  process.exitCode = found.length ? 1 : 0
}
