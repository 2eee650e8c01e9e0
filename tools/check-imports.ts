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

/** The storeys of `core`, from the ground up. Each imports, by value, only what stands below it. */
export const STOREYS = [
  'kernel',
  'record',
  'sources',
  'access',
  'chain',
  'screening',
  'identity',
  'securities',
  'markets',
  'review',
  'portal',
  'upkeep',
  'sandbox',
  'doors',
]

/** Files with a reason to step over one rule. Nothing is added here to save work. */
const exceptions: Record<string, { imports?: string[]; environment?: boolean; transaction?: boolean; event?: boolean }> = {
  // The composition root puts database, verbs and server together.
  'server/compose.ts': { imports: ['db'] },
  'server/doctor.ts': { imports: ['db', 'jobs'] },
  'server/main.ts': { imports: ['db'], environment: true },
  'server/admin.ts': { imports: ['db'] },
  'server/backups.ts': { imports: ['db'] },
  // The one door from Node's module graph to the pages: a context key, kept on globalThis.
  'server/pages.ts': { imports: ['app'] },
  // Takes one mail at a time from the queue, and sends it inside the transaction that marks it sent.
  'jobs/send-mail.ts': { imports: ['db'] },
  'server/env.ts': { environment: true },
  'db/test-database.ts': { environment: true },
  'screening/lists/shared-data.ts': { environment: true },
  // Run by hand to train and measure; never part of the product.
  'screening/training/data.ts': { environment: true },
  'core/record/transaction.ts': { transaction: true },
}

/** What pages may call besides the engine: the drawing of a seal, the proof of a receipt, a line of CSV, the words of states, and the schemas a form and its verb share. */
const sharedWithPages = [
  'chains/chains.ts',
  'credentials/portable/bytes.ts',
  'credentials/portable/receipt.ts',
  'credentials/portable/refusal.ts',
  'credentials/receipt.ts',
  'credentials/rosette.ts',
  'core/access/accounts/choices.ts',
  'core/access/accounts/schemas.ts',
  'core/kernel/csv.ts',
  'core/kernel/states.ts',
  'core/kernel/states/of-moves.ts',
  'core/kernel/states/of-people.ts',
  'core/kernel/states/of-running.ts',
  'core/kernel/states/state.ts',
  'core/portal/holders/schemas.ts',
]

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
    if (room === 'core' && to === 'core' && !isTest && !typeOnly) {
      const [from, below] = [storeyOf(file), storeyOf(target)]
      if (from < 0 || below < 0) report(index, `${from < 0 ? file : target} stands in no storey of core/`)
      else if (below > from)
        report(index, `core/${STOREYS[from]}/ stands below core/${STOREYS[below]}/ and may not import it (${specifier})`)
    }
    if (target === KEPT_UNDER && !isTest && !typeOnly && !(room === 'core' && storeyOf(file) < STOREYS.indexOf('sources')))
      report(index, `only what stands below core/sources/ asks what an environment is; everybody else asks ctx.world (${specifier})`)
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

  for (const match of worldly(file, code))
    report(match.index, `which world it is, is asked of ctx.world: no "scenario" and no comparison of the environment (${match[0]})`)

  for (const match of verdicts(file, code))
    report(match.index, `what is decided, the engine says: nobody else writes an outcome (${match[0]}); what else is decided is a refusal`)

  if (room === 'core' && !isTest && !exception.transaction) {
    for (const match of code.matchAll(/\.transaction\(/g))
      if (!hasReason(source, code, match.index, 'no audit'))
        report(
          match.index,
          'changes go through write() of core/record/transaction.ts, which audits them; if nothing auditable changes, say "// no audit: why" above',
        )
    for (const match of code.matchAll(/(?<![\w.])write\((?!\s*<)/g))
      if (!/\bevents\b/.test(code) && !hasReason(source, code, match.index, 'no event'))
        report(match.index, 'a verb that writes announces an event; if nobody can want to know, say "// no event: why" above')
  }
  return found
}

/** Where the sandbox is at home: its sources and its storey, the doors through which its calls come, and what an environment is. */
const atHome =
  /^(core\/(sources|sandbox|doors)\/|core\/kernel\/environments\.ts$|server\/(admin|compose|env|page-routes|openapi|openapi-guide|operation|field-words)\.ts$|server\/api\/(operations|public|back-end\/caller)\.ts$|server\/api\/v1\/)/

/** What is kept is judged by the environment it was kept under only where no world can be asked: below the sources. */
const KEPT_UNDER = 'core/kernel/environments.ts'
const WORLDLY =
  /scenario|(?:===?|!==?) ['"](?:sandbox|production)['"]|['"](?:sandbox|production)['"] (?:===?|!==?)|\bcase ['"](?:sandbox|production)['"]/gi

/**
 * Where a file asks for its world by itself. Which world a call is made in is known where its context is made; elsewhere nobody compares
 * the environment or speaks of what the sandbox plays: what differs is a source of `core/sources`.
 */
const worldly = (file: string, code: string): Iterable<RegExpExecArray> =>
  /^(core|server|jobs)\//.test(file) && !atHome.test(file) && !testFile.test(file) ? code.matchAll(WORLDLY) : []

const VERDICT =
  /(?:\boutcome:|\b(?:const|let) outcome =)(?! *z\.)[^,;\n}|]*?(?<![=!]== )'(?:allow|deny|review|needs_info)'(?! \|)|\.\.\.\w*(?:[dD]ecided|[dD]ecision|engine)\s*,\s*outcome\b/g

