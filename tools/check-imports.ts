import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative, resolve } from 'node:path'

export interface Violation {
  file: string
  line: number
  rule: string
}

const pure = ['engine', 'screening', 'credentials', 'chains']

/** Whom each room may import by value. Types are free for `app`, which draws what the verbs return. */
const allowed: Record<string, string[]> = {
  engine: ['engine'],
  screening: ['screening'],
  credentials: ['credentials'],
  egress: ['egress'],
  chains: ['chains', 'egress'],
  db: ['db'],
  core: ['core', 'db', 'egress', ...pure],
  server: ['server', 'core', 'jobs', 'egress', ...pure],
  jobs: ['jobs', 'core', ...pure],
  app: ['app', 'engine'],
}

/** Files with a reason to step over one rule. Nothing is added here to save work. */
const exceptions: Record<string, { imports?: string[]; environment?: boolean; transaction?: boolean; event?: boolean }> = {
  // The composition root puts database, verbs and server together.
  'server/compose.ts': { imports: ['db'] },
  'server/main.ts': { imports: ['db'], environment: true },
  'server/admin.ts': { imports: ['db'] },
  // The one door from Node's module graph to the pages: a context key, kept on globalThis.
  'server/pages.ts': { imports: ['app'] },
  // Takes one mail at a time from the queue, and sends it inside the transaction that marks it sent.
  'jobs/send-mail.ts': { imports: ['db'] },
  'server/env.ts': { environment: true },
  'db/test-database.ts': { environment: true },
  'screening/lists/shared-data.ts': { environment: true },
  // Run by hand to train and measure; never part of the product.
  'screening/training/data.ts': { environment: true },
  'core/transaction.ts': { transaction: true },
}

/** What pages may call besides the engine: the drawing of a seal, and the schemas a form and its verb share. */
const sharedWithPages = ['credentials/rosette.ts', 'core/accounts/choices.ts', 'core/accounts/schemas.ts', 'core/holders/schemas.ts']

const testFile = /\.test\.tsx?$/
const rooms = Object.keys(allowed)

/** Every place in one file that breaks a boundary of the house. `file` is its path from the root, with slashes. */
export function checkFile(file: string, source: string): Violation[] {
  const room = file.split('/')[0]!
  if (!rooms.includes(room)) return []
  const isTest = testFile.test(file)
  const exception = exceptions[file] ?? {}
  const code = blankComments(source)
  const found: Violation[] = []
  const report = (index: number, rule: string) => found.push({ file, line: code.slice(0, index).split('\n').length, rule })

  for (const { specifier, index, typeOnly } of importsOf(code)) {
    const target = resolveSpecifier(file, specifier)
    if (target === null) {
      if (room === 'engine' && !isTest) report(index, `engine is pure and imports nothing outside itself, not even "${specifier}"`)
      continue
    }
    if (room !== 'app' && target.endsWith('.tsx')) report(index, `${specifier}: Node cannot load .tsx, so only app/ imports it`)
    const to = target.split('/')[0]!
    if (sharedWithPages.includes(file) && !typeOnly && !sharedWithPages.includes(target))
      report(index, `${file} goes to the browser, so it imports nothing of ours that does not (${specifier})`)
    if (isTest || !rooms.includes(to)) {
      if (!isTest && ['tests', 'tools', 'bench'].includes(to)) report(index, `${room}/ may not import ${to}/`)
      continue
    }
    const free = allowed[room]!.includes(to) || exception.imports?.includes(to) || (typeOnly && (room === 'app' || to === 'app'))
    const shared = room === 'app' && sharedWithPages.includes(target)
    if (!free && !shared)
      report(index, `${room}/ may not import ${to}/ (${specifier})${room === 'app' && to === 'core' ? ' except for types' : ''}`)
  }

  if (!isTest && !exception.environment)
    for (const match of code.matchAll(/(?<!\\\$\{)\bprocess\.env\b/g)) report(match.index, 'the environment is read in server/env.ts only')

  if (room === 'core' && !isTest && !exception.transaction) {
    for (const match of code.matchAll(/\.transaction\(/g))
      if (!hasReason(source, code, match.index, 'no audit'))
        report(
          match.index,
          'changes go through write() of core/transaction.ts, which audits them; if nothing auditable changes, say "// no audit: why" above',
        )
    for (const match of code.matchAll(/(?<![\w.])write\((?!\s*<)/g))
      if (!/\bevents\b/.test(code) && !hasReason(source, code, match.index, 'no event'))
        report(match.index, 'a verb that writes announces an event; if nobody can want to know, say "// no event: why" above')
  }
  return found
}

/** Whether the comment lines right above, or the same line, give the reason asked for. */
function hasReason(source: string, code: string, index: number, word: string): boolean {
  const line = code.slice(0, index).split('\n').length - 1
  return source
    .split('\n')
    .slice(Math.max(0, line - 3), line + 1)
    .some((text) => text.includes(`// ${word}: `))
}

export function* importsOf(code: string): Generator<{ specifier: string; index: number; typeOnly: boolean }> {
  for (const match of code.matchAll(/^[ \t]*(?:import|export)\b(?:([^'";]*?)\bfrom\s*)?\s*['"]([^'"\n]+)['"]/gm))
    yield { specifier: match[2]!, index: match.index, typeOnly: /^\s*type\b(?!\s*(?:,|from))/.test(match[1] ?? '') }
  for (const match of code.matchAll(/\bimport\(\s*['"]([^'"\n]+)['"]\s*\)(\s*\.\s*\w+)?/g))
    yield {
      specifier: match[1]!,
      index: match.index,
      typeOnly: /(?::|\btypeof|=)\s*$/.test(code.slice(Math.max(0, match.index - 8), match.index)) && match[2] !== undefined,
    }
}

/** The path from the root of what is imported, or null for a package or a module of Node's. */
function resolveSpecifier(file: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier)
  return null
}

/** Comments become blanks of the same length, so that positions stay and words in them do not count. */
export function blankComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|(?<=^|[\s;{}(,])\/\/.*$/gm, (text) => text.replace(/[^\n]/g, ' '))
}

/** All violations in the tree below `root`. */
export function checkTree(root: string): Violation[] {
  return rooms.flatMap((room) =>
    filesOf(join(root, room)).flatMap((path) => checkFile(relative(root, path).replaceAll('\\', '/'), readFileSync(path, 'utf8'))),
  )
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
      .map((entry) => join(entry.parentPath, entry.name))
  } catch {
    return []
  }
}

if (import.meta.main) {
  const violations = checkTree(resolve(import.meta.dirname, '..'))
  for (const { file, line, rule } of violations) console.error(`${file}:${line}  ${rule}`)
  process.exitCode = violations.length ? 1 : 0
}
