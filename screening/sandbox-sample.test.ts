import { describe, expect, it } from 'vitest'
import { buildWalletIndex } from './addresses.ts'
import { MAGIC_HOLDERS, magicSolanaWallet, magicWallet, sandboxSample, sandboxSamplePrevious } from './sandbox-sample.ts'

const AT = '2026-08-22T00:00:00.000Z'

describe('the sandbox sample', () => {
  const now = sandboxSample({ loadedAt: AT })
  const before = sandboxSamplePrevious({ loadedAt: AT })

  it('lists the magic addresses on both chain families', () => {
    expect(magicWallet('2001')).toBe('0x5ea15ea15ea15ea15ea15ea15ea15ea100002001')
    expect(magicSolanaWallet('0001')).toBe('7NQ3JdzsKpxJc2KNNM1eVyQy6Mk8qFAe1STzkWBoKro2')
    const wallets = buildWalletIndex(now.entries)
    expect(wallets.lookup(magicWallet('2001'))[0]!.entity_id).toBe('sandbox_sample:SBX-0001')
    expect(wallets.lookup(magicSolanaWallet('2001'))[0]!.entity_id).toBe('sandbox_sample:SBX-0001')
    for (const code of ['0001', '0002', '2002', '2003', '2005']) expect(wallets.lookup(magicWallet(code))).toEqual([])
    expect(buildWalletIndex(before.entries).lookup(magicWallet('2005'))).not.toEqual([])
  })

  it('has the magic people, a weak alias that is only weak, and a PEP who is no sanction', () => {
    const named = (full: string) => now.entries.filter((e) => e.names.some((n) => n.full === full))
    expect(named('Mallory Sanctioned')[0]!.dates_of_birth[0]).toMatchObject({ from: '1970-01-01', to: '1970-01-01' })
    expect(named('Wade Alias')[0]!.names.find((n) => n.full === 'Wade Alias')!.strength).toBe('weak')
    expect(named('Petra Exposed')[0]!.topic).toBe('pep')
    for (const [code, holder] of Object.entries(MAGIC_HOLDERS))
      expect([code, named(holder.full_name).length]).toEqual([code, code === '2003' ? 0 : 1])
  })

  it('is the same version every time, and the earlier one is another', () => {
    expect(sandboxSample({ loadedAt: '2027-01-01T00:00:00Z' }).version).toBe(now.version)
    expect(before.version < now.version).toBe(true)
  })

  it('every entry says that it is invented', () => {
    for (const entry of [...now.entries, ...before.entries]) expect(entry.remarks).toMatch(/^Fictional/)
  })
})
