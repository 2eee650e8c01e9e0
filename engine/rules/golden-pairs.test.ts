import { describe, expect, it } from 'vitest'
import type { Json } from '../canonical.ts'
import * as minimal from '../cases/minimal.ts'
import { type Decision, decide } from '../decide.ts'
import type { Facts } from '../facts.ts'
import { currentRuleset } from '../rulesets.ts'

const run = (facts: Facts): Decision => decide(facts, currentRuleset)
const why = (d: Decision) =>
  d.rules
    .filter((r) => !['pass', 'not_applicable', 'info', 'warn'].includes(r.result))
    .map((r) => `${r.subject ?? ''} ${r.code} ${r.result} ${r.missing.join(' ')} ${r.reason ?? ''}`)
const of = (d: Decision, code: string) => d.rules.find((r) => r.code === code)

/** The facts with one dotted path set, or taken away by undefined. */
function withFact(facts: Facts, path: string, value: Json | undefined): Facts {
  const copy = structuredClone(facts) as Record<string, unknown>
  const keys = path.split('.')
  let at = copy
  for (const key of keys.slice(0, -1)) {
    at[key] ??= {}
    at = at[key] as Record<string, unknown>
  }
  if (value === undefined) delete at[keys.at(-1)!]
  else at[keys.at(-1)!] = value
  return copy as Facts
}

describe('the least facts of each check', () => {
  it.each(Object.entries(minimal.MINIMAL))('%s allows a clean subject', (_name, facts) => {
    const d = run(facts)
    expect(why(d)).toEqual([])
    expect(d.outcome).toBe('allow')
  })

  it.each(Object.entries(minimal.MINIMAL))('%s holds nothing that could be left out', (_name, facts) => {
    const paths: string[] = []
    for (const [room, value] of Object.entries(facts)) {
      if (room === 'check' || room === 'as_of' || room === 'sources') continue
      if (value !== null && typeof value === 'object' && !Array.isArray(value))
        for (const key of Object.keys(value)) paths.push(`${room}.${key}`)
      else paths.push(room)
    }
    const needless = paths.filter((path) => run(withFact(facts, path, undefined)).outcome === 'allow')
    expect(needless).toEqual([])
  })
})

describe('golden pairs of the API', () => {
  it('verifies a creator as premium with risk 5', () => {
    expect(of(run(minimal.NFT_CREATOR), 'CREATOR_VERIFIED')?.params).toMatchObject({ score: 5, tier: 'premium' })
    const one = run(withFact(minimal.NFT_CREATOR, 'creator.profile.links', 1))
    expect(of(one, 'CREATOR_VERIFIED')?.params).toMatchObject({ score: 20, tier: 'standard' })
    const none = run(withFact(minimal.NFT_CREATOR, 'creator.profile.links', 0))
    expect(of(none, 'CREATOR_VERIFIED')?.params).toMatchObject({ score: 35, tier: 'basic' })
  })

  it('does not verify a creator with risk 88', () => {
    let facts = withFact(minimal.NFT_CREATOR, 'creator.profile.links', 2)
    facts = withFact(facts, 'creator.profile.nameSimilarity', 9_500)
    facts = withFact(facts, 'creator.profile.takedowns365d', 3)
    facts = withFact(facts, 'creator.profile.exposureBps', 500)
    const d = run(facts)
    expect([d.outcome, d.primary, of(d, 'CREATOR_RISK_SEVERE')?.params?.score]).toEqual(['deny', 'CREATOR_RISK_SEVERE', 88])
  })

  it('grants a basic wallet access to a protocol', () => {
    expect(of(run(minimal.DEFI_ACCESS), 'DEFI_LEVEL_TOO_LOW')?.params).toMatchObject({ level: 'defi-basic' })
  })

  it('finds a player of 2000-01-01 in the highest tier', () => {
    expect(of(run(minimal.GAMING_AGE), 'AGE_TIER_REACHED')?.params).toMatchObject({ age_tier: '21+' })
  })

  it('denies a listed address on every check', () => {
    for (const facts of Object.values(minimal.MINIMAL)) {
      for (const party of ['subject', 'creator', 'seller', 'buyer', 'from', 'to']) {
        const room = facts[party] as Record<string, Json> | undefined
        if (!room || room.kind === 'absent' || room.address === 'none') continue
        const hit = withFact(facts, `${party}.screen.addresses`, [{ address: room.address as string, list: 'us_ofac_sdn', active: true }])
        const d = run(hit)
        expect([d.outcome, d.restriction_code]).toEqual(['deny', 23])
      }
    }
  })
})
