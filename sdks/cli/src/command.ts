import { parseArgs } from 'node:util'
import type { Sealwright } from '../../javascript/index.js'
import type { Settings } from './settings.ts'

/** How the program ends: scripts may rely on it. */
export const EXIT = { done: 0, failed: 1, usage: 2, no: 3, undecided: 4 } as const
export type Exit = (typeof EXIT)[keyof typeof EXIT]

export interface Option {
  type: 'string' | 'boolean'
  multiple?: boolean
  /** What stands for its value in the help. */
  value?: string
  help: string
  /** What completion offers for its value. */
  choices?: readonly string[]
}

/** What came on the command line for one command. */
export interface Given {
  positionals: string[]
  text(name: string): string | undefined
  texts(name: string): string[]
  flag(name: string): boolean
}

/** What a command works with. */
export interface Context {
  settings: Settings
  /** The client, with the key that is kept or named. Throws `UsageError` where there is none. */
  client(): Sealwright
  /** JSON was asked for, or nobody looks: a program reads what is said. */
  json: boolean
  /** The answer: as it is in JSON, else as lines for people. */
  answer(value: unknown, lines: () => string[]): void
  /** One line for people, on standard error, so that it mixes with no answer. */
  say(line: string): void
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
}

export interface Command {
  name: string
  summary: string
  /** What stands after the name. */
  args?: string
  options?: Record<string, Option>
  /** More than a line about it. */
  details?: string
  examples?: readonly string[]
  run(context: Context, given: Given): Promise<Exit>
}

/** The command was called wrongly: what is missing, and how it is called. */
export class UsageError extends Error {}

export const COMMON: Record<string, Option> = {
  json: { type: 'boolean', help: 'the answer as JSON' },
  url: { type: 'string', value: 'URL', help: 'where the service runs, instead of the one that is kept' },
  help: { type: 'boolean', help: 'this help' },
}

/** What follows a command's name, by its options. Throws `UsageError` for an option it does not have, and one without its value. */
export function readArguments(command: Command, args: string[]): Given {
  const options = Object.fromEntries(
    Object.entries({ ...command.options, ...COMMON }).map(([name, { type, multiple }]) => [name, { type, multiple: multiple ?? false }]),
  )
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: true })
    return {
      positionals,
      text: (name) => values[name] as string | undefined,
      texts: (name) => (values[name] as string[] | undefined) ?? [],
      flag: (name) => values[name] === true,
    }
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('. ')[0]}.`)
  }
}

/** The one thing that has to follow the name of a command. Throws `UsageError`. */
export function only(given: Given, what: string): string {
  const [first, ...more] = given.positionals
  if (first === undefined) throw new UsageError(`Name ${what}.`)
  if (more.length > 0) throw new UsageError(`There is more than ${what}: ${more.join(' ')}.`)
  return first
}
