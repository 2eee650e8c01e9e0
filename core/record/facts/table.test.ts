import { expect, test } from 'vitest'
import { SOURCE_KINDS } from '#engine/facts/entry.ts'
import { CHECKS } from '#engine/facts.ts'
import { factsFor } from '#engine/rulesets.ts'
import type { Facts } from './fact.ts'
import { MARKET_FACTS, type MarketObject } from './of-markets.ts'
import { SANDBOX, sourcesOf } from './sources.ts'
import { FACTS, factAt } from './table.ts'

/** As the rules read them: a path may be read as a day by one and as an instant by another. */
const read = new Map<string, Set<string>>()
for (const check of CHECKS)
  for (const { path, kind } of factsFor(check)) {
    const at = path.replace(/^acquirer\./, 'investor.').replace(/^deal\./, 'investment.')
    read.set(at, (read.get(at) ?? new Set()).add(kind))
  }

/** Said here, and read by the rules under another name. */
const TRANSLATED = [
  'offering.reg_a_tier',
  'issuer.other_offerings',
  'investment.paid_by_investor',
  'offering.legend_ids',
  'investor.net_worth_without_home',
  'tx.cash',
  'tx.lei_known',
  'tx.verified_by_bank',
  'tx.self_hosted_owner',
  'tx.lawful_orders',
]
/** Part of a fact a rule reads, in a type of its own. */
const PARTS = ['transfer.sec_4a7', 'offering.sec_4a7', 'investor.sophistication', 'asset.howey', 'asset.terms_hash', 'game.ip_place']

test('A8 every stated fact is typed as the rules read it, and read by some rule', () => {
  for (const [object, facts] of Object.entries({ ...FACTS, ...MARKET_FACTS }))
    for (const [name, fact] of Object.entries(facts as Facts)) {
      const path = `${object}.${name}`
      if (fact.source !== 'stated') expect(fact.kind, path).toBeUndefined()
      if (!fact.kind || TRANSLATED.includes(path) || PARTS.includes(path)) continue
      // Where one rule reads a day and another the instant, the more exact one is asked for; a known absence counts where any takes it.
      const kinds = [...(read.get(path) ?? [])].flatMap((kind) => [kind, `${kind} or none`])
      expect(kinds, path).toContain(fact.kind.name)
      if (fact.ordinary !== undefined) expect(fact.kind.schema.safeParse(fact.ordinary).success, path).toBe(true)
    }
})

test('A2 every fact of an issuer, an offering, a sale and a transfer that a rule reads is decided: stated, derived or established', () => {
  // Of an investor only what a sale reads: the rest comes by the fields of the verification, and is refused as unknown.
  const undecided = (['offering.open', 'offering.create', 'investment.accept', 'transfer', 'token.issue'] as const)
    .flatMap((check) => factsFor(check).map(({ path }) => path.replace(/^acquirer\./, 'investor.').replace(/^deal\./, 'investment.')))
    .filter((path) => Object.hasOwn(FACTS, path.split('.')[0]!) && factAt(path) === null)
  expect([...new Set(undecided)]).toEqual([])
})

test('A2 every fact that a rule of payments, NFTs, DeFi, games or reserves reads is decided, and a decision says where it came from', () => {
  const undecided = (['payment', 'nft.sale', 'nft.creator', 'defi.access', 'gaming.age', 'reserve.statement'] as const)
    .flatMap((check) => factsFor(check).map(({ path }) => path.split('.') as [MarketObject, string]))
    .filter(([object, name]) => name !== undefined && Object.hasOwn(MARKET_FACTS, object) && !Object.hasOwn(MARKET_FACTS[object], name))
  expect([...new Set(undecided.map((path) => path.join('.')))]).toEqual([])
  // Every object that a rule reads has a source.
  for (const check of CHECKS)
    for (const { path } of factsFor(check)) expect(sourcesOf(check, 'production'), `${check} ${path}`).toHaveProperty([path.split('.')[0]!])
})

test('L3 every fact of every check has one of the six kinds in production, and the sandbox says so of what it makes up', () => {
  const kinds = new Set<string>(SOURCE_KINDS)
  for (const check of CHECKS) {
    const [real, played] = (['production', 'sandbox'] as const).map((environment) => sourcesOf(check, environment))
    for (const source of Object.values(real!)) expect([...kinds]).toContain(source)
    expect(Object.values(real!), check).not.toContain('simulated')
    expect(Object.values(played!), check).not.toContain('assumed')
    // What our own records or lists say, they say in the sandbox too.
    for (const [path, source] of Object.entries(real!))
      if (source === 'measured' || source === 'listed') expect(played![path], path).toBe(source)
  }
  const at = '2026-11-23T10:00:00.000Z'
  const said = {
    'game.chance_element': { by: 'key_1', at },
    'tenant.us_bsa_type': { by: 'usr_1', at },
    'tenant.serves_eu': { by: SANDBOX, at },
  }
  expect(sourcesOf('payment', 'sandbox', { said })).toMatchObject({
    'game.chance_element': 'stated',
    'tenant.us_bsa_type': 'configured',
    'tenant.serves_eu': 'simulated',
    'history.sum_24h': 'measured',
    'tx.purpose': 'configured',
    'from.screen.names': 'listed',
    lists: 'listed',
  })
  // What was said as a whole was said of its parts, whoever reads them.
  const howey = sourcesOf('nft.sale', 'sandbox', { stated: ['asset.howey'], by: 'key_1' })
  expect([howey['asset.howey.price'], sourcesOf('nft.sale', 'sandbox')['asset.howey.price']]).toEqual(['stated', 'simulated'])
})
