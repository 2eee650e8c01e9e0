import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { freePort, sharedListFolder } from '../product.ts'
import { writeMadeUpLists } from '../production/made-up-lists.ts'
import { asked, has, run } from './commands.ts'
import { carryOut } from './dockerfile.ts'

const root = join(import.meta.dirname, '../..')
const go = has('go', 'version')
const systemd = has('systemd-analyze', '--version')
const debian = has('dpkg-deb', '--version')

const folder = asked ? mkdtempSync(join(tmpdir(), 'sealwright-deploy-')) : ''
const reader = join(folder, 'reader')
const running: ChildProcess[] = []
let database: Awaited<ReturnType<typeof startEmbeddedPostgres>> | null = null
let image: ReturnType<typeof carryOut>

beforeAll(async () => {
  if (!asked) return
  // Who runs the program is another user than who runs this.
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'lists'))
  if (!sharedListFolder()) writeMadeUpLists(join(folder, 'lists'))
  if (go) run('go', ['build', '-o', reader, '.'], join(import.meta.dirname, 'deploy'))
  database = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), log: () => {} })
  // Whoever runs the program may reach it, as in an installation.
  const socket = 'database/postgres/socket'
  for (const path of ['database/postgres', socket, `${socket}/.s.PGSQL.5432`]) chmodSync(join(folder, path), 0o777)
}, 900_000)
afterAll(async () => {
  for (const one of running) one.kill('SIGKILL')
  await database?.stop()
  // Some hundred thousand files, which nobody waits for.
  if (folder) spawn('rm', ['-rf', folder], { detached: true, stdio: 'ignore' }).unref()
})

/** What an operator sets, over what the package sets. */
async function settings(name: string): Promise<Record<string, string>> {
  const url = new URL(database!.url)
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  url.pathname = `/${name}`
  return {
    ...{ PUBLIC_URL: 'https://seal.example', DATABASE_URL: url.href, APP_SECRET: randomBytes(32).toString('hex'), FX_SOURCE: 'manual' },
    ...{ SMTP_URL: 'smtp://127.0.0.1:9', SANCTIONS_DIR: sharedListFolder() ?? join(folder, 'lists'), METRICS_TOKEN: 'figures' },
  }
}

const begin = (command: string[], cwd: string, env: Record<string, string>, uid?: number) => {
  const child = spawn(command[0]!, command.slice(1), {
    cwd,
    stdio: 'inherit',
    ...(uid && { uid, gid: uid }),
    env: { PATH: process.env.PATH!, HOME: '/nonexistent', ...env },
  })
  running.push(child)
  return child
}

/** A key of somebody new, made as an operator makes one, and the check of a whole installation with it. */
function smoke(cwd: string, env: Record<string, string>, port: number): string {
  // Its standard output is the answer alone.
  const admin = (...args: string[]) =>
    execFileSync(process.execPath, ['start.mjs', 'admin', ...args], {
      ...{ cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
      env: { ...process.env, NODE_ENV: 'production', ...env },
    })
      .trim()
      .split('\n')
      .at(-1)!
  const address = `http://127.0.0.1:${port}`
  run(process.execPath, ['deploy/smoke.mjs', address], cwd)
  admin('create-user', '--email', 'ada@seal.example', '--password', 'A-long-one-9', '--role', 'issuer', '--verified')
  const key = admin(
    'create-key',
    '--email',
    'ada@seal.example',
    '--name',
    'first',
    '--environment',
    'production',
    '--scopes',
    'sanctions:check',
  )
  return run(process.execPath, ['deploy/smoke.mjs', address, key], cwd)
}

test.skipIf(!asked)(
  'the image’s own steps make a program that runs as nobody, and works: web and worker, each with figures',
  async () => {
    image = carryOut(join(root, 'deploy/container/Dockerfile'), root, join(folder, 'image'))
    const cwd = join(image.root, image.folder)
    const env = { ...image.env, ...(await settings('image')) }
    const [web, worker] = [await freePort(), await freePort()]
    const entrypoint = [process.execPath, ...image.entrypoint.slice(1)]
    const of = (more: Record<string, string>) => ({ ...env, DATA_DIR: join(image.root, 'data'), ...more })
    begin(entrypoint, cwd, of({ ROLE: 'web', PORT: String(web) }), image.user!)
    const jobs = begin(entrypoint, cwd, of({ ROLE: 'worker', WORKER_PORT: String(worker) }), image.user!)
    expect(smoke(cwd, { ...env, DATA_DIR: join(folder, 'admin') }, web)).toContain('and decides')
    const figures = async (port: number) => {
      const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { authorization: 'Bearer figures' } })
      expect(answer.status).toBe(200)
      return answer.text()
    }
    for (const port of [web, worker]) {
      const text = await figures(port)
      expect(text).toMatch(/^sealwright_database_up 1$/m)
      writeFileSync(join(folder, 'figures'), text)
      if (go) expect(run(reader, ['metrics', join(folder, 'figures')], folder)).toBe('')
    }
    expect((await fetch(`http://127.0.0.1:${worker}/metrics`)).status).toBe(401)
    expect((await fetch(`http://127.0.0.1:${worker}/api/v1/openapi.json`)).status).toBe(404)
    const healthy = (more: Record<string, string>) =>
      spawnSync(process.execPath, ['deploy/container/healthy.mjs'], { cwd, env: { ...env, ...more } }).status
    expect([healthy({ PORT: String(web) }), healthy({ ROLE: 'worker' }), healthy({ PORT: '1' })]).toEqual([0, 0, 1])
    const ended = new Promise((resolve) => jobs.once('exit', resolve))
    jobs.kill('SIGTERM')
    expect(await ended).toBe(0)
    const bill = JSON.parse(readFileSync(join(cwd, 'sbom.cdx.json'), 'utf8'))
    expect(bill.components.length).toBeGreaterThan(100)
  },
  900_000,
)

