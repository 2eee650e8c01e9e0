import type { FactSource } from '#core/kernel/answers.ts'
import { isSandbox } from '#core/kernel/environments.ts'
import { onceFor } from '#core/kernel/once-for.ts'
import { SOURCE_KINDS, type SourceKind, strongestOf, weakestOf } from '#engine/facts/entry.ts'
import { type FactPath, VOCABULARY } from '#engine/facts/vocabulary.ts'
import type { Check, Facts } from '#engine/facts.ts'
import { factsFor } from '#engine/rulesets.ts'
import type { Statement } from './statements.ts'
import { readAs, tableFact } from './table.ts'

/** Where each fact of a decision comes from, by its path; the longest path that fits wins. */
export type Sources = Readonly<Record<string, FactSource>>
/** Who said each fact, by its path, and when; null where that was not kept. It is sealed with the facts it is about. */
export type Said = Readonly<Record<string, Statement | null>>

/** What was said of the facts that a check begins with, and of others besides. */
export const withSaid = ({ said }: Facts, more: Said): Said => ({ ...(said as Said | undefined), ...more })

/** As whom the sandbox says what nobody said there. */
export const SANDBOX = 'sandbox'

/** Objects whose facts have one source in every check. A freeze and an order are what somebody entered, in the sandbox too. */
const ALWAYS: Sources = {
  lists: 'listed',
  fx: 'listed',
  screening: 'measured',
  environment: 'measured',
  request: 'stated',
  report: 'measured',
  case: 'stated',
  orders: 'stated',
  freezes: 'established',
}

/** Rules read a fact of each party, of who acquires and of the sale under the name that it has in their check. */
function mayComeFrom(path: string): readonly SourceKind[] | undefined {
  const name = path.slice(path.indexOf('.') + 1)
  for (const one of [path, `subject.${name}`, `acquirer.${name}`, `deal.${name}`])
    if (Object.hasOwn(VOCABULARY, one)) return VOCABULARY[one as FactPath].from
  return undefined
}

/**
 * The source of a fact that nobody is known to have said: the weakest of those it may come from. Who brings evidence names it with the
 * decision, and until then nothing counts as established that may also be stated.
 */
function unsaid(path: string, from: readonly SourceKind[], sandbox: boolean): SourceKind {
  if (tableFact(path)?.given) return 'stated'
  const kind = weakestOf(from)
  // What is somebody's word or somebody's evidence in production, the sandbox plays.
  return sandbox && (kind === 'stated' || kind === 'established') ? 'simulated' : kind
}

/** The strongest source a fact may come from: what whoever is asked for it can bring. */
export const bestSource = (path: string): SourceKind => strongestOf(mayComeFrom(path) ?? ['established'])

/** What the word of somebody makes of a fact: a setting is one whoever made it. */
function saidAs(from: readonly SourceKind[] | undefined, by: string | undefined): FactSource {
  if (by === SANDBOX) return 'simulated'
  return from?.includes('configured') && !from.includes('stated') ? 'configured' : 'stated'
}

/** The sources of a check's facts, and the paths that the rules read below each of their names. */
const known = new Map<string, { sources: Sources; below: ReadonlyMap<string, readonly string[]> }>()

function ofCheck(check: Check, sandbox: boolean) {
  const key = `${check} ${sandbox}`
  const before = known.get(key)
  if (before) return before
  const sources: Record<string, FactSource> = { ...ALWAYS }
  const below = new Map<string, string[]>()
  for (const { path } of factsFor(check)) {
    const [root] = path.split('.') as [string]
    if (Object.hasOwn(ALWAYS, root)) continue
    const from = mayComeFrom(path)
    sources[root] ??= 'measured'
    if (from) sources[path] = unsaid(path, from, sandbox)
    for (let at = path.lastIndexOf('.'); at > 0; at = path.lastIndexOf('.', at - 1)) {
      const above = path.slice(0, at)
      below.set(above, [...(below.get(above) ?? []), path])
    }
  }
  const made = { sources: Object.freeze(sources), below }
  known.set(key, made)
  return made
}

