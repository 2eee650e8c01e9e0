import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { addressesAt, withWarnings } from './addresses.ts'
import { loadCatalogue } from './catalogue.ts'
import type { Operation } from './operation.ts'

let catalogue: Operation[]
beforeAll(async () => {
  catalogue = await loadCatalogue()
})

/** Each field of an input, as JSON Schema tells it, by its path. */
function fieldsOf(schema: z.ZodType | undefined): string[] {
  const walk = (node: { properties?: object; items?: object; anyOf?: object[]; allOf?: object[] }, at: string): string[] => [
    at,
    ...Object.entries(node.properties ?? {}).flatMap(([name, one]) => walk(one as object, `${at}/${name}`)),
    ...(node.items ? walk(node.items, `${at}/*`) : []),
    ...[...(node.anyOf ?? []), ...(node.allOf ?? [])].flatMap((one) => walk(one, at)),
  ]
  return schema ? [...new Set(walk(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as object, ''))] : []
}

// Filters and objects that only hold addresses, and postal ones.
const NOT_OF_A_CHAIN =
  /^\/(address|(kyc_data|identity|originator|beneficiary)\/address|sale|collection|wallet)$|postal|email|wallet_addresses$/

it('A11 whatever operation takes an address, its letter case is looked at, and the answer can say so', () => {
  const unread = catalogue.flatMap((one) => {
    const read = new Set([...one.addresses!.body, ...one.addresses!.query].map((path) => `/${path.join('/')}`))
    return [...fieldsOf(one.body), ...fieldsOf(one.query)]
      .filter((path) => /(address|contract|_wallet)$/.test(path) && !NOT_OF_A_CHAIN.test(path) && !read.has(path))
      .map((path) => `${one.id} ${path}`)
  })
  expect(unread).toEqual([])
  const takers = catalogue.filter((one) => Object.values(one.addresses!).some((paths) => paths.length > 0))
  expect(takers.length).toBeGreaterThan(28)
  const silent = takers.filter((one) => !JSON.stringify(z.toJSONSchema(one.response, { unrepresentable: 'any' })).includes('"warnings"'))
  expect(silent.map(({ id }) => id)).toEqual([])
  expect(takers.filter((one) => one.movesValue).map(({ id }) => id)).toEqual([
    'holdings.force_transfer',
    'investments.create',
    'nfts.verify_creator',
    'tokens.issue',
    'transactions.create',
  ])
})

it('reads addresses as they were sent, wherever they stand', () => {
  const odd = '0xAbCdEf0123456789aBcDeF0123456789AbCdEf99'
  const found = addressesAt([['to'], ['subjects', '*', 'wallet_address']], {
    to: odd.toLowerCase(),
    subjects: [{ wallet_address: ` ethereum:${odd}@1 ` }, { full_name: 'Nobody' }, { wallet_address: 7 }],
  })
  expect(found.map(({ pointer, checksum }) => [pointer, checksum])).toEqual([
    ['/to', 'none'],
    ['/subjects/0/wallet_address', 'mismatch'],
  ])
})

it('puts what is said of one of several subjects beside that one', () => {
  const warning = { code: 'address_lookalike', detail: '', pointer: '/subjects/1/wallet_address' } as const
  expect(withWarnings({ results: [{ warnings: [] }, { warnings: [] }] }, [warning])).toEqual({
    results: [{ warnings: [] }, { warnings: [warning] }],
  })
  expect(withWarnings({ id: 'x' }, [warning])).toEqual({ id: 'x', warnings: [warning] })
})
