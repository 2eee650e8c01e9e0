// `npm start` on a bare clone: does whatever set-up is missing, then runs the product. Plain JavaScript without
// dependencies, because it runs before they are there and on the machine's own Node.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { constants } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = dirname(fileURLToPath(import.meta.url))
const windows = process.platform === 'win32'
const binFolder = join(root, 'node_modules', '.bin')
const [command = 'start', ...rest] = process.argv.slice(2)

/** In development a change in one of these restarts the server. Pages reload by themselves, without a restart. */
const serverRooms = ['server', 'core', 'jobs', 'db', 'engine', 'screening', 'credentials', 'chains']

/** Room for what lives as long as one call: with little of it, every call is copied while others are answered. */
const forCalls = '--max-semi-space-size=64'

/** What each command needs installed and built, and what it then runs. */
const commands = {
  start: { install: 'prod', build: ['pages', 'program'], serves: true, run: [forCalls, 'build/program/main.js'], env: startEnvironment },
  dev: {
    install: 'full',
    build: [],
    serves: true,
    run: [...serverRooms.map((room) => `--watch-path=${room}`), '--watch-preserve-output', 'server/main.ts'],
    env: () => ({ NODE_ENV: 'development' }),
  },
  admin: { install: 'prod', build: ['program'], serves: false, run: ['build/program/admin.js'], env: startEnvironment },
  test: { install: 'full', build: [], serves: false, run: ['tools/test.ts', 'all'] },
  verify: { install: 'full', build: [], serves: false, run: ['tools/test.ts', 'quick'] },
  gate: { install: 'full', build: ['pages', 'program'], serves: false, run: ['tools/test.ts', 'gate'] },
  conformance: { install: 'full', build: ['pages', 'program'], serves: false, run: ['tools/conformance/main.ts'] },
  sbom: { install: 'prod', build: [], serves: false, run: ['tools/sbom.mjs'] },
  parts: { install: 'prod', build: [], serves: false, run: ['tools/parts.mjs'] },
  bench: { install: 'full', build: ['pages', 'program'], serves: false, run: ['bench/main.ts'] },
  build: { install: 'prod', build: ['pages', 'program'], serves: false },
}

/** What is built, from what, and by which script; a change of any of it builds it again. */
const parts = {
  pages: {
    sources: [
      'app',
      'engine',
      'credentials',
      'public',
      'docs/methodology',
      'tools',
      'vite.config.ts',
      'react-router.config.ts',
      'tsconfig.json',
    ],
    result: 'build/server/index.js',
    script: ['node_modules/@react-router/dev/bin.cjs', 'build', '--logLevel', 'warn'],
  },
  program: {
    sources: [...serverRooms, 'egress', 'app/server-context.ts', 'tools/build-program.mjs'],
    result: 'build/program/main.js',
    script: ['tools/build-program.mjs'],
  },
}

const builtFrom = (part) => join('build', `.${part}-built-from`)
const addressFile = join('build', '.address')

class Stop extends Error {}

async function main() {
  requireNode()
  process.chdir(root)
  const plan = Object.hasOwn(commands, command) ? commands[command] : null
  if (!plan) throw new Stop(`there is no such command. Use ${Object.keys(commands).join(', ')}.`)
  if (plan.serves) {
    await requireFreePort()
    await requireDatabase()
  }
  if (!isInstalled(plan.install)) await locked('install', () => isInstalled(plan.install) || install(plan.install))
  const node = chooseNode()
  const pages = plan.build.includes('pages')
  if (plan.serves && pages && (!isBuilt('pages') || readText(addressFile) !== publicAddress())) await requireStartable(node, plan)
  for (const part of plan.build) if (!isBuilt(part)) await locked('build', () => isBuilt(part) || build(node, part))
  if (pages && readText(addressFile) !== publicAddress()) await locked('address', () => stampAddress(node))
  return plan.run ? run(node, [...plan.run, ...rest], plan.env?.() ?? {}, plan.serves) : 0
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) throw new Stop(`it needs Node 20.19 or later, and this is ${process.version}.`)
}

/**
 * The pages and React run in production mode also on a laptop. Whether this is a production *installation* (no demo
 * data, no readable mailbox) is for the operator to say with NODE_ENV.
 */
function startEnvironment() {
  return process.env.NODE_ENV ? {} : { NODE_ENV: 'production', SEALWRIGHT_LOCAL: '1' }
}