/** The sources of the facts of a decision, and the facts that came by one they may not come from. */
type Worked = { readonly sources: Sources; readonly barred: readonly (readonly string[])[] }
/** Worked out once for those who said the same: their words are one object from decision to decision. */
const worked = new WeakMap<Said, Map<string, Worked>>()
/** More kinds of calls than this with the same words before them are worked out anew. */
const MOST_WORKED = 200

interface Words {
  /** What was said before the call. */
  said?: Said
  /** The paths that the call itself states, and who makes it. */
  stated?: readonly string[]
  by?: string
  /** What evidence says of single facts, or that nobody brought any. */
  found?: Sources
}

const wordsIn = onceFor((found: Sources) => Object.entries(found).flat().join(' '))
const NOTHING_FOUND: Sources = Object.freeze({})

function workedOf(check: Check, environment: string, { said = NOTHING_SAID, stated = [], by, found = NOTHING_FOUND }: Words): Worked {
  const own = by === SANDBOX ? SANDBOX : ''
  const key = `${check} ${environment} ${own} ${stated.join(' ')}  ${wordsIn(found)}`
  let of = worked.get(said)
  if (!of) {
    of = new Map()
    worked.set(said, of)
  }
  let known = of.get(key)
  if (!known) {
    known = workOut(check, isSandbox(environment), { said, stated, by, found })
    if (of.size < MOST_WORKED) of.set(key, known)
  }
  return known
}

/** The sources of the facts of one decision. */
export const sourcesOf = (check: Check, environment: string, words: Words = {}): Sources => workedOf(check, environment, words).sources

export const NOTHING_SAID: Said = Object.freeze({})

function workOut(
  check: Check,
  sandbox: boolean,
  { said, stated, by, found }: { said: Said; stated: readonly string[]; by: string | undefined; found: Sources },
): Worked {
  const { sources, below } = ofCheck(check, sandbox)
  const out: Record<string, FactSource> = { ...sources }
  const named = new Set<string>()
  const put = (path: string, source: FactSource) => {
    for (const one of [path, ...(below.get(path) ?? [])]) {
      out[one] = source
      named.add(one)
    }
  }
  const say = (path: string, by: string | undefined) => {
    for (const at of [path, ...readAs(path)]) put(at, saidAs(mayComeFrom(at), by))
  }
  for (const [path, word] of Object.entries(said)) say(path, word?.by)
  for (const path of stated) say(path, by)
  for (const [path, source] of Object.entries(found)) put(path, source)
  const barred = [...named].filter((path) => !mayBring(out[path]!, mayComeFrom(path), sandbox)).map((path) => path.split('.'))
  return Object.freeze({ sources: Object.freeze(out), barred })
}

/**
 * The facts of a decision with where each is from. A fact that came by a source it may not come from (`from` of the vocabulary) is left
 * out, and the rules ask for it: nobody's word stands for what only a list, a record or evidence says.
 */
export function withSources(facts: Facts, environment: string, words: Omit<Words, 'said'> = {}): Facts {
  const said = facts.said as Said | undefined
  const { sources, barred } = workedOf(facts.check, environment, { ...(said && { said }), ...words })
  return { ...barred.reduce(withoutFact, facts), environment, sources }
}

const KINDS: ReadonlySet<string> = new Set(SOURCE_KINDS)

/**
 * Whether a source may bring a fact. What is played may stand for anything in the sandbox, and is nothing in production. A word that is no
 * kind (what is still assumed, the words of old decisions) says so by itself, and is worth nothing to a rule that asks for a kind.
 */
const mayBring = (source: FactSource, from: readonly SourceKind[] | undefined, played: boolean): boolean =>
  from === undefined || !KINDS.has(source) || (source === 'simulated' ? played : from.includes(source as SourceKind))

function withoutFact<F>(room: F, [name, ...rest]: readonly string[]): F {
  if (typeof room !== 'object' || room === null || !Object.hasOwn(room, name!)) return room
  const { [name!]: value, ...others } = room as Record<string, unknown>
  return (rest.length ? { ...others, [name!]: withoutFact(value, rest) } : others) as F
}
