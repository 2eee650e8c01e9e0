// What every state is called, how good it is, and what follows from it: the one source that pages, files and mails show states by.
// A test sweeps the database's words and the answers of all verbs, so that no state lacks its words.
import { OF_MOVES } from './states/of-moves.ts'
import { OF_PEOPLE } from './states/of-people.ts'
import { OF_RUNNING } from './states/of-running.ts'
import { type State, state } from './states/state.ts'

export const NOUNS = { ...OF_PEOPLE, ...OF_MOVES, ...OF_RUNNING } satisfies Readonly<Record<string, Readonly<Record<string, State>>>>

export type Noun = keyof typeof NOUNS
export type StateName<N extends Noun> = keyof (typeof NOUNS)[N] & string

/** The words of a state. What is not known is said as it is and never looks good. */
export const stateOf = (noun: Noun, name: string): State =>
  (NOUNS[noun] as Readonly<Record<string, State>>)[name] ?? state('neutral', name.replaceAll('_', ' '))

/** Only its word: for files, filters and sentences. */
export const stateWord = <N extends Noun>(noun: N, name: StateName<N>): string => stateOf(noun, name).word

/** The choices of a filter by state, in the order given. */
export const stateOptions = <N extends Noun>(noun: N, names: readonly StateName<N>[]): { value: StateName<N>; label: string }[] =>
  names.map((value) => ({ value, label: stateOf(noun, value).word }))
