// `npm run parts`: holds the lock against the time frames of SECURITY.md. It asks the registry of the npm client
// - which of the locked parts have published weaknesses (npm audit): any that is known fails, with the days its repair may take;
// - whether a direct part has had a newer release within its major version for more than a quarter: then it fails too,
//   unless another part wants exactly the locked version.
// What the registry does not answer is named as not checked, and with `--must-check` that fails as well.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)
const DAY = 86_400_000
export const REPAIR_DAYS = { critical: 7, high: 30, moderate: 90, low: 90, info: 90 }
export const QUARTER_DAYS = 92

/** Runs npm; its output even where it ends with a code of its own, as audits do that find something. */
const npm = (...args) =>
  run('npm', args, { maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' }).then(
    ({ stdout }) => stdout,
    (error) => error.stdout || Promise.reject(error),
  )

/** What `npm audit --json` found, a line for each weak part; null when the registry has no answer. */
export function weaknesses(report) {
  if (!report?.vulnerabilities || report.error || report.message) return null
  return Object.values(report.vulnerabilities).map(
    ({ name, severity, range }) =>
      `${name} ${range}: a weakness that is ${severity}; SECURITY.md gives ${REPAIR_DAYS[severity] ?? 90} days`,
  )
}

/** The first newer stable release within the locked major version (below 1, the minor), when it is older than a quarter; else null. */
export function overdue(version, times, now = Date.now()) {
  const parts = (text) => text.split('.').map(Number)
  const line = ([major, minor]) => (major === 0 ? `0.${minor}` : `${major}`)
  const own = parts(version.split('-')[0])
  const isNewer = (given) => given[0] - own[0] || given[1] - own[1] || given[2] - own[2]
  const [first] = Object.entries(times)
    .filter(([name]) => /^\d+\.\d+\.\d+$/.test(name) && line(parts(name)) === line(own) && isNewer(parts(name)) > 0)
    .sort(([, a], [, b]) => Date.parse(a) - Date.parse(b))
  return first && now - Date.parse(first[1]) > QUARTER_DAYS * DAY ? first : null
}

/** The locked part that wants exactly this version of another, so that only its own next release moves it; undefined when none does. */
export const holderOf = (packages, name, version) =>
  Object.entries(packages)
    .find(([key, entry]) => key && entry.dependencies?.[name] === version)?.[0]
    .replace(/^.*node_modules\//, '')

async function checkParts() {
  const root = new URL('../', import.meta.url)
  const own = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
  const { packages } = JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8'))
  const broken = []
  const unchecked = []
  const found = weaknesses(JSON.parse(await npm('audit', '--json').catch(() => '{}')))
  if (found) broken.push(...found)
  else unchecked.push('published weaknesses: the registry answers no audit. Give the file of `npm run sbom` to a scanner that knows them')
  const names = Object.entries({ ...own.dependencies, ...own.devDependencies, ...own.optionalDependencies })
  const total = names.length
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let next = names.pop(); next; next = names.pop()) {
        const [name, version] = next
        try {
          const newer = overdue(version, JSON.parse(await npm('view', name, 'time', '--json')))
          const holder = newer && holderOf(packages, name, version)
          if (holder) console.log(`${name} ${version}: ${holder} holds it to this version`)
          else if (newer) broken.push(`${name} ${version}: ${newer[0]} came out on ${newer[1].slice(0, 10)}, more than a quarter ago`)
        } catch {
          unchecked.push(`${name}: the registry does not say when it was released`)
        }
      }
    }),
  )
  for (const line of broken.sort()) console.error(`BREACHED ${line}`)
  for (const line of unchecked.sort()) console.error(`NOT CHECKED ${line}.`)
  console.log(`parts: ${total} direct parts, ${broken.length} beyond their time, ${unchecked.length} not checked`)
  if (broken.length > 0 || (unchecked.length > 0 && process.argv.includes('--must-check'))) process.exitCode = 1
}

if (import.meta.main) await checkParts()
