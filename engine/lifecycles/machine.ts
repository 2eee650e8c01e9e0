/**
 * Who may cause an event: I investor or holder, S issuer member, A admin, A2 admin with a second person, P provider or reviewer,
 * K API key with scope, SYS clock, chain or list job, C the counterparty of a transaction.
 */
type Who = 'I' | 'S' | 'A' | 'A2' | 'P' | 'K' | 'SYS' | 'C'

type Row = {
  /** null: the thing does not exist yet. */
  readonly from: string | null
  readonly event: string
  /** Several targets: the caller names the one that its decision gives. */
  readonly to: string | readonly string[]
  readonly who: readonly Who[]
  /** What must hold, in words; the verb checks it. */
  readonly guard?: string
}

export type Machine<S extends string = string> = {
  readonly name: string
  readonly states: readonly S[]
  readonly first: S
  readonly terminal: readonly string[]
  readonly rows: readonly Row[]
}

/** The one error of every lifecycle: this event does not exist in this state (or not for this actor, or not to this target). */
export class InvalidTransition extends Error {
  readonly code = 'invalid_transition'
  readonly machine: string
  readonly from: string | null
  readonly event: string
  constructor(machine: string, from: string | null, event: string) {
    super(`${machine}: ${event} is not possible ${from === null ? 'before it exists' : `in ${from}`}.`)
    this.name = 'InvalidTransition'
    this.machine = machine
    this.from = from
    this.event = event
  }
}

export type TransitionOptions = {
  /** The wanted target, where an event has several. */
  readonly to?: string
  /** Who acts; left out, the actor was checked elsewhere. */
  readonly who?: Who
}

/** An unknown stored status reads as the machine's first state; the caller raises an alert when `known` is false. */
export function readState<S extends string>(machine: Machine<S>, stored: string): { state: S; known: boolean } {
  const state = machine.states.find((one) => one === stored)
  return { state: state ?? machine.first, known: state !== undefined }
}

/**
 * The state after an event. Throws InvalidTransition for anything that the table does not list; nothing is written then.
 * An event with several targets needs `to`.
 */
export function transition<S extends string>(machine: Machine<S>, from: string | null, event: string, options: TransitionOptions = {}): S {
  const state = from === null ? null : readState(machine, from).state
  for (const row of machine.rows) {
    if (row.from !== state || row.event !== event) continue
    if (options.who !== undefined && !row.who.includes(options.who)) continue
    const targets = typeof row.to === 'string' ? [row.to] : row.to
    const to = options.to ?? (targets.length === 1 ? targets[0]! : undefined)
    const next = machine.states.find((one) => one === to)
    if (next !== undefined && targets.includes(next)) return next
  }
  throw new InvalidTransition(machine.name, state, event)
}

const WHO: readonly string[] = ['I', 'S', 'A', 'A2', 'P', 'K', 'SYS', 'C']

/**
 * Reads a table written as lines "from, from | event, event | to, to | who, who | guard". "—" as from: it does not exist yet.
 * "same" as to: the state stays. Throws on a state or actor that is not known, so a slip is found when the module loads.
 */
export function machine<const S extends string>(
  name: string,
  states: readonly S[],
  terminal: readonly string[],
  table: string,
): Machine<S> {
  const rows: Row[] = []
  const split = (cell: string) => cell.split(',').map((part) => part.trim())
  for (const line of table.trim().split('\n')) {
    const [from, event, to, who, guard] = line.split('|').map((cell) => cell.trim()) as [string, string, string, string, string | undefined]
    for (const one of split(from)) {
      const state = one === '—' ? null : one
      for (const name of split(event)) {
        const targets = split(to === 'same' ? one : to)
        rows.push({
          from: state,
          event: name,
          to: targets.length === 1 ? targets[0]! : targets,
          who: split(who) as Who[],
          ...(guard ? { guard } : {}),
        })
      }
    }
  }
  for (const row of rows) {
    for (const state of [row.from, ...(typeof row.to === 'string' ? [row.to] : row.to)]) {
      if (state !== null && !states.some((one) => one === state)) throw new RangeError(`${name}: ${state} is not a state.`)
    }
    for (const one of row.who) if (!WHO.includes(one)) throw new RangeError(`${name}: ${one} is nobody.`)
  }
  return { name, states, first: states[0]!, terminal, rows }
}
