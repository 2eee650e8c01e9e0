import { AppError } from '../errors.ts'
import { isStreamSafe } from './stream-safe.ts'

const MAX_DEPTH = 12
/** Values of one body, those inside others and keys counted: far more than any operation has fields, far fewer than a body could hold. */
export const MAX_VALUES = 10_000

/**
 * Parses a request body. Stricter than JSON.parse: repeated keys, keys that reach prototypes, nesting over
 * twelve levels, lone surrogates and U+0000 are refused, because each can make two readers see two different requests.
 * Work grows with the length of the text and no faster. Throws `malformed_json` with line and column, and `body_too_large`
 * for more than ten thousand values.
 */
export function parseJson(text: string): unknown {
  let i = 0
  let values = 0
  const fail = (what: string, at = i): never => {
    let line = 1
    for (let end = text.indexOf('\n'); end >= 0 && end < at; end = text.indexOf('\n', end + 1)) line++
    const column = at - text.lastIndexOf('\n', at - 1)
    throw new AppError('malformed_json', `${what} at line ${line}, column ${column}.`, { extra: { line, column } })
  }
  const skip = () => {
    while (i < text.length) {
      const c = text.charCodeAt(i)
      if (c !== 32 && c !== 10 && c !== 13 && c !== 9) break
      i++
    }
  }
  const string = (): string => {
    const start = i++
    for (; i < text.length; i++) {
      const c = text.charCodeAt(i)
      if (c === 34) {
        i++
        try {
          const value = JSON.parse(text.slice(start, i)) as string
          if (value.includes('\0')) fail('The character U+0000', start)
          if (!value.isWellFormed()) fail('A broken Unicode character', start)
          if (!isStreamSafe(value)) fail('More than 30 combining marks in a row', start)
          return value
        } catch (error) {
          if (error instanceof AppError) throw error
          fail('A string with an escape that is not valid', start)
        }
      }
      if (c === 92) i++
      else if (c < 32) fail('A control character inside a string')
    }
    return fail('A string that does not end', start)
  }
  const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
  const value = (depth: number): unknown => {
    if (++values > MAX_VALUES) throw new AppError('body_too_large', `A body may have at most ${MAX_VALUES.toLocaleString('en')} values.`)
    skip()
    if (i >= text.length) fail('The body ends too early')
    const c = text[i]
    if (c === '"') return string()
    if (c === '{' || c === '[') {
      if (depth >= MAX_DEPTH) fail(`Nesting deeper than ${MAX_DEPTH} levels`)
      return c === '{' ? object(depth) : array(depth)
    }
    for (const [word, meaning] of [
      ['true', true],
      ['false', false],
      ['null', null],
    ] as const) {
      if (text.startsWith(word, i)) {
        i += word.length
        return meaning
      }
    }
    number.lastIndex = i
    const match = number.exec(text)
    if (!match) return fail(`Unexpected ${JSON.stringify(c)}`)
    const parsed = Number(match[0])
    if (!Number.isFinite(parsed)) fail('A number too large to read')
    i = number.lastIndex
    return parsed
  }
  const object = (depth: number): Record<string, unknown> => {
    const result: Record<string, unknown> = {}
    i++
    skip()
    if (text[i] === '}') {
      i++
      return result
    }
    for (;;) {
      skip()
      if (text[i] !== '"') fail('A key in double quotes is expected')
      const start = i
      const key = string()
      if (key === '__proto__' || key === 'constructor' || key === 'prototype') fail(`The key ${JSON.stringify(key)} is not allowed`, start)
      if (Object.hasOwn(result, key)) fail(`The key ${JSON.stringify(key.slice(0, 100))} appears twice`, start)
      skip()
      if (text[i] !== ':') fail('A colon is expected')
      i++
      result[key] = value(depth + 1)
      skip()
      if (text[i] === '}') {
        i++
        return result
      }
      if (text[i] !== ',') fail('A comma or } is expected')
      i++
    }
  }
  const array = (depth: number): unknown[] => {
    const result: unknown[] = []
    i++
    skip()
    if (text[i] === ']') {
      i++
      return result
    }
    for (;;) {
      result.push(value(depth + 1))
      skip()
      if (text[i] === ']') {
        i++
        return result
      }
      if (text[i] !== ',') fail('A comma or ] is expected')
      i++
    }
  }
  const result = value(0)
  skip()
  if (i < text.length) fail('Something follows after the end')
  return result
}
