import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { PURPOSES, type Purpose } from '../egress/purposes.ts'
import { blankComments, importsOf } from './check-imports.ts'

/** What can open a connection, as it stands in the source. */
type Door = 'sockets' | 'name server' | 'client library' | 'programs' | 'chain client' | 'fetch' | 'web socket'

interface Pass {
  doors: readonly Door[]
  why: string
  /** For the table of what leaves: what, and the setting it comes from. */
  leaves?: { what: string; from: string }
}

const BROWSER = 'in the browser, to the product itself'
const SAMPLE = 'writes code for others to run'
const TESTS = 'for tests'

/** Files that hold a door, and why. Everything else asks `egress/gate.ts`. Nothing is added here to save work. */
export const PASSES: Record<string, Pass> = {
  'egress/gate.ts': { doors: ['sockets', 'client library', 'fetch'], why: 'the gate' },
  'egress/lookup.ts': { doors: ['sockets', 'name server'], why: 'the gate’s own look-ups, and those that prove a domain' },
  'egress/close-other-ways.ts': { doors: ['fetch', 'web socket'], why: 'takes them away' },
  'egress/clamd.ts': {
    doors: ['sockets'],
    why: 'clamd has its own protocol',
    leaves: { what: 'documents, to the antivirus', from: '`ANTIVIRUS_URL`' },
  },
  'chains/evm/client.ts': { doors: ['chain client'], why: 'its transport asks the gate' },
  'chains/evm/anvil.ts': { doors: ['sockets', 'programs', 'fetch'], why: 'a chain of our own on this machine, for tests' },
  'chains/evm/anvil-fixture.ts': { doors: ['chain client'], why: TESTS },
  'server/main.ts': { doors: ['sockets'], why: 'listens' },
  'db/connect.ts': {
    doors: ['client library'],
    why: 'PostgreSQL has its own protocol',
    leaves: { what: 'the database; its own is on a unix socket', from: '`DATABASE_URL`' },
  },
  'db/group-writer.ts': { doors: ['client library'], why: 'parses what the database says, on connections of db/connect.ts' },
  'db/copy-rows.ts': { doors: ['client library'], why: 'speaks to the database on connections of db/connect.ts' },
  'db/test-database.ts': { doors: ['client library'], why: TESTS },
  'db/embedded.ts': { doors: ['client library', 'programs'], why: 'starts the product’s own PostgreSQL and waits for its unix socket' },
  'db/limited-role.ts': { doors: ['client library'], why: 'makes the role that db/connect.ts uses, on the same database' },
  'jobs/install-queue.ts': { doors: ['client library'], why: 'installs the queue in the database of db/connect.ts' },
  'core/kernel/line.ts': { doors: ['client library'], why: 'hears the database of db/connect.ts' },
  'core/kernel/pulse.ts': { doors: ['client library'], why: 'writes and reads on the line of core/kernel/line.ts' },
  'db/watch-silent.ts': { doors: ['client library'], why: 'asks the database of db/connect.ts whether it still works' },
  'db/backup.ts': { doors: ['client library'], why: 'copies the database of db/connect.ts' },
  'jobs/worker.ts': { doors: ['client library'], why: 'queues in the database of db/connect.ts' },
  'jobs/send-mail.ts': {
    doors: ['client library'],
    why: 'SMTP is no HTTP',
    leaves: { what: 'mail', from: '`SMTP_URL`' },
  },
  'core/record/rate-limits/store.ts': {
    doors: ['client library'],
    why: 'Redis has its own protocol',
    leaves: { what: 'counts of limits', from: '`REDIS_URL`' },
  },
  'core/access/sign-on/oidc.ts': { doors: ['client library'], why: 'its requests are handed to the gate' },
  'server/pages.ts': { doors: ['client library'], why: 'Vite, in development' },
  'credentials/portable/issuer.ts': {
    doors: ['fetch'],
    why: 'runs with strangers, as @sealwright/verify; the product itself calls none of it',
  },
  'app/lib/request-code.ts': { doors: ['fetch'], why: SAMPLE },
  'app/lib/call-code.ts': { doors: ['fetch'], why: SAMPLE },
  'app/components/admin/export-users.tsx': { doors: ['fetch'], why: BROWSER },
  'app/routes/verify/ways/wallet_presentation.tsx': { doors: ['fetch'], why: BROWSER },
  'app/components/event-list.tsx': { doors: ['fetch'], why: BROWSER },
  'app/lib/playground.ts': { doors: ['fetch'], why: BROWSER },
  'app/lib/back-end.ts': { doors: ['fetch'], why: BROWSER },
  'app/lib/shown-place.ts': { doors: ['fetch'], why: BROWSER },
  'app/lib/logger.ts': { doors: ['fetch'], why: BROWSER },
}

const ROOMS = ['engine', 'screening', 'credentials', 'egress', 'chains', 'core', 'db', 'server', 'jobs', 'app']

