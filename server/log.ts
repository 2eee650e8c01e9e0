import type { Log } from '#core/services.ts'

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const

/** One JSON object a line on standard output (errors on standard error); in development, a readable line. */
export function createLog(level: (typeof LEVELS)[number], readable: boolean): Log {
  const floor = LEVELS.indexOf(level)
  const at = (name: (typeof LEVELS)[number]) => (fields: Record<string, unknown>, message: string) => {
    if (LEVELS.indexOf(name) < floor) return
    const time = new Date().toISOString()
    const line = readable
      ? `${time.slice(11, 19)} ${name === 'info' ? '' : `${name} `}${message}${Object.entries(fields)
          .map(([k, v]) => (v === undefined ? '' : k === 'stack' ? `\n${v}` : ` ${k}=${typeof v === 'string' ? v : JSON.stringify(v)}`))
          .join('')}`
      : JSON.stringify({ time, level: name, message, ...fields })
    if (name === 'error') console.error(line)
    else console.log(line)
  }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}
