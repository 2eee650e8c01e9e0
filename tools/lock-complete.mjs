// Optional platform packages that a registry mirror does not list are left out of the lock by npm,
// and `npm ci` then refuses that lock. This adds the missing entries, with the integrity hash and the licence that the registry
// publishes. Run it after each change of the lock, or of the one that is named; with `--hashes` it asks again for every entry that has
// no hash yet.
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'

const named = process.argv.slice(2).find((word) => !word.startsWith('--'))
const file = named ?? new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(file, 'utf8'))
const packages = lock.packages

const systems = ['android', 'freebsd', 'openbsd', 'netbsd', 'openharmony', 'sunos', 'aix', 'linux']
const processors = {
  wasm32: 'wasm32',
  arm64: 'arm64',
  x64: 'x64',
  amd64: 'x64',
  ia32: 'ia32',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  loong64: 'loong64',
  mips64: 'mips64el',
}
const systemOf = (name) =>
  /darwin|macos/.test(name) ? 'darwin' : /win32|windows|node-win/.test(name) ? 'win32' : systems.find((s) => name.includes(s))
const processorOf = (name) =>
  processors[Object.keys(processors).find((p) => name.includes(p))] ?? (/arm(-|$|eabi|v7)/.test(name) ? 'arm' : undefined)

const isListed = (from, name) => {
  for (let dir = from; ; ) {
    if (packages[`${dir ? `${dir}/` : ''}node_modules/${name}`]) return true
    if (!dir) return false
    const up = dir.lastIndexOf('/node_modules/')
    dir = up < 0 ? '' : dir.slice(0, up)
  }
}

const added = new Set()
for (const [key, entry] of Object.entries({ ...packages })) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isListed(key, name)) continue
    const version = range.replace(/^[\^~]/, '')
    const os = systemOf(name)
    const cpu = processorOf(name)
    if (!/^\d+\.\d+\.\d+/.test(version) || (!os && !cpu)) continue
    packages[`node_modules/${name}`] = {
      version,
      ...(cpu && { cpu: [cpu] }),
      ...(entry.dev && { dev: true }),
      optional: true,
      ...(os && { os: [os] }),
      ...(name.includes('musl') && { libc: ['musl'] }),
    }
    added.add(`node_modules/${name}`)
  }
}

const run = promisify(execFile)
/** What the registry says of one version. The client asks, so that a configured registry and its credentials are used. */
async function published(name, version) {
  const { stdout } = await run('npm', ['view', `${name}@${version}`, 'dist.integrity', 'license', '--json'], {
    shell: process.platform === 'win32',
  })
  const said = JSON.parse(stdout)
  return { integrity: said['dist.integrity'], license: said.license }
}

const all = process.argv.includes('--hashes')
const waiting = Object.entries(packages).filter(([key, entry]) => key && !entry.link && !entry.integrity && (all || added.has(key)))
const total = waiting.length
const failed = []
await Promise.all(
  Array.from({ length: 6 }, async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [key, entry] = next
      const name = entry.name ?? key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length)
      try {
        const { integrity, license } = await published(name, entry.version)
        if (!integrity) throw new Error('the registry publishes no integrity')
        entry.integrity = integrity
        if (license && !entry.license) entry.license = license
      } catch (error) {
        failed.push(`${name}@${entry.version}: ${String(error.message).split('\n')[0]}`)
      }
    }
  }),
)
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`lock-complete: ${added.size} entries added, ${total - failed.length} of ${total} hashes filled in`)
if (failed.length > 0) {
  // The test of the lock refuses these: take the newest version that the registry has for every platform.
  console.error(`Without a hash:\n${failed.join('\n')}`)
}
