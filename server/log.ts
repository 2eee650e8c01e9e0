import type { Log } from '#core/kernel/services.ts'

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const

/** A line of the log, for whoever takes it besides the output. */
export interface LogRecord {
  time: string
  level: string
  message: string
  fields: Record<string, unknown>
}

/** What the query builder says of a refused statement ends with its parameters: names, addresses, hashes. They stay out. */
const withoutParameters = (value: unknown) =>
  typeof value === 'string' ? value.replace(/(Failed query: [\s\S]*?)\nparams: [\s\S]*?((?:\n {4}at .*)*)$/, '$1$2') : value

/**
 * One JSON object a line on standard output, or where `print` puts it (errors on standard error); in development, a readable line.
 * `take` gets each line too.
 */
export function createLog(
  level: (typeof LEVELS)[number],
  readable: boolean,
  print: (line: string) => void = console.log,
  take?: (record: LogRecord) => void,
): Log {
  const floor = LEVELS.indexOf(level)
  const at = (name: (typeof LEVELS)[number]) => (given: Record<string, unknown>, message: string) => {
    if (LEVELS.indexOf(name) < floor) return
    const fields = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, withoutParameters(value)]))
    const time = new Date().toISOString()
    const line = readable
      ? `${time.slice(11, 19)} ${name === 'info' ? '' : `${name} `}${message}${Object.entries(fields)
          .map(([k, v]) => (v === undefined ? '' : k === 'stack' ? `\n${v}` : ` ${k}=${typeof v === 'string' ? v : JSON.stringify(v)}`))
          .join('')}`
      : JSON.stringify({ time, level: name, message, ...fields })
    if (name === 'error') console.error(line)
    else print(line)
    take?.({ time, level: name, message, fields })
  }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}
