import type { Json } from './canonical.ts'
import { type Contradiction, contradictionsIn } from './facts/contradictions.ts'
import { sourceOf } from './facts/entry.ts'
import { heard, Missing } from './facts/missing.ts'
import { countNeeds, type Derived, type Facts, MOST_NEEDS, type Need, type Needs, type Now, type ParamsOf } from './facts.ts'

// How the facts of one decision are read, and which of them were.

/** A fact as the decision shows it. */
export type FactUsed = { readonly path: string; readonly source: string; readonly value: Json }

const EMPTY: readonly never[] = []

/** What one decision knows of one need. */
class Cell {
  value: unknown = undefined
  raw: unknown = undefined
  /** Reader of a derived value: which facts stand behind it. */
  reader: Reader | null = null
  shown: FactUsed | null = null
}

/** The raw value at a path, or undefined. Names that every object inherits are refused when a need is made, so no own-check is needed here. */
export function valueAt(root: unknown, keys: readonly string[]): unknown {
  let value = root
  for (let i = 0; i < keys.length; i++) {
    if (value === null || typeof value !== 'object') return undefined
    value = (value as Record<string, unknown>)[keys[i]!]
  }
  return value
}

/** Reads facts for one decision and remembers what was parsed, since many rules read the same facts. */
export class Context {
  readonly facts: Facts
  readonly now: Now
  /** Facts that cannot both be true. A rule that read the one that is doubted does not pass. */
  readonly contradictions: readonly Contradiction[]
  private readonly cells: (Cell | undefined)[]
  private readonly paramsOf: ParamsOf
  constructor(facts: Facts, now: Now, paramsOf: ParamsOf) {
    this.facts = facts
    this.now = now
    this.paramsOf = paramsOf
    this.contradictions = contradictionsIn(facts, now)
    // Full length at once: growing towards a high index would turn the array into a slow table.
    this.cells = new Array(countNeeds())
  }

  cell(need: Need<unknown>): Cell {
    let cell = this.cells[need.id]
    if (cell === undefined) {
      cell = new Cell()
      this.cells[need.id] = cell
    }
    return cell
  }

  /** The parsed value, or the thrown Missing. */
  read(need: Need<unknown>): unknown {
    const cell = this.cell(need)
    if (cell.value === undefined) {
      if (!need.derived) cell.raw = valueAt(this.facts, need.keys)
      const value = need.derived ? this.work(cell, need.derived) : need.kind.parse(cell.raw, this)
      // null is a known absence, undefined an unknown.
      cell.value = value === undefined ? need.missing : need.least ? heard(need, need.least, value, this) : value
    }
    if (cell.value instanceof Missing) throw cell.value
    return cell.value
  }

  private work(cell: Cell, derived: Derived): unknown {
    const reader = new (readerOf(derived.needs))(this)
    cell.reader = reader
    try {
      return derived.compute(reader as never, this.now, this.paramsOf)
    } catch (problem) {
      if (problem instanceof Missing) return problem
      throw problem
    }
  }
}

/** A context without facts, held by readers at rest so that no decision's facts outlive it. */
export const AT_REST = new Context({} as Facts, { ms: 0, day: 0, check: 'monitoring' }, () => undefined)

/** Reads the facts of one rule (or derived value) and remembers which were touched. */
export type Reader = { used: number; usedMore: number; context: Context }
export type ReaderClass = new (context: Context) => Reader

/** A class whose getters read the needed facts on first use and note which were read. At most `MOST_NEEDS` of them. */
export function readerClass(needs: Needs): ReaderClass {
  class FactReader {
    used = 0
    usedMore = 0
    context: Context
    constructor(context: Context) {
      this.context = context
    }
  }
  const names = Object.keys(needs)
  if (names.length > MOST_NEEDS) throw new RangeError(`A rule may need at most ${MOST_NEEDS} facts.`)
  names.forEach((name, i) => {
    const one = needs[name]!
    const bit = 1 << (i % 31)
    const get =
      i < 31
        ? function (this: FactReader) {
            this.used |= bit
            return this.context.read(one)
          }
        : function (this: FactReader) {
            this.usedMore |= bit
            return this.context.read(one)
          }
    Object.defineProperty(FactReader.prototype, name, { get })
  })
  return FactReader
}

const ofDerived = new WeakMap<Needs, ReaderClass>()
/** The reader of a value that is worked out, made once. */
function readerOf(needs: Needs): ReaderClass {
  let made = ofDerived.get(needs)
  if (made === undefined) {
    made = readerClass(needs)
    ofDerived.set(needs, made)
  }
  return made
}

/**
 * The facts that a rule read. A value worked out for several rules is shown with its facts by the first of them, by whose code;
 * the others point there, so that a decision does not repeat thirty facts nine times.
 */
export function factsUsed(needs: readonly Need<unknown>[], reader: Reader, code: string, context: Context): readonly FactUsed[] {
  if (reader.used === 0 && reader.usedMore === 0) return EMPTY
  const out: FactUsed[] = []
  collect(needs, reader, code, context, out)
  return out
}

function collect(needs: readonly Need<unknown>[], reader: Reader, code: string, context: Context, out: FactUsed[]): void {
  for (let word = reader.used, i = 0; word !== 0; word >>>= 1, i++) if (word & 1) show(needs[i]!, code, context, out)
  for (let word = reader.usedMore, i = 31; word !== 0; word >>>= 1, i++) if (word & 1) show(needs[i]!, code, context, out)
}

function show(need: Need<unknown>, code: string, context: Context, out: FactUsed[]): void {
  const cell = context.cell(need)
  if (cell.shown !== null) {
    // One object a fact and decision: rules that read the same fact share it.
    out.push(cell.shown)
    return
  }
  if (!need.derived) {
    cell.shown = { path: need.path, source: sourceOf(need.path, context.facts.sources), value: shown(need, cell.raw as Json | undefined) }
    out.push(cell.shown)
    return
  }
  cell.shown = { path: need.path, source: 'worked out', value: { see: code } }
  if (cell.reader !== null) collect(need.derived.list, cell.reader, code, context, out)
}

/** Long lists are shown by their length (the snapshot holds them); personal data only as present. */
function shown(need: Need<unknown>, raw: Json | undefined): Json {
  if (raw === undefined || raw === null) return null
  if (need.personal) return 'held'
  if (Array.isArray(raw)) return raw.length > 20 || (raw.length > 0 && typeof raw[0] === 'object') ? { count: raw.length } : raw
  return raw
}

/** The contradiction that what a rule read rests on, with what stands behind worked-out values. */
export function doubtIn(needs: readonly Need<unknown>[], reader: Reader, context: Context): Contradiction | undefined {
  if (context.contradictions.length === 0) return undefined
  const read = new Set<string>()
  collectPaths(needs, reader, context, read)
  for (const one of context.contradictions) if (read.has(one.paths[0])) return one
  return undefined
}

function collectPaths(needs: readonly Need<unknown>[], reader: Reader, context: Context, into: Set<string>): void {
  const see = (need: Need<unknown>): void => {
    if (!need.derived) into.add(need.path)
    const inner = context.cell(need).reader
    if (need.derived && inner !== null) collectPaths(need.derived.list, inner, context, into)
  }
  for (let word = reader.used, i = 0; word !== 0; word >>>= 1, i++) if (word & 1) see(needs[i]!)
  for (let word = reader.usedMore, i = 31; word !== 0; word >>>= 1, i++) if (word & 1) see(needs[i]!)
}
