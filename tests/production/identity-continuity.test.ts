import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProviderDouble } from '../identity-providers/double.ts'
import { type Done, identityWork, setProvider } from './identity-load.ts'
import { type Installation, installation, openBrowser, type ProcessName } from './installation.ts'
import { trustByTwo } from './passports.ts'
import { freshEmail, joins, PASSWORD } from './people.ts'
import { pidIssuer } from './pids.ts'

/** How often processes are killed. `CRASH_ROUNDS=20` is the long form. */
const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 1)

let gate: Installation
let key: string
let webhook: string
let reviewer: string
let providers: Awaited<ReturnType<typeof startProviderDouble>>
let owner: pg.Client
const pid = await pidIssuer('Utopia')
const done: Done[] = []

beforeAll(async () => {
  gate = installation()
  providers = await startProviderDouble(gate.providersPort)
  owner = new pg.Client({ connectionString: gate.databaseUrl })
  const email = freshEmail('identity')
  await gate.admin('create-user', '--email', email, '--password', PASSWORD, '--role', 'issuer', '--verified')
  key = await gate.admin('create-key', '--email', email, '--name', 'identity', '--environment', 'production', '--scopes', '*')
  webhook = await setProvider(gate, key)
  const browser = await openBrowser(gate)
  const colleague = await joins(gate, browser, key, 'compliance_officer')
  await trustByTwo(gate, key, colleague, { kind: 'pid', name: 'Utopia', certificate: pid.pem })
  // Who opened a session does not decide it.
  reviewer = (await colleague.page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  await browser.close()
})
afterAll(async () => {
  await owner?.end().catch(() => {})
  await providers?.stop()
  gate?.close()
})

const back = (name: ProcessName, before: number) => expect.poll(() => gate.pid(name) !== before, { timeout: 120_000 }).toBe(true)

/** What each session that was answered came to: verified, by one piece of evidence, one case and one event, its pictures there once. */
async function requireWhole(some: Done[]): Promise<void> {
  const rows = async <T>(text: string) => (await owner.query(text, [some.map(({ session }) => session)])).rows as T[]
  const found = await rows<Record<string, string | number>>(
    `select s.id, s.status, s.method as way,
      (select count(*)::int from evidence e where e.session_id = s.id and e.state = 'valid') as evidence,
      (select count(*)::int from evidence e where e.session_id = s.id) as found,
      (select count(*)::int from events v where v.resource_id = s.id and v.type = 'identity.session.verified') as told,
      (select count(*)::int from cases c where c.subject_id = s.id) as cases,
      (select count(*)::int from cases c where c.subject_id = s.id and c.status <> 'decided') as waiting,
      (select count(*)::int from documents d where d.owner_id = s.id and d.status <> 'removed') as pictures
    from identity_sessions s where s.id = any($1)`,
  )
  const wanted = some.map(({ session, way, pictures }) => ({
    ...{ id: session, status: 'verified', way, evidence: 1, found: 1, told: 1, pictures, waiting: 0 },
    cases: way === 'document_review' ? 1 : 0,
  }))
  const byId = (a: { id: string | number }, b: { id: string | number }) => (a.id < b.id ? -1 : 1)
  expect((found as { id: string }[]).toSorted(byId)).toEqual(wanted.toSorted(byId))
}

/** A figure of the installation; NaN while the process that was killed is not back. */
const figure = async (name: string): Promise<number> => {
  const text = await fetch(`http://127.0.0.1:${gate.webs['web-1']}/metrics`).then(
    (answer) => answer.text(),
    () => '',
  )
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1])
}

test('processes killed and keys replaced amid uploads, presentations, reviews and messages lose nothing and double nothing', {
  timeout: 240_000 + ROUNDS * 60_000,
}, async () => {
  const load = identityWork({ gate, key, pid, providers, webhook, reviewer })
  try {
    for (let round = 0; round < ROUNDS; round++) {
      for (const killed of [[round % 2 ? 'web-2' : 'web-1', 'worker'], ['database']] as ProcessName[][]) {
        await load.goesOn(4)
        const before = killed.map((name) => gate.pid(name))
        for (const one of before) process.kill(one, 'SIGKILL')
        await Promise.all(killed.map((name, i) => back(name, before[i]!)))
      }
      // Keys that seal what sessions keep, and that sign what is given out, are replaced under them.
      await gate.admin('rotate-keys', '--only', 'sealing,credentials', '--now')
    }
    await load.goesOn(4)
  } finally {
    // Where it failed, nobody goes on asking while other files are at work.
    await load.stop()
  }
  done.push(...load.done)
  const ways = Object.entries(Object.groupBy(load.done, ({ way }) => way)).map(([way, some]) => `${some!.length} ${way}`)
  console.log(`${ROUNDS} rounds: ${ways.join(', ')}; in between ${JSON.stringify(Object.fromEntries(load.troubles))}`)
  // While a process or the database is away people are told to come again, never that something is broken.
  expect([...load.troubles.keys()].filter((what) => what.startsWith('500'))).toEqual([])
  await owner.connect()
  await requireWhole(load.done)
  await expect.poll(() => figure('sealwright_identity_sessions_stuck'), { timeout: 90_000 }).toBe(0)
  // What waited for evidence is judged by whichever worker is there.
  await expect.poll(() => figure('sealwright_timer_late_seconds'), { timeout: 90_000 }).toBe(0)
  expect(await gate.admin('verify-audit')).toMatch(/^The audit log is whole/)
})
