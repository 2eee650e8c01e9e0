// Writes engine/facts/of-checks.generated.ts: which facts each check may be given, as types. `node tools/fact-types.ts`
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type FactPath, VOCABULARY } from '../engine/facts/vocabulary.ts'
import { CHECKS, type Check, type Need, ROOTS, SUBJECTS } from '../engine/facts.ts'
import { currentRuleset } from '../engine/rulesets.ts'

const file = fileURLToPath(new URL('../engine/facts/of-checks.generated.ts', import.meta.url))
const PATHS = (Object.keys(VOCABULARY) as FactPath[]).sort()
/** What every check begins with, whether one of its rules reads it or not. */
const EVERYWHERE = ['environment', 'request', 'screening', 'tenant']

/** The rooms of a check, each with the names under which the vocabulary holds its facts: a receiver is `to.`, `subject.` and `acquirer.`. */
function roomsOf(check: Check): Map<string, Set<string>> {
  const rooms = new Map<string, Set<string>>(EVERYWHERE.map((name) => [name, new Set([name])]))
  const add = (room: string, root: string) => rooms.set(room, (rooms.get(room) ?? new Set()).add(root))
  for (const { rule, subject } of currentRuleset.plan[check]) {
    const renamed: Readonly<Record<string, string>> = { ...ROOTS[check], ...(subject !== null && { subject }) }
    const read = (need: Need<unknown>): void => {
      if (need.derived) need.derived.list.forEach(read)
      else add(renamed[need.keys[0]!] ?? need.keys[0]!, need.keys[0]!)
    }
    Object.values(rule.needs as Record<string, Need<unknown>>).forEach(read)
  }
  for (const party of SUBJECTS[check]) add(party, 'subject')
  // The versions of lists are typed by the engine.
  rooms.delete('lists')
  return rooms
}

type Node = { readonly leaves: FactPath[]; readonly inner: Map<string, Node> }
const node = (): Node => ({ leaves: [], inner: new Map() })

/** The facts under some names of the vocabulary, as they stand in one room. */
function treeOf(roots: readonly string[]): Node {
  const top = node()
  for (const path of PATHS) {
    const [root, ...names] = path.split('.')
    if (!roots.includes(root!)) continue
    let at = top
    for (const name of names) {
      if (!at.inner.has(name)) at.inner.set(name, node())
      at = at.inner.get(name)!
    }
    at.leaves.push(path)
  }
  return top
}

function typeOf({ leaves, inner }: Node, indent: string): string {
  const written = leaves.map((path) => `Written<'${path}'>`)
  if (inner.size === 0) return written.join(' | ')
  const fields = [...inner]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, one]) => `${indent}  readonly ${name}?: ${typeOf(one, `${indent}  `)}`)
  return [...written, `{\n${fields.join('\n')}\n${indent}}`].join(' | ')
}

const nameOf = (roots: readonly string[]) => `${roots.map((root) => root.replace(/^./, (letter) => letter.toUpperCase())).join('')}Room`

/** The file as it should be. */
export function factTypes(): string {
  const types = new Map<string, string>()
  const room = (roots: readonly string[]): string => {
    const name = nameOf(roots)
    if (!types.has(name)) types.set(name, typeOf(treeOf(roots), ''))
    return name
  }
  const checks = CHECKS.map((check) => {
    const rooms = [...roomsOf(check)].sort(([a], [b]) => (a < b ? -1 : 1))
    return [`  readonly '${check}': {`, ...rooms.map(([name, roots]) => `    readonly ${name}?: ${room([...roots].sort())}`), '  }'].join(
      '\n',
    )
  })
  // Builders that several checks share speak of the rooms of the vocabulary itself.
  const own = [...new Set(PATHS.map((path) => path.split('.')[0]!))].filter((root) => root !== 'lists')
  const shared = own.map((root) => `  readonly ${root}: ${room([root])}`)
  return [
    '// Made by `node tools/fact-types.ts` from the vocabulary and from what the rules of each check read. Do not edit.',
    "import type { Written } from './of-checks.ts'",
    '',
    ...[...types].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, type]) => `export type ${name} = ${type}\n`),
    '/** The facts under each name of the vocabulary. */',
    `export type Rooms = {\n${shared.join('\n')}\n}`,
    '',
    '/** The rooms of each check. */',
    `export type RoomsOfChecks = {\n${checks.join('\n')}\n}`,
    '',
  ].join('\n')
}

if (import.meta.main) writeFileSync(file, factTypes())
