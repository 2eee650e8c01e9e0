import { eq } from 'drizzle-orm'
import { getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { credentials, wallets } from '#db/schema.ts'
import { startApi } from '#tests/api/harness.ts'

let api: Awaited<ReturnType<typeof startApi>>
let key: string
beforeAll(async () => {
  api = await startApi()
  key = (await api.makeKey('sandbox')).key
})
afterAll(() => api.stop())

const post = (path: string, body: object) => api.call('POST', path, body, key)
const wallet = (n: number) => getAddress(`0x${n.toString(16).padStart(40, 'c')}`)
const magic = (code: string) => `0x5ea15ea15ea15ea15ea15ea15ea15ea10000${code}`
const LINKS = { twitter: '@adadraws', instagram: 'adadraws', website: 'https://ada.example' }
const verify = (n: number, full_name: string, country = 'US') =>
  post('/v1/wallets/verify', { wallet_address: wallet(n), kyc_data: { full_name, date_of_birth: '1990-05-17', country } })
const creator = (address: string, creator_name: string, more: object = {}) =>
  post('/v1/nfts/verify-creator', { wallet_address: address, creator_name, ...more })
const asset = (contract: number, token_id = '1') => ({ chain: 'ethereum', contract: wallet(contract), token_id })
const sell = (from: string, to: string, of: object, amount = '10000') =>
  post('/v1/transactions', { type: 'sale', currency: 'USD', from_address: from, to_address: to, amount, asset: of, dry_run: true })
const told = async (address: string) => {
  const [row] = await api.services.connection.db.select().from(wallets).where(eq(wallets.address, address))
  const { data } = (await api.call('GET', `/v1/events?resource_id=${row!.id}&limit=100`, undefined, key)).body
  return data
    .toReversed()
    .filter((event: { type: string }) => event.type.startsWith('nft.creator.'))
    .map((event: { type: string; data: { object: { verification_tier: string } } }) => [event.type, event.data.object.verification_tier])
}

test('a sale is read in dollars, and is not cleared by a price that nobody can convert or with a listed party', async () => {
  await verify(1, 'Ada Artist')
  await verify(2, 'Ben Buyer')
  const sale = async (address: string, of: object) => (await creator(address, `Of ${address}`, { sale: of })).body.sale
  const both = ['creator_verification', 'buyer_verification']
  expect(await sale(wallet(1), { amount: '9999.99' })).toEqual({ requires: [], cleared: true })
  expect(await sale(wallet(1), { amount: '9090.90', currency: 'EUR' })).toEqual({ requires: [], cleared: true })
  expect(await sale(wallet(1), { amount: '9090.91', currency: 'EUR' })).toEqual({ requires: both, cleared: false })
  expect(await sale(wallet(1), { amount: '10000', buyer_address: wallet(2) })).toEqual({ requires: both, cleared: true })
  expect(await sale(wallet(1), { amount: '10000', buyer_address: wallet(3) })).toEqual({ requires: both, cleared: false })
  expect(await sale(wallet(1), { amount: '0.5', currency: 'ETH' })).toEqual({ requires: [...both, 'enhanced_aml'], cleared: false })
  expect(await sale(wallet(1), { amount: '5', buyer_address: magic('2001') })).toEqual({ requires: [], cleared: false })
  expect(await sale(magic('2001'), { amount: '5' })).toEqual({ requires: [], cleared: false })
})

test('a country that FATF calls for action on counts as one of high risk', async () => {
  await verify(11, 'Mya Example', 'MM')
  const { body } = await creator(wallet(11), 'Mya Makes')
  expect(body.risk_score).toBe(5 + 30 + 25 + 15)
})

test('a collection is sold by its creator, or by a verified seller once the creator is', async () => {
  await verify(21, 'Carla Creator')
  await verify(22, 'Sam Seller')
  await verify(23, 'Betty Buyer')
  const collection = { chain: 'ethereum', contract: wallet(99) }
  // The seller is a creator too, and not of this.
  await creator(wallet(22), 'Sam Sells', { social_links: LINKS })
  await creator(wallet(21), 'Carla Creates', { collection })
  expect((await sell(wallet(22), wallet(23), asset(99))).body).toMatchObject({ restriction_code: 0 })
  await api.services.connection.db
    .update(credentials)
    .set({ state: 'revoked' })
    .where(
      eq(
        credentials.wallet_id,
        (
          await api.services.connection.db
            .select()
            .from(wallets)
            .where(eq(wallets.address, wallet(21)))
        )[0]!.id,
      ),
    )
  const gone = await sell(wallet(22), wallet(23), asset(99))
  expect(gone.body, gone.text.slice(0, 400)).toMatchObject({ restriction_code: 32, status: 'review' })
  expect(gone.body.decision.missing).toContain('/creator/tier')
  // Of another collection the seller is taken for the creator.
  expect((await sell(wallet(22), wallet(23), asset(97))).body).toMatchObject({ restriction_code: 0 })
})

test('a creator is worked out again at a sale from $10,000, and 180 days after the verification', async () => {
  await verify(31, 'Rita Repeat')
  await verify(32, 'Bob Buyer')
  await creator(wallet(31), 'Rita Repeats', { social_links: LINKS })
  const again = () =>
    post('/v1/transactions', {
      type: 'sale',
      currency: 'USD',
      from_address: wallet(31),
      to_address: wallet(32),
      amount: '10000',
      asset: asset(96),
    })
  expect((await again()).body).toMatchObject({ status: 'approved' })
  await post('/v1/sandbox/clock', { advance: '179d' })
  expect((await sell(wallet(31), wallet(32), asset(96))).body).toMatchObject({ restriction_code: 0 })
  await post('/v1/sandbox/clock', { advance: '1d' })
  expect((await sell(wallet(31), wallet(32), asset(96), '9999.99')).body).toMatchObject({ restriction_code: 0 })
  const late = await again()
  expect(late.body, late.text.slice(0, 400)).toMatchObject({ status: 'review', restriction_code: 32 })
  expect(await told(wallet(31))).toEqual([
    ['nft.creator.verified', 'premium'],
    ['nft.creator.tier_changed', 'none'],
  ])
  await creator(wallet(31), 'Rita Repeats', { social_links: LINKS })
  expect((await sell(wallet(31), wallet(32), asset(96))).body).toMatchObject({ restriction_code: 0 })
  expect((await told(wallet(31))).at(-1)).toEqual(['nft.creator.verified', 'premium'])
  await post('/v1/sandbox/clock', { resume: true })
})

test('who loses the verification is told of, and who first failed and then passed is verified', async () => {
  await verify(41, 'Lena Loses')
  await creator(wallet(41), 'Lena Loses', { social_links: LINKS })
  // Too close to a verified creator now.
  await verify(42, 'Zoe Zebra')
  await creator(wallet(42), 'Zoe Zebra Paints')
  expect((await creator(wallet(41), 'Zoe Zebra Paints')).body).toMatchObject({ verified: false })
  expect(await told(wallet(41))).toEqual([
    ['nft.creator.verified', 'premium'],
    ['nft.creator.flagged', 'none'],
    ['nft.creator.tier_changed', 'none'],
  ])
  expect((await creator(wallet(41), 'Lena Loses')).body).toMatchObject({ verified: true })
  expect((await told(wallet(41))).at(-1)).toEqual(['nft.creator.verified', 'basic'])
})
