import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { holderOf, overdue, weaknesses } from './parts.mjs'
import { billOfMaterials } from './sbom.mjs'

interface Locked {
  version?: string
  integrity?: string
  resolved?: string
  link?: boolean
}
const root = join(import.meta.dirname, '..')
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> }
const locked = Object.entries(packages).filter(([key, entry]) => key !== '' && !entry.link)

describe('S19 the lock', () => {
  it('has a SHA-512 of every package, for whatever platform', () => {
    expect(locked.filter(([, entry]) => !entry.integrity?.startsWith('sha512-')).map(([key]) => key)).toEqual([])
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

  it('is CycloneDX of the product, with a hash of every package', () => {
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: expect.stringMatching(/^1\.[5-9]$/) })
    expect(bill.serialNumber).toMatch(/^urn:uuid:[0-9a-f-]{36}$/)
    expect(bill.metadata.component).toMatchObject({ name: 'sealwright', purl: expect.stringMatching(/^pkg:npm\/sealwright@/) })
    const names = new Set(locked.map(([key, entry]) => `${key.slice(key.lastIndexOf('node_modules/') + 13)}@${entry.version}`))
    expect(new Set(bill.components.map((one) => `${one.name}@${one.version}`))).toEqual(names)
    expect(bill.components.filter((one) => !one.hashes?.length).map((one) => one.name)).toEqual([])
    const refs = new Set([bill.metadata.component, ...bill.components].map((one) => one['bom-ref']))
    expect(bill.dependencies.flatMap((one) => [one.ref, ...one.dependsOn]).filter((ref) => !refs.has(ref))).toEqual([])
  })

  it('names a licence that is allowed for every package', () => {
    const refused = bill.components.flatMap((one) => {
      const said = (one.licenses ?? []).map((each) =>
        'expression' in each ? each.expression : (each.license.id ?? each.license.name ?? ''),
      )
      const words = said.flatMap((expression) => expression.replaceAll(/[()]/g, '').split(/ (?:OR|AND) /))
      const unknown = said.length === 0 && !IN_WORDS.includes(one.name)
      return unknown || words.some((word) => !ALLOWED.has(word)) ? [`${one.name}: ${said.join(', ') || 'none'}`] : []
    })
    expect(refused).toEqual([])
  })
})

describe('V15.2.1 the time frames of SECURITY.md', () => {
  const now = Date.parse('2026-11-22')
  const times = { created: '2020-01-01', '1.2.3': '2026-01-01', '1.2.4': '2026-11-01', '1.3.0-rc.1': '2026-02-01', '2.0.0': '2026-03-01' }

  it('are broken by a newer release of the same major version that is older than a quarter', () => {
    expect(overdue('1.2.3', times, now)).toBeNull()
    expect(overdue('1.2.3', { ...times, '1.3.0': '2026-08-01' }, now)).toEqual(['1.3.0', '2026-08-01'])
    expect(overdue('0.14.1', { '0.14.2': '2026-01-01', '0.15.0': '2026-01-01' }, now)).toEqual(['0.14.2', '2026-01-01'])
    expect(overdue('0.14.2', { '0.14.2': '2026-01-01', '0.15.0': '2026-01-01' }, now)).toBeNull()
  })

  it('are broken by any weakness that is published; a registry without an answer found none and says so', () => {
    const report = { vulnerabilities: { bad: { name: 'bad', severity: 'critical', range: '<2' } } }
    expect(weaknesses(report)).toEqual(['bad <2: a weakness that is critical; SECURITY.md gives 7 days'])
    expect(weaknesses({ vulnerabilities: {} })).toEqual([])
    for (const silent of [{}, { message: '405 Method Not Allowed' }, { error: { code: 'ENOAUDIT' } }]) expect(weaknesses(silent)).toBeNull()
  })

  it('excuse a part that another one holds to its version', () => {
    expect(holderOf(packages, '@better-auth/utils', '0.4.2')).toBe('better-auth')
    expect(holderOf(packages, 'zod', '4.6.7')).toBeUndefined()
  })
})
