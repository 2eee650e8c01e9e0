// Writes docs/methodology/facts.md: every fact that rules read, and what supplies it in production. `node tools/facts.ts`
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { suppliedBy, supplyOf, UNSOURCED } from '../core/record/facts/supply.ts'
import { factName } from '../engine/fact-names.ts'
import { type FactPath, VOCABULARY } from '../engine/facts/vocabulary.ts'
import type { Need } from '../engine/facts.ts'
import { RULES } from '../engine/rulesets.ts'

const file = fileURLToPath(new URL('../docs/methodology/facts.md', import.meta.url))

/** The rules that read each fact, by its path as they write it. */
function readers(): Map<string, string[]> {
  const out = new Map<string, string[]>()
  for (const rule of RULES) {
    const add = (need: Need<unknown>): void => {
      if (need.derived) need.derived.list.forEach(add)
      else if (!out.get(need.path)?.includes(rule.code)) out.set(need.path, [...(out.get(need.path) ?? []), rule.code])
    }
    for (const need of Object.values(rule.needs as Record<string, Need<unknown>>)) add(need)
  }
  return out
}

/** The rules that ask for a kind of source, by the fact. */
function askers(): { path: string; kind: string; rule: string }[] {
  const out = new Map<string, { path: string; kind: string; rule: string }>()
  for (const rule of RULES) {
    const add = (need: Need<unknown>): void => {
      if (need.derived) need.derived.list.forEach(add)
      else if (need.least) out.set(`${need.path} ${rule.code}`, { path: need.path, kind: need.least, rule: rule.code })
    }
    for (const need of Object.values(rule.needs as Record<string, Need<unknown>>)) add(need)
  }
  return [...out.values()].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.rule < b.rule ? -1 : 1))
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
const short = (text: string) => (text.length > 70 ? `${text.slice(0, 69)}…` : text)
const UNITS: readonly (readonly [RegExp, string])[] = [
  [/money in ([A-Z]{3})/, 'millionths of $1'],
  [/\bmoney\b/, 'its own currency'],
  [/\bbps\b|_bps$/, 'basis points'],
  [/\bunits\b/, 'whole units'],
  [/days$/, 'days'],
  [/seconds$/, 'seconds'],
]
function unitOf(path: string, kind: string): string {
  for (const [pattern, unit] of UNITS) {
    const found = pattern.exec(kind) ?? pattern.exec(path)
    if (found) return unit.replace('$1', found[1] ?? '')
  }
  return ''
}

/** The page as it should be. */
export function factsPage(): string {
  const read = readers()
  const paths = (Object.keys(VOCABULARY) as FactPath[]).sort()
  const lines = [
    '# Facts',
    '',
    `Made from the vocabulary of the engine by \`node tools/facts.ts\`: ${paths.length} facts, by the object they stand in. \`subject.\` stands for each party of`,
    'a check, `acquirer.` for who buys, `deal.` for the sale. A fact of another type than the one named is unknown, and the rule asks for it.',
    '',
  ]
  let object = ''
  for (const path of paths) {
    const root = path.split('.')[0]!
    if (root !== object)
      lines.push(
        '',
        `## ${root}`,
        '',
        '| fact | type | unit | may come from | in production | read by |',
        '| --- | --- | --- | --- | --- | --- |',
      )
    object = root
    const { kind, from } = VOCABULARY[path]
    const supply = supplyOf(path)
    const source = supply ? `${supply.means} From the ${suppliedBy(path).from}, by: ${supply.how}` : '**nothing yet**'
    const by = read.get(path) ?? []
    const shown = by.length > 4 ? `${by.slice(0, 4).join(', ')} and ${by.length - 4} more` : by.join(', ')
    lines.push(
      `| \`${path}\`: ${cell(factName(path))} | ${cell(short(kind.name))} | ${unitOf(path, kind.name)} | ${from.join(', ')} | ${cell(source)} | ${shown} |`,
    )
  }
  lines.push(...askedPart())
  const left = Object.entries(UNSOURCED)
  lines.push(
    '',
    '## Without a source in production',
    '',
    `${left.length} facts, with the work that will give them one.`,
    '',
    '| fact | work |',
    '| --- | --- |',
  )
  lines.push(...left.map(([path, work]) => `| \`${path}\` | ${work} |`), '')
  return lines.join('\n').replaceAll('\n\n\n', '\n\n')
}

function askedPart(): string[] {
  const all = askers()
  const rows = [...new Set(all.map(({ path }) => path))].map((path) => {
    const own = all.filter((one) => one.path === path)
    return `| \`${path}\` | ${own[0]!.kind} | ${own.map(({ rule }) => rule).join(', ')} |`
  })
  return [
    '',
    '## Asked of a kind of source',
    '',
    'From the weakest to the strongest: stated; configured; measured and listed; established. A fact from a weaker kind than the one that a rule',
    'asks for is unknown to it. What the sandbox plays is as good as what it plays, in the sandbox alone.',
    '',
    '| fact | at least | rules |',
    '| --- | --- | --- |',
    ...rows,
  ]
}

export const writtenFactsPage = (): string => readFileSync(file, 'utf8')

if (import.meta.main) writeFileSync(file, factsPage())