/** Packages and modules by what they open. `viem` is looked at by the names taken from it. */
const MODULES: [RegExp, Door][] = [
  [/^(node:)?(http|https|http2|net|tls|dgram|quic)$/, 'sockets'],
  [/^(node:)?dns(\/promises)?$/, 'name server'],
  [/^(node:)?(child_process|cluster)$/, 'programs'],
  [
    /^(undici|ws|eventsource|axios|got|ky|node-fetch|cross-fetch|superagent|socks.*|nodemailer|pg|pg-boss|postgres|ioredis|redis|@redis\/.+|vite)$/,
    'client library',
  ],
  [/^(@better-fetch\/.+|@aws-sdk\/.+|@solana\/.+|ethers|web3|openid-client|jwks-rsa)$/, 'client library'],
]
const CHAIN_CLIENTS = /\b(http|webSocket|ipc|createPublicClient|createClient|createWalletClient|createTestClient)\b/

/** The doors of one file: imports of modules that open connections, and the globals that do. Types open nothing. */
export function doorsIn(source: string): Door[] {
  const code = blankComments(source)
  const found = new Set<Door>()
  for (const { specifier, index, typeOnly } of importsOf(code)) {
    if (typeOnly) continue
    for (const [name, door] of MODULES) if (name.test(specifier)) found.add(door)
    const names = code.slice(index, code.indexOf(specifier, index)).replace(/\btype \w+/g, '')
    if (specifier === 'viem' && CHAIN_CLIENTS.test(names)) found.add('chain client')
    if (/^viem\/(?!accounts|actions|chains|utils)/.test(specifier)) found.add('chain client')
    if (specifier === 'jose' && /createRemoteJWKSet/.test(names)) found.add('client library')
  }
  if (/\brequire\(|\bgetBuiltinModule\(/.test(code)) found.add('sockets')
  // A path of one's own, written out, is asked by a page of the server it is from.
  if (/(?<![.\w#$])fetch\s*\((?!\s*['"`]\/(?!\/))/.test(code) || /\b(globalThis|window|self|global)\s*(\.|\[['"])\s*fetch\b/.test(code))
    found.add('fetch')
  if (/\b(XMLHttpRequest|sendBeacon)\b/.test(code)) found.add('fetch')
  if (/\b(WebSocket|EventSource|WebTransport|RTCPeerConnection)\b/.test(code)) found.add('web socket')
  return [...found]
}

/** Every door in the tree below `root` without a pass, and every pass for a door that is not there. */
export function checkEgress(root: string): string[] {
  const unused = new Map(Object.entries(PASSES).map(([file, pass]) => [file, new Set<Door>(pass.doors)]))
  const found: string[] = []
  for (const file of sourcesOf(root))
    for (const door of doorsIn(readFileSync(join(root, file), 'utf8')))
      if (!unused.get(file)?.delete(door))
        found.push(`${file}: ${door}. Outgoing connections go through egress/gate.ts; say in tools/check-egress.ts why this one cannot.`)
  for (const [file, doors] of unused) for (const door of doors) found.push(`${file}: has a pass for "${door}" that it does not use`)
  return found
}

function sourcesOf(root: string): string[] {
  return ROOMS.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(tsx?|m?js)$/.test(entry.name) && !/\.test\.tsx?$|\.d\.ts$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
  )
}

const START = '<!-- what leaves: written by tools/check-egress.ts -->'
const END = '<!-- end of what leaves -->'

/** `document` with the table of what leaves the process as the code has it. */
export function withTable(document: string): string {
  const reach = {
    operator: 'wherever you say, except services of the host or the cloud',
    publisher: 'public addresses',
    tenant: 'public addresses, unless `WEBHOOK_ALLOW_PRIVATE`',
  }
  const size = (bytes: number) => (bytes >= 1_048_576 ? `${bytes / 1_048_576} MB` : `${bytes / 1_024} kB`)
  const row = ({ what, from, writtenBy, schemes, totalMs, bytes, redirects }: Purpose) =>
    `| ${what} | ${from} | ${schemes.map((one) => one.slice(0, -1)).join(', ')} | ${reach[writtenBy]} | ${totalMs / 1_000} s, ${size(bytes)}${redirects ? `, ${redirects} redirects` : ''} |`
  const others = Object.values(PASSES).flatMap(({ leaves }) =>
    leaves ? [`| ${leaves.what} | ${leaves.from} | its own | ${reach.operator.split(',')[0]} | |`] : [],
  )
  const table = [
    '| what | to the address in | by | which may lead to | at most |',
    '| --- | --- | --- | --- | --- |',
    ...Object.values(PURPOSES).map(row),
    ...others,
  ]
  const [before, after] = [document.indexOf(START), document.indexOf(END)]
  if (before < 0 || after < 0) throw new Error('The document has no place for the table.')
  return `${document.slice(0, before)}${START}\n\n${table.join('\n')}\n\n${document.slice(after)}`
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '..')
  const document = join(root, 'docs/operating/running.md')
  writeFileSync(document, withTable(readFileSync(document, 'utf8')))
  const found = checkEgress(root)
  for (const line of found) console.error(line)
  process.exitCode = found.length ? 1 : 0
}
