import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { newDataFolder, type Product, removeDataFolder, startProduct } from '#tests/product.ts'

// Runs Schemathesis, a public tester of OpenAPI services, against a freshly started product and the document it serves.

const root = resolve(import.meta.dirname, '../..')
const venv = join(root, '.venv')
const packages = join(venv, 'packages')
const requirements = join(import.meta.dirname, 'requirements.txt')
const SEED = 20261121
/** Cases for each operation and phase; bounds the run to some two minutes on two cores. */
const EXAMPLES = process.env.CONFORMANCE_EXAMPLES ?? '8'
const LIMIT_MS = 30 * 60_000

async function main(): Promise<number> {
  const python = findPython()
  if (!python) {
    console.log('The conformance suite needs Python 3.10 or later, which is not installed. Everything else works without it.')
    console.log('0 passed, 0 failed')
    return 0
  }
  const schemathesis = install(python)
  if (!schemathesis) {
    console.log('0 passed, 1 failed')
    return 1
  }
  const dataDir = newDataFolder()
  let product: Product | null = null
  try {
    product = await startProduct({ dataDir, env: { RATE_LIMIT: '0', SEED_DEMO: '0', LOG_LEVEL: 'error' } })
    const email = 'conformance@tests.example'
    product.admin('create-user', '--email', email, '--password', 'Conformance-Suite-1', '--role', 'issuer', '--verified')
    const key = product.admin('create-key', '--email', email, '--name', 'Conformance', '--environment', 'sandbox')
    return await ask(schemathesis, product, key)
  } finally {
    await product?.stop()
    await removeDataFolder(dataDir)
  }
}

function findPython(): string | null {
  const candidates = [join(venv, 'bin/python'), 'python3', 'python3.13', 'python3.12', 'python3.11', 'python3.10', 'python']
  const recent = (name: string) => spawnSync(name, ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']).status === 0
  return candidates.find(recent) ?? null
}

interface Command {
  file: string
  args: string[]
  env: NodeJS.ProcessEnv
}

/** Schemathesis as this repository pins it, installed into .venv the first time, by whichever way the machine's Python knows. */
function install(python: string): Command | null {
  const wanted = /^schemathesis==(.+)$/m.exec(readFileSync(requirements, 'utf8'))![1]!
  const inVenv: Command = { file: join(venv, 'bin/python'), args: ['-m', 'schemathesis.cli'], env: {} }
  const inFolder: Command = { file: python, args: ['-m', 'schemathesis.cli'], env: { PYTHONPATH: packages } }
  const works = (command: Command) => {
    const check = ['-c', `import schemathesis, sys; sys.exit(schemathesis.__version__ != "${wanted}")`]
    return spawnSync(command.file, check, { env: { ...process.env, ...command.env } }).status === 0
  }
  if (works(inVenv)) return inVenv
  if (works(inFolder)) return inFolder
  console.log(`Installing Schemathesis ${wanted} into .venv`)
  rmSync(venv, { recursive: true, force: true })
  const pip = ['install', '--quiet', '--disable-pip-version-check', '-r', requirements]
  const run = (file: string, args: string[]) => {
    const { status, stderr } = spawnSync(file, args, { encoding: 'utf8' })
    if (status !== 0) reasons.push(stderr.trim().split('\n').at(-1) ?? `${file} failed`)
    return status === 0
  }
  const reasons: string[] = []
  const intoVenv = () => run(inVenv.file, ['-m', 'pip', ...pip]) && works(inVenv)
  if (run(python, ['-m', 'venv', venv]) && intoVenv()) return inVenv
  rmSync(venv, { recursive: true, force: true })
  if (run(python, ['-m', 'virtualenv', '--quiet', venv]) && intoVenv()) return inVenv
  rmSync(venv, { recursive: true, force: true })
  mkdirSync(packages, { recursive: true })
  if (run(python, ['-m', 'pip', ...pip, '--target', packages]) && works(inFolder)) return inFolder
  rmSync(venv, { recursive: true, force: true })
  if (installDebianVenv() && run(python, ['-m', 'venv', venv]) && intoVenv()) return inVenv
  console.log(`Schemathesis could not be installed (${[...new Set(reasons)].join('; ')}).`)
  return null
}

/** Debian's own Python comes without venv and pip. */
function installDebianVenv(): boolean {
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return false
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
  return spawnSync('apt-get', ['install', '-y', '-qq', 'python3-venv'], { stdio: 'ignore' }).status === 0
}

/** One run over every operation of the served document. Counts an operation as passed when no case of it failed. */
async function ask(command: Command, product: Product, key: string): Promise<number> {
  const results = join(root, 'test-results')
  const report = join(results, 'conformance.xml')
  mkdirSync(results, { recursive: true })
  rmSync(report, { force: true })
  const args = [
    ...['--config-file', join(import.meta.dirname, 'schemathesis.toml')],
    ...['run', `${product.url}/api/v1/openapi.json`],
    ...['--header', `Authorization: Bearer ${key}`],
    ...['--checks', 'all', '--exclude-checks', LEFT_OUT.join(',')],
    ...['--phases', 'examples,coverage,fuzzing'],
    // One worker: with several, Python 3.11 may lose count of the depth of what it parses ("AST constructor recursion depth mismatch").
    ...['--workers', '1', '--max-examples', EXAMPLES],
    ...['--seed', String(SEED), '--generation-deterministic', '--no-shrink'],
    ...['--request-timeout', '30', '--continue-on-failure', '--suppress-health-check', 'all', '--warnings', 'off'],
    ...['--report', 'junit', '--report-junit-path', report, '--no-color'],
    ...process.argv.slice(2),
  ]
  const began = Date.now()
  const code = await new Promise<number | null>((done) => {
    const child = spawn(command.file, [...command.args, ...args], {
      stdio: 'inherit',
      env: { ...process.env, ...command.env },
      cwd: results,
    })
    const timer = setTimeout(() => child.kill('SIGTERM'), LIMIT_MS)
    child.once('error', () => done(null))
    child.once('exit', (status) => {
      clearTimeout(timer)
      done(status)
    })
  })
  const xml = existsSync(report) ? readFileSync(report, 'utf8') : ''
  const cases = [...xml.matchAll(/<testcase\b[^>]*?(?:\/>|>([\s\S]*?)<\/testcase>)/g)]
  const failed = cases.filter(([, inner]) => inner && /<(failure|error)\b/.test(inner)).length
  const unexplained = code !== 0 && failed === 0 ? 1 : 0
  console.log(`\nTime: ${((Date.now() - began) / 1000).toFixed(0)} s`)
  console.log(`${cases.length - failed} passed, ${failed + unexplained} failed`)
  return failed + unexplained === 0 && cases.length > 0 ? 0 : 1
}

/** Checks that ask what this API means otherwise; each with its reason. */
const LEFT_OUT = [
  // A schema cannot say that a date is real, an address has its checksum or an offering is open: 422 and 409 are right there.
  'positive_data_acceptance',
]

process.exitCode = await main()