async function requireFreePort() {
  if (process.env.ROLE === 'worker') return
  const port = Number(process.env.PORT || 3000)
  const host = process.env.HOST || '127.0.0.1'
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new Stop(`PORT is ${process.env.PORT}, which is not a port.`)
  const error = await new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', resolve)
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(null)))
  })
  if (error?.code === 'EADDRINUSE')
    throw new Stop(
      `port ${port} on ${host} is taken. Stop what listens there, or choose another, such as PORT=${port + 1} npm ${command === 'start' ? 'start' : `run ${command}`}.`,
    )
  if (error) throw new Stop(`it may not listen on ${host}:${port} (${error.code}).`)
}

/** Asked before the installation, so that a wrong address is known at once. */
async function requireDatabase() {
  const given = process.env.DATABASE_URL?.trim()
  if (!given) return
  let url
  try {
    url = new URL(given)
  } catch {
    throw new Stop('DATABASE_URL is not an address such as postgresql://user:password@host:5432/name.')
  }
  if (!/^postgres(ql)?:$/.test(url.protocol))
    throw new Stop(`DATABASE_URL begins with ${url.protocol}//; PostgreSQL is needed (postgresql://…).`)
  const host = decodeURIComponent(url.searchParams.get('host') ?? url.hostname) || 'localhost'
  const port = Number(url.port || url.searchParams.get('port') || 5432)
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host: host.replace(/^\[|\]$/g, ''), port }
  const problem = await new Promise((resolve) => {
    const socket = connect(target)
    socket.setTimeout(5000, () => resolve('no answer within 5 seconds'))
    socket.once('connect', () => resolve(null))
    socket.once('error', (error) => resolve(error.code || error.message))
    socket.once('close', () => socket.destroy())
  })
  if (problem) throw new Stop(`the database of DATABASE_URL does not answer at ${target.path ?? `${host}:${port}`} (${problem}).`)
}

/** Compares what npm wrote down about node_modules with the lock: right also when npm was run by hand. */
function isInstalled(level) {
  const wanted = readJson('package-lock.json')?.packages
  const present = readJson('node_modules/.package-lock.json')?.packages
  if (!wanted) throw new Stop('package-lock.json is missing.')
  if (!present) return false
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '' || entry.link) continue
    const installed = present[path]
    if (installed ? installed.version !== entry.version : isNeeded(entry, level)) return false
  }
  return true
}

function isNeeded(entry, level) {
  if (entry.optional) return false
  return level === 'full' ? true : !entry.dev && !entry.devOptional
}

async function install(level) {
  say('Installing the dependencies (a minute or two the first time)')
  const began = Date.now()
  const cli = basename(process.env.npm_execpath ?? '') === 'npm-cli.js' ? process.env.npm_execpath : null
  const flags = [
    'ci',
    level === 'full' ? '--include=dev' : '--omit=dev',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--fetch-retry-mintimeout=1000',
    '--fetch-retry-maxtimeout=10000',
  ]
  const { status, output } = await capture(...(cli ? [process.execPath, [cli, ...flags]] : [windows ? 'npm.cmd' : 'npm', flags]))
  if (status !== 0 || !isInstalled(level))
    throw new Stop(
      `npm could not install the dependencies${npmReason(output)} Check the network and the registry npm is set to, then run it again.`,
    )
  say(`  done in ${seconds(began)}`)
}

/** npm's own reason, without its stack of hints. */
function npmReason(output) {
  const lines = output.split('\n').flatMap((line) => /^npm (?:error|ERR!)\s+(.+)/.exec(line)?.[1] ?? [])
  const code = lines.find((line) => line.startsWith('code '))?.slice(5)
  const text = lines.find((line) => !/^(code|errno|syscall|A complete log|path|dest) ?/.test(line))
  return code || text ? ` (${[code, text].filter(Boolean).join(': ')}).` : '.'
}

/** What the product refuses to start with is refused before pages are built or stamped for an address. */
async function requireStartable(node, plan) {
  const look =
    'import{readEnv}from"./server/env.ts";import{refuseExposure}from"./server/exposure.ts";try{refuseExposure(readEnv())}catch(e){console.log(e.message);process.exit(3)}'
  const { status, output } = await capture(node, ['--input-type=module', '--eval', look], plan.env?.() ?? {})
  if (status === 3) throw new Stop(output.trim())
}

/** Node 24 comes with the dependencies, so the machine's own may be older. */
function chooseNode() {
  const pinned = join(binFolder, windows ? 'node.cmd' : 'node')
  if (existsSync(pinned) && spawnSync(pinned, ['--version'], { shell: windows }).status === 0) return pinned
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 22)) return process.execPath
  throw new Stop(
    `there is no pinned Node for ${process.platform}-${process.arch}, so it needs Node 22.22 or later, and this is ${process.version}.`,
  )
}

function isBuilt(part) {
  return existsSync(parts[part].result) && readText(builtFrom(part)) === hashSources(part)
}

