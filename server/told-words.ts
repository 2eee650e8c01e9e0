import { OFTEN } from './told-words/often.ts'
import { SELDOM } from './told-words/seldom.ts'

/** What a field means that is told rather than asked for, by its name alone: a name means the same wherever it stands. */
export const toldWords = (name: string): string | undefined => OFTEN[name] ?? SELDOM[name]
