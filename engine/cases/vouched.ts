// Where the facts of worked cases are from: evidence vouches for every one. What a weaker source does is a matter of its own cases.
import { VOCABULARY } from '../facts/vocabulary.ts'
import { ROOTS, SUBJECTS } from '../facts.ts'

const rooms = [
  ...Object.keys(VOCABULARY).map((path) => path.split('.')[0]!),
  ...Object.values(SUBJECTS).flat(),
  ...Object.values(ROOTS).flatMap((roots) => Object.values(roots)),
]

export const VOUCHED: Readonly<Record<string, 'established'>> = Object.fromEntries(rooms.map((room) => [room, 'established' as const]))
