import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { billOfMaterials } from './sbom.mjs'

interface Locked {
  version?: string
  integrity?: string
  resolved?: string
  link?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
}
const root = join(import.meta.dirname, '..')
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> }
const locked = Object.entries(packages).filter(([key, entry]) => key !== '' && !entry.link)

/**
 * Families whose packages for other platforms no registry within reach published when the lock was made. Each is optional, for a
 * platform that the product is not built or tested on. `node tools/lock-complete.mjs --hashes` fills them in where they are listed; the list may
 * only become shorter.
 */
const NOT_PUBLISHED = /^node_modules\/(@rollup|@oxlint|@oxc-parser|@biomejs|@tailwindcss|@foundry-rs)\//
const MOST_WITHOUT = 76

/** Whether a glibc Linux on one of the two common processors would install it: what servers, images and CI run on. */
const forServers = ({ os, cpu, libc }: Locked) =>
  (!os || os.includes('linux')) && (!cpu || cpu.includes('x64')) && (!libc || libc.includes('glibc'))

describe('S19 the lock', () => {
  const without = locked.filter(([, entry]) => !entry.integrity)

  it('has a SHA-512 of every package that is installed where the product runs', () => {
    expect(locked.filter(([, entry]) => entry.integrity && !entry.integrity.startsWith('sha512-')).map(([key]) => key)).toEqual([])
    expect(without.filter(([, entry]) => !entry.optional || forServers(entry)).map(([key]) => key)).toEqual([])
  })

  it('lacks a hash only of packages for other platforms that were not published within reach, and of no more than before', () => {
    expect(without.filter(([key]) => !NOT_PUBLISHED.test(key)).map(([key]) => key)).toEqual([])
    expect(without.length).toBeLessThanOrEqual(MOST_WITHOUT)
  })

  it('names exact versions and no address of the machine that wrote it', () => {
    expect(locked.filter(([, entry]) => !/^\d+\.\d+\.\d+/.test(entry.version ?? '')).map(([key]) => key)).toEqual([])
    expect(locked.filter(([, entry]) => entry.resolved).map(([key]) => key)).toEqual([])
  })

  it('is wanted exactly by package.json', () => {
    const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, Record<string, string>>
    const ranges = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) => Object.entries(own[kind] ?? {}))
    expect(ranges.filter(([, range]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(range))).toEqual([])
  })
})

/** Licences under which what the product uses may be used and handed on with it. */
const ALLOWED = new Set(
  'MIT MIT-0 Apache-2.0 ISC 0BSD BSD-2-Clause BSD-3-Clause MPL-2.0 OFL-1.1 Unlicense BlueOak-1.0.0 CC0-1.0 CC-BY-4.0 Zlib Python-2.0'.split(
    ' ',
  ),
)

/** Says its licence (MIT) in its read-me alone. */
const IN_WORDS = ['format']

describe('S19 the software bill of materials', () => {
  const bill = billOfMaterials()

  it('is CycloneDX of the product, with a hash of every package the lock has one of', () => {
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: expect.stringMatching(/^1\.[5-9]$/) })
    expect(bill.serialNumber).toMatch(/^urn:uuid:[0-9a-f-]{36}$/)
    expect(bill.metadata.component).toMatchObject({ name: 'sealwright', purl: expect.stringMatching(/^pkg:npm\/sealwright@/) })
    const names = new Set(locked.map(([key, entry]) => `${key.slice(key.lastIndexOf('node_modules/') + 13)}@${entry.version}`))
    expect(new Set(bill.components.map((one) => `${one.name}@${one.version}`))).toEqual(names)
    const hashed = new Set(
      locked.flatMap(([key, entry]) => (entry.integrity ? [`${key.slice(key.lastIndexOf('node_modules/') + 13)}`] : [])),
    )
    expect(bill.components.filter((one) => hashed.has(one.name) && !one.hashes?.length).map((one) => one.name)).toEqual([])
    const refs = new Set([bill.metadata.component, ...bill.components].map((one) => one['bom-ref']))
    expect(bill.dependencies.flatMap((one) => [one.ref, ...one.dependsOn]).filter((ref) => !refs.has(ref))).toEqual([])
  })

  it('names a licence that is allowed for every package the registry described', () => {
    const refused = bill.components.flatMap((one) => {
      const said = (one.licenses ?? []).map((each) =>
        'expression' in each ? each.expression : (each.license.id ?? each.license.name ?? ''),
      )
      const words = said.flatMap((expression) => expression.replaceAll(/[()]/g, '').split(/ (?:OR|AND) /))
      const unknown = said.length === 0 && !IN_WORDS.includes(one.name) && !NOT_PUBLISHED.test(`node_modules/${one.name}`)
      return unknown || words.some((word) => !ALLOWED.has(word)) ? [`${one.name}: ${said.join(', ') || 'none'}`] : []
    })
    expect(refused).toEqual([])
  })
})