test.skipIf(!debian)(
  'a Debian package is made of it, and its unit’s command runs what it installs',
  async () => {
    const built = join(image.root, image.folder)
    const named = run('sh', ['deploy/debian/build.sh', folder], built, { SOURCE_DATE_EPOCH: '1795000000' })
    const file = /'([^']+\.deb)'/.exec(named)![1]!
    const installed = join(folder, 'installed')
    run('dpkg-deb', ['-x', file, installed], folder)
    expect(run('dpkg-deb', ['--info', file], folder)).toMatch(/Package: sealwright[\s\S]*Depends: nodejs/)
    const unit = readFileSync(join(installed, 'usr/lib/systemd/system/sealwright@.service'), 'utf8')
    const [command] = /^ExecStart=(.*)$/m.exec(unit)!.slice(1)
    const of = /^Environment=(.*)$/m
      .exec(unit)![1]!
      .replaceAll('%i', 'web')
      .split(' ')
      .map((one) => one.split('=') as [string, string])
    const port = await freePort()
    const cwd = join(installed, /^WorkingDirectory=(.*)$/m.exec(unit)![1]!)
    const env = { ...Object.fromEntries(of), ...(await settings('debian')), DATA_DIR: join(folder, 'state'), PORT: String(port) }
    begin([process.execPath, ...command!.split(' ').slice(1)], cwd, { ...env, ROLE: 'all' })
    expect(smoke(cwd, { ...env, DATA_DIR: join(folder, 'admin') }, port)).toContain('and decides')
  },
  900_000,
)

test.skipIf(!systemd)('the unit is one that systemd takes, and leaves its process little', () => {
  const unit = join(folder, 'sealwright@web.service')
  writeFileSync(unit, readFileSync(join(root, 'deploy/systemd/sealwright@.service')))
  expect(run('systemd-analyze', ['security', '--offline=true', '--threshold=20', unit], folder)).toContain('Overall exposure level')
})

test.skipIf(!go)('Docker’s, Prometheus’ and Helm’s own libraries read what they are given, and find a fault where there is one', () => {
  const secrets = { APP_SECRET: 'a', POSTGRES_PASSWORD: 'b', METRICS_TOKEN: 'c' }
  const compose = join(root, 'deploy/compose/compose.yaml')
  expect(run(reader, ['compose', compose], root, secrets).trim().split('\n')).toContain('worker')
  expect(() => run(reader, ['compose', compose], root)).toThrow('up.sh')
  const rules = join(root, 'deploy/compose/alerts.yml')
  expect(run(reader, ['rules', rules], root)).toBe('')
  const wrong = join(folder, 'wrong.yml')
  writeFileSync(wrong, readFileSync(rules, 'utf8').replace('== 0', '==== 0'))
  expect(() => run(reader, ['rules', wrong], root)).toThrow('SealwrightDown')
  const chart = join(root, 'deploy/helm/sealwright')
  expect(run(reader, ['chart', chart], root).trim().split('\n').toSorted()).toEqual([
    ...['Deployment', 'Deployment', 'Ingress', 'NetworkPolicy', 'PodDisruptionBudget', 'PodDisruptionBudget', 'Service', 'Service'],
  ])
  const broken = join(folder, 'chart')
  run('cp', ['-r', chart, broken], folder)
  const pod = join(broken, 'templates/_helpers.tpl')
  writeFileSync(pod, readFileSync(pod, 'utf8').replace('runAsNonRoot:', 'runAsNoRoot:'))
  expect(() => run(reader, ['chart', broken], root)).toThrow('runAsNoRoot')
})
