import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** What stands against the manners of the house today, by name with its size. It may only shrink. */
export type Offences = Record<string, number>

const LIST = 'tools/tidy.json'
const FUNCTION_LINES = 70
const FILE_LINES = 400

const ROOMS = 'app,chains,core,credentials,db,egress,engine,jobs,screening,server'
/** Not written by hand, or held by their own rules: generated, archived, tables of data, and what others run. */
const SPARED = /\.generated\.|\.data\.|^engine\/archive\/|^sdks\/|^templates\/|\.d\.ts$/
const TESTS = /\.(test|spec)\.tsx?$|^tests\/|^bench\//
/** React Router asks each route's file for these. */
const OF_ROUTES = new Set([
  'loader',
  'action',
  'meta',
  'clientLoader',
  'clientAction',
  'shouldRevalidate',
  'ErrorBoundary',
  'headers',
  'handle',
])

/** Functions and files that are too long, and exported names that mean two things, of this tree. */
export function offences(root: string): Offences {
  return Object.fromEntries([...tooLong(root), ...doubleNames(root)].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** What is new or has grown, and what has shrunk and is listed as it was. */
export function compare(listed: Offences, found: Offences): { grown: string[]; shrunk: string[] } {
  const grown = Object.entries(found).filter(([name, size]) => size > (listed[name] ?? 0))
  const shrunk = Object.entries(listed).filter(([name, size]) => (found[name] ?? 0) < size)
  return { grown: grown.map(([name, size]) => `${name}: ${size}`), shrunk: shrunk.map(([name]) => name) }
}

export const listed = (root: string): Offences => JSON.parse(readFileSync(join(root, LIST), 'utf8')) as Offences

interface Diagnostic {
  code: string
  filename: string
  message: string
}

/** Asked of the linter that is there anyway. Titles of tests hold whole journeys, so only files that are no tests count. */
function tooLong(root: string): [string, number][] {
  const rules = {
    'eslint/max-lines-per-function': ['error', { max: FUNCTION_LINES, skipComments: true }],
    'eslint/max-lines': ['error', { max: FILE_LINES }],
  }
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const config = join(cache, 'tidy.json')
  writeFileSync(config, JSON.stringify({ categories: { correctness: 'off' }, rules }))
  const asked = ['node_modules/oxlint/bin/oxlint', '-c', config, '-f', 'json', ...ROOMS.split(','), 'tools']
  const { diagnostics } = JSON.parse(output(root, process.execPath, asked)) as {
    diagnostics: Diagnostic[]
  }
  return diagnostics
    .filter(({ filename }) => !SPARED.test(filename) && !TESTS.test(filename))
    .map(({ code, filename, message }) => {
      const lines = Number(/\((\d+)\)/.exec(message)?.[1])
      if (code === 'eslint(max-lines)') return [`file ${filename}`, lines]
      return [`function ${filename} ${/`([^`]+)`/.exec(message)?.[1] ?? 'without a name'}`, lines]
    })
}

/** A name exported by two files means two things. Pages are read apart from what runs on the server. */
function doubleNames(root: string): [string, number][] {
  const places = new Map<string, Set<string>>()
  for (const file of globSync(`{${ROOMS}}/**/*.{ts,tsx}`, { cwd: root })) {
    if (SPARED.test(file) || TESTS.test(file)) continue
    const side = file.startsWith('app/') ? 'pages' : 'server'
    const source = readFileSync(join(root, file), 'utf8')
    for (const [, name] of source.matchAll(/^export (?:default )?(?:async )?(?:function\*?|const|class|interface|type|enum) (\w+)/gm)) {
      if (side === 'pages' && OF_ROUTES.has(name!)) continue
      const key = `name ${name} (${side})`
      places.set(key, (places.get(key) ?? new Set()).add(file))
    }
  }
  return [...places].filter(([, files]) => files.size > 1).map(([key, files]) => [key, files.size])
}

/** Also of a command that ends with 1 because it found something. */
function output(root: string, command: string, args: string[]): string {
  try {
    return execFileSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 64_000_000, stdio: ['ignore', 'pipe', 'ignore'] })
  } catch (error) {
    const { stdout } = error as { stdout?: string }
    if (!stdout) throw error
    return stdout
  }
}

// Writes the list anew after something has shrunk. It never writes what has grown.
if (process.argv[1] === import.meta.filename) {
  const root = resolve(import.meta.dirname, '..')
  const found = offences(root)
  const { grown } = process.argv.includes('--first') ? { grown: [] } : compare(listed(root), found)
  if (grown.length) {
    console.error(`These are new or have grown; make them smaller:\n${grown.join('\n')}`)
    process.exitCode = 1
  } else writeFileSync(join(root, LIST), `${JSON.stringify(found, null, 2)}\n`)
}
