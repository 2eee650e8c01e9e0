// Optional platform packages that a registry mirror does not list are left out of the lock by npm,
// and `npm ci` then refuses that lock. This adds the missing entries. Run it after each change of the lock.
import { readFileSync, writeFileSync } from 'node:fs'

const file = new URL('../package-lock.json', import.meta.url)
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

let added = 0
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
    added++
  }
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`lock-complete: ${added} entries added`)
