import type { FactSource } from '#core/kernel/answers.ts'
import type { SourceKind } from '#engine/facts/entry.ts'
import { type FactPath, VOCABULARY } from '#engine/facts/vocabulary.ts'
import type { Check, Facts } from '#engine/facts.ts'
import { factsFor } from '#engine/rulesets.ts'
import type { Statement } from './statements.ts'

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
function unsaid(from: readonly SourceKind[], sandbox: boolean): SourceKind {
  for (const kind of ['measured', 'listed', 'configured'] as const) if (from.includes(kind)) return kind
  if (sandbox) return 'simulated'
  return from.includes('stated') ? 'stated' : 'established'
}

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
    if (from) sources[path] = unsaid(from, sandbox)
    for (let at = path.lastIndexOf('.'); at > 0; at = path.lastIndexOf('.', at - 1)) {
      const above = path.slice(0, at)
      below.set(above, [...(below.get(above) ?? []), path])
    }
  }
  const made = { sources: Object.freeze(sources), below }
  known.set(key, made)
  return made
}

/** Worked out once for those who said the same: their words are one object from decision to decision. */
const worked = new WeakMap<Said, Map<string, Sources>>()
/** More kinds of calls than this with the same words before them are worked out anew. */
const MOST_WORKED = 200

/**
 * The sources of the facts of one decision. `said` is what was said before the call, `stated` are the paths that the call itself states;
 * `found` names what evidence says of single facts, or that nobody brought any.
 */
export function sourcesOf(
  check: Check,
  environment: string,
  { said = NOTHING_SAID, stated = [], by, found = {} }: { said?: Said; stated?: readonly string[]; by?: string; found?: Sources } = {},
): Sources {
  const own = by === SANDBOX ? SANDBOX : ''
  const key = [check, environment, own, ...stated, '', ...Object.entries(found).flat()].join(' ')
  let of = worked.get(said)
  if (!of) {
    of = new Map()
    worked.set(said, of)
  }
  let sources = of.get(key)
  if (!sources) {
    sources = workOut(check, environment === 'sandbox', { said, stated, by, found })
    if (of.size < MOST_WORKED) of.set(key, sources)
  }
  return sources
}

const NOTHING_SAID: Said = Object.freeze({})

function workOut(
  check: Check,
  sandbox: boolean,
  { said, stated, by, found }: { said: Said; stated: readonly string[]; by: string | undefined; found: Sources },
): Sources {
  const { sources, below } = ofCheck(check, sandbox)
  const out: Record<string, FactSource> = { ...sources }
  const put = (path: string, source: FactSource) => {
    out[path] = source
    for (const one of below.get(path) ?? []) out[one] = source
  }
  for (const [path, word] of Object.entries(said)) put(path, saidAs(mayComeFrom(path), word?.by))
  for (const path of stated) put(path, saidAs(mayComeFrom(path), by))
  for (const [path, source] of Object.entries(found)) put(path, source)
  return Object.freeze(out)
}