/** Where a file writes the outcome of a decision by itself, by its word or over one that was made: it is what the engine said, everywhere. */
const verdicts = (file: string, code: string): Iterable<RegExpExecArray> =>
  /^(core\/(?!record\/|sandbox\/)|jobs\/|server\/(?!api\/v1\/))/.test(file) && !testFile.test(file) ? code.matchAll(VERDICT) : []

const storeyOf = (file: string): number => STOREYS.indexOf(file.split('/')[1]!)

/** A room of core: a folder of a storey, or a file that stands in the storey itself. */
const roomOf = (file: string): string => file.split('/').slice(1, 3).join('/')

/** Rooms of `core` that import each other in a ring, by value: each ring once, as `a → b → a`. */
export function rings(files: ReadonlyMap<string, string>): string[] {
  const arrows = new Map<string, Set<string>>()
  for (const [file, source] of files) {
    if (!file.startsWith('core/') || testFile.test(file)) continue
    for (const { specifier, typeOnly } of importsOf(blankComments(source))) {
      const target = resolveSpecifier(file, specifier)
      if (typeOnly || !target?.startsWith('core/') || roomOf(target) === roomOf(file)) continue
      arrows.set(roomOf(file), (arrows.get(roomOf(file)) ?? new Set()).add(roomOf(target)))
    }
  }
  const found: string[] = []
  const done = new Set<string>()
  const walk = (room: string, path: string[]): void => {
    if (path.includes(room)) found.push([...path.slice(path.indexOf(room)), room].join(' → '))
    else if (!done.has(room)) for (const next of arrows.get(room) ?? []) walk(next, [...path, room])
    done.add(room)
  }
  for (const room of arrows.keys()) walk(room, [])
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

/** Every file of `core` by its path from the root, with its source. */
export const coreFiles = (root: string): ReadonlyMap<string, string> =>
  new Map(filesOf(join(root, 'core')).map((path) => [relative(root, path).replaceAll('\\', '/'), readFileSync(path, 'utf8')] as const))

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
  const round = rings(coreFiles(resolve(import.meta.dirname, '..')))
  for (const ring of round) console.error(`core/: these rooms import each other: ${ring}`)
  process.exitCode = violations.length || round.length ? 1 : 0
}