async function build(node, part) {
  say(`Building the ${part}`)
  const began = Date.now()
  const hash = hashSources(part)
  for (const file of [builtFrom(part), ...(part === 'pages' ? [addressFile] : [])]) rmSync(file, { force: true })
  const { status, output } = await capture(node, parts[part].script, { NODE_ENV: 'production' })
  if (status !== 0) {
    const log = join('build', 'build.log')
    mkdirSync('build', { recursive: true })
    writeFileSync(log, output)
    const reason = /^.*(?:\berror\b|Error:).*$/im.exec(output)?.[0].trim().slice(0, 300) ?? 'no reason given'
    throw new Stop(`the ${part} could not be built: ${reason} (more in ${log}).`)
  }
  if (part === 'pages') await stampAddress(node)
  writeFileSync(builtFrom(part), hash)
  say(`  done in ${seconds(began)}`)
}

const publicAddress = () => process.env.PUBLIC_URL?.trim() || `http://localhost:${process.env.PORT || 3000}`

/** Pages written at build time carry the public address; with another address they are written and compressed anew. */
async function stampAddress(node) {
  const { status, output } = await capture(node, ['tools/precompress.mjs', publicAddress()])
  if (status !== 0) throw new Stop(`the pages could not be compressed.\n${output.trim()}`)
  writeFileSync(addressFile, publicAddress())
}

function hashSources(part) {
  const hash = createHash('sha256')
  const add = (path) => {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found?.isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name))
    else if (found && !/\.test\.tsx?$/.test(path)) hash.update(`${path}\0`).update(readFileSync(path))
  }
  for (const path of [...parts[part].sources, 'package.json', 'package-lock.json']) add(path)
  return hash.digest('hex')
}

/** Only one process sets up at a time; the others wait for it and then find the work done. */
async function locked(what, work) {
  mkdirSync('build', { recursive: true })
  const file = join('build', '.setup-lock')
  for (let told = false; !claim(file); told = true) {
    if (!told) say(`Waiting for another start to finish its set-up (${what})`)
    await delay(200)
  }
  const release = () => rmSync(file, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.removeListener('exit', release)
    release()
  }
}

function claim(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw new Stop(`it may not write to ${join(root, 'build')} (${error.code}).`)
  }
  const owner = Number(readText(file))
  if (owner > 0 && !isAlive(owner)) rmSync(file, { force: true })
  return false
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Runs it in the foreground, hands signals on, and ends as it ended. */
function run(node, args, env, serves) {
  const child = spawn(node, args, {
    stdio: ['inherit', 'inherit', 'inherit', ...(serves ? ['ipc'] : [])],
    env: { ...childEnvironment(), ...env },
    shell: windows && node.endsWith('.cmd'),
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  if (process.env.npm_lifecycle_event) whenOrphaned(() => child.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Stop(`${node} could not be run (${error.message}).`)))
    child.once('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)))
  })
}

/** npm puts a shell between itself and us, and neither hands on every end: then we notice that an ancestor is gone. */
function whenOrphaned(end) {
  const ancestors = () => {
    const shell = readText(`/proc/${process.ppid}/cmdline`).includes('start.mjs')
    const above = shell ? /^\d+ \(.*\) \S (\d+)/s.exec(readText(`/proc/${process.ppid}/stat`))?.[1] : ''
    return `${process.ppid} ${above}`
  }
  const before = ancestors()
  const watch = setInterval(() => {
    if (ancestors() === before) return
    clearInterval(watch)
    end()
  }, 500)
  watch.unref()
}

function capture(file, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...childEnvironment(), ...env },
      shell: windows && /\.cmd$/.test(file),
    })
    const stop = () => child.kill('SIGTERM')
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop)
    let output = ''
    const keep = (chunk) => {
      output = (output + chunk).slice(-200_000)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.once('error', (error) => resolve({ status: 1, output: error.message }))
    child.once('close', (status, signal) => {
      for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeListener(name, stop)
      if (signal) process.exit(128 + (constants.signals[signal] ?? 0))
      resolve({ status, output })
    })
  })
}

/** Tools started further down find the pinned Node first, and code that was compiled before. */
function childEnvironment() {
  return {
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
    ...process.env,
    PATH: `${binFolder}${delimiter}${process.env.PATH ?? ''}`,
  }
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** Set-up messages go to stderr: stdout belongs to what is run. */
function say(line) {
  console.error(line)
}

const seconds = (began) => `${((Date.now() - began) / 1000).toFixed(1)} s`

try {
  process.exitCode = await main()
} catch (error) {
  if (!(error instanceof Stop) && process.env.LOG_LEVEL === 'debug') console.error(error)
  console.error(`Sealwright cannot ${command}: ${error.message}`)
  process.exitCode = 1
}
