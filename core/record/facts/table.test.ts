import { expect, test } from 'vitest'
import { type Entry, SOURCE_KINDS } from '#engine/facts/entry.ts'
import { VOCABULARY } from '#engine/facts/vocabulary.ts'
import { CHECKS, type Facts as EngineFacts } from '#engine/facts.ts'
import { factsFor } from '#engine/rulesets.ts'
import type { Facts } from './fact.ts'
import { MARKET_FACTS, type MarketObject } from './of-markets.ts'
import { SANDBOX, sourcesOf, withSources } from './sources.ts'
import { FACTS, factAt, tableFact } from './table.ts'

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
  'offering.fungible_with_listed',
  'offering.registration_effective_at',
  'transfer.broker',
  'to.qib',
  'investor.net_worth_without_home',
  'sale.rate',
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
    'tx.purpose': 'simulated',
    'tx.amount': 'stated',
    'from.screen.names': 'listed',
    lists: 'listed',
  })
  // What was said as a whole was said of its parts, whoever reads them.
  const howey = sourcesOf('nft.sale', 'sandbox', { stated: ['asset.howey'], by: 'key_1' })
  expect([howey['asset.howey.price'], sourcesOf('nft.sale', 'sandbox')['asset.howey.price']]).toEqual(['stated', 'simulated'])
})

const ENTRIES = Object.entries(VOCABULARY as Record<string, Pick<Entry<never>, 'from'>>)

test('L3 what the vocabulary says a fact may come from is what the tables here bring', () => {
  for (const [path, { from }] of ENTRIES) {
    const fact = tableFact(path)
    if (fact?.source === 'stated' || fact?.given) expect([path, from]).toEqual([path, expect.arrayContaining(['stated'])])
    if (fact?.source === 'established') expect([path, from]).toEqual([path, ['established']])
    if (/\.(screen|sanctions)\./.test(path)) expect([path, from]).toEqual([path, ['listed']])
    if (path.startsWith('history.')) expect([path, from]).toEqual([path, ['measured']])
  }
  // Nobody but the tenant sets what is a setting of its own.
  for (const [path, { from }] of ENTRIES) if (from.includes('configured')) expect([path, from]).toEqual([path, ['configured']])
})

test('L3 in production every fact is from a source that the vocabulary names, in every check', () => {
  for (const check of CHECKS) {
    const { sources } = withSources({ check, as_of: '' }, 'production')
    for (const [path, { from }] of ENTRIES)
      if (Object.hasOwn(sources!, path)) expect([check, path, from]).toEqual([check, path, expect.arrayContaining([sources![path]])])
  }
})

test('L3 a fact that came by a source it may not come from is left out, and the rules ask for it', () => {
  const facts: EngineFacts = {
    check: 'payment',
    as_of: '2026-11-24T10:00:00.000Z',
    from: { kind: 'natural', screen: { names: [], addresses: [] } },
    tx: { purpose: 'payment', amount: { amount: '1', currency: 'USD' } },
  }
  const word = { by: 'key_1', at: '2026-11-24T10:00:00.000Z' }
  const said = withSources({ ...facts, said: { 'from.screen': word, 'tx.purpose': word } }, 'production')
  expect(said).toMatchObject({ tx: facts.tx, from: { kind: 'natural', screen: {} } })
  expect(said.from).not.toHaveProperty('screen.names')
  // What the sandbox plays is nothing in production.
  expect(withSources(facts, 'production', { found: { 'tx.purpose': 'simulated' } }).tx).not.toHaveProperty('purpose')
  expect(withSources(facts, 'sandbox', { found: { 'tx.purpose': 'simulated' } }).tx).toHaveProperty('purpose')
  expect(withSources(facts, 'production', { found: { 'from.kind': 'established' } }).from).toHaveProperty('kind')
  expect(withSources(facts, 'production', { found: { 'from.kind': 'listed' } }).from).not.toHaveProperty('kind')
})
