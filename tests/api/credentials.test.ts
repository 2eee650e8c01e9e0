import { sql } from 'drizzle-orm'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newestCheckpoint } from '#core/record/audit/checkpoint.ts'
import { endThrowaways } from '#core/sandbox/worlds/end-throwaways.ts'
import { issuerDid } from '#credentials/keys.ts'
import { isSet, readStatusList } from '#credentials/status-list.ts'
import { credentials } from '#db/schema.ts'
import { currentRuleset } from '#engine/rulesets.ts'
import { readKey, verifyAnswer } from '../../tools/verify-receipt.mjs'
import { startApi } from './harness.ts'
import { makeAccount, Person } from './person.ts'

let api: Awaited<ReturnType<typeof startApi>>
let key: string
beforeAll(async () => {
  api = await startApi()
  key = (await api.makeKey('sandbox')).key
})
// One of these tests alters what was decided.
afterAll(() => api?.stop({ altered: true }))

const post = async (path: string, body: object = {}) => (await api.call('POST', `/v1${path}`, body, key)).body
const get = async (path: string) => (await api.call('GET', `/v1${path}`, undefined, key)).body
const holder = () => privateKeyToAccount(generatePrivateKey())
type Holder = ReturnType<typeof holder>
const kyc = (full_name: string) => ({ full_name, date_of_birth: '1984-03-02', country: 'DE' })
const verify = (wallet: Holder, name: string, more: object = {}) =>
  post('/wallets/verify', { wallet_address: wallet.address, kyc_data: kyc(name), ...more })
const sign = async (wallet: Holder, change = (message: string) => message) => {
  const message = change((await post('/wallets/challenge', { wallet_address: wallet.address })).message)
  return { message, signature: await wallet.signMessage({ message }) }
}

it('a credential that moves stays suspended for its reason, which says who resumes it', async () => {
  const [first, second] = [holder(), holder()]
  const { credential } = await verify(first, 'Mona Moved')
  await post(`/credentials/${credential.id}/suspend`, { reason_code: 'sanctions_match' })
  const moved = await post(`/credentials/${credential.id}/supersede`, {
    reason_code: 'new_device',
    new_wallet_address: second.address,
    new_signature: await sign(second),
    old_signature: await sign(first),
  })
  expect(moved).toMatchObject({ state: 'suspended', reason_code: 'sanctions_match', wallet_address: second.address })
  expect(await post(`/credentials/${moved.id}/resume`, { reason_code: 'looked_at' })).toMatchObject({
    state: 'suspended',
    second_person: { status: 'awaiting_second' },
  })
})

it('what a holder has is not moved away from a listed wallet, nor by a holder who is listed', async () => {
  const put = (...add: object[]) => post('/sandbox/lists/delta', { add })
  const move = async (old: Holder, credential: string) => {
    const fresh = holder()
    const signatures = { new_signature: await sign(fresh), old_signature: await sign(old) }
    return post(`/credentials/${credential}/supersede`, { reason_code: 'new_device', new_wallet_address: fresh.address, ...signatures })
  }
  const [listed, person, free] = [holder(), holder(), holder()]
  const credentialOf = async (wallet: Holder, name: string) => (await verify(wallet, name)).credential.id as string
  const ids = [
    await credentialOf(listed, 'Lisa Listed'),
    await credentialOf(person, 'Oswin Quillfeather'),
    await credentialOf(free, 'Fred Free'),
  ]
  await put(
    { entity_id: 'MOVE-1', name: 'Fictional Listed Wallet', wallet_addresses: [listed.address] },
    { entity_id: 'MOVE-2', name: 'Oswin Quillfeather' },
  )
  expect(await move(listed, ids[0]!)).toMatchObject({ code: 'invalid_transition' })
  expect(await move(person, ids[1]!)).toMatchObject({ code: 'invalid_transition' })
  expect(await move(free, ids[2]!)).toMatchObject({ state: 'active', move: { status: 'done' } })
})

it('only the very message that was given proves control, and only for what it was given for', async () => {
  const wallet = holder()
  for (const change of [
    (message: string) => message.replace(/^I control.*$/m, 'I agree to nothing.'),
    (message: string) => message.replace('Chain ID: 1', 'Chain ID: 137'),
    (message: string) => `${message}\nRequest ID: mine`,
  ])
    expect(await verify(wallet, 'Wanda Words', { signature: await sign(wallet, change) })).toMatchObject({ code: 'signature_invalid' })
  const terms = { type: 'equity', regulation: 'reg_s', total_supply: 10, price_per_token: '1', maximum_raise: '10' }
  const offering = await post('/offerings', { name: 'Words', ...terms })
  const linking = { token_address: `0x${'52'.repeat(20)}`, wallet_address: wallet.address }
  const { message } = await post(`/offerings/${offering.id}/token/challenge`, linking)
  const signature = { message, signature: await wallet.signMessage({ message }) }
  expect(await verify(wallet, 'Wanda Words', { signature })).toMatchObject({ code: 'nonce_expired' })
  expect(await verify(wallet, 'Wanda Words', { signature: await sign(wallet) })).toMatchObject({ credential: { control: 'proven' } })
})

it('whoever refuses a wallet often hides nobody else’s refusal from its holder', async () => {
  const wallet = holder()
  const refused = { wallet_address: wallet.address, country: 'KP' }
  expect((await post('/sanctions/check', refused)).decision.outcome).toBe('deny')
  const refusals = async () => {
    const { message } = (await api.call('POST', '/api/appeals/challenge', { address: wallet.address, chainId: 1 })).body
    const signature = await wallet.signMessage({ message })
    const begun = await api.call('POST', '/api/appeals/session', { message, signature })
    return begun.body.refusals.map((one: { organization: string }) => one.organization).sort() as string[]
  }
  const [own] = await refusals()
  const stranger = await api.makeStranger()
  for (let i = 0; i < 3; i++) {
    const subjects = Array.from({ length: 70 }, () => refused)
    expect((await api.call('POST', '/v1/sanctions/check', { subjects }, stranger)).status).toBe(200)
  }
  const both = await refusals()
  expect(both).toHaveLength(2)
  expect(both).toContain(own)
})

it('a transfer is noted once by each person, however its hash is written', async () => {
  const people: Person[] = []
  const wallets = [holder(), holder()]
  for (const [i, email] of ['first@transfers.example', 'second@transfers.example'].entries()) {
    await makeAccount(api, email)
    people.push(new Person(api))
    await people[i]!.signIn(email)
    const connect = { address: wallets[i]!.address, chainId: 1, provider: 'metamask' }
    expect((await people[i]!.post('/functions/v1/wallet-connect', connect)).status).toBe(200)
  }
  const note = async (i: number, transactionHash: string) => {
    const [walletAddress, toAddress] = [wallets[i]!.address, wallets[1 - i]!.address]
    const body = { walletAddress, transactionHash, fromAddress: walletAddress, toAddress, amount: '1' }
    const { status, body: answer } = await people[i]!.post('/functions/v1/wallet-transaction-create', body)
    return answer.code ?? status
  }
  const hash = `0x${'ab'.repeat(32)}`
  expect(await note(0, hash)).toBe(200)
  expect(await note(1, hash)).toBe(200)
  expect(await note(0, hash.replaceAll('ab', 'AB'))).toBe('duplicate_transaction_hash')
})

it('a receipt holds after the log was given another name, at the same size', async () => {
  const { decision } = await verify(holder(), 'Rita Receipt')
  const check = async () => {
    const answer = await get(`/decisions/${decision.id}/receipt`)
    return verifyAnswer(answer, readKey(answer.verifier_key), answer.verifier_key)
  }
  const { size } = await check()
  const { config } = api.services
  const was = config.publicUrl
  try {
    config.publicUrl = 'https://renamed.example'
    expect((await check()).size).toBe(size)
    expect((await newestCheckpoint(api.services)).split('\n').slice(0, 2)).toEqual(['renamed.example/log', String(size)])
  } finally {
    config.publicUrl = was
  }
  expect((await check()).size).toBe(size)
})

it('a replay says so when anything of what was decided was altered', async () => {
  const { db } = api.services.connection
  const changes = [
    sql`lists = jsonb_set(lists, '{0,version}', '"other"')`,
    sql`outcome = 'deny'`,
    sql`result_hash = ${'00'.repeat(32)}`,
    sql`evaluated_at = evaluated_at - interval '1 day'`,
    sql`ruleset_version = '2000.1.1'`,
  ]
  const wallet = holder()
  for (const change of changes) {
    const { decision } = await verify(wallet, 'Rosa Replay')
    const replay = async () => (await post(`/decisions/${decision.id}/replay`)).status
    expect(await replay()).toBe('identical')
    await db.execute(sql`update decisions set ${change} where id = ${decision.id}`)
    expect(await replay()).toBe('inputs_altered')
  }
})

it('M1 a decision replays identical after its words were written better, and differs by an outcome, a reason or a figure', async () => {
  const { decision } = await post('/sanctions/check', { wallet_address: `0x${'5ea1'.repeat(8)}00002001` })
  const [told] = decision.rules
  const compiled = currentRuleset.plan['sanctions.check'].find((one) => one.code === told.code.toUpperCase())!
  const law = compiled as { -readonly [name in 'holds' | 'byte']: (typeof compiled)[name] }
  const words = compiled.rule as { message: unknown; citation: { label: string } }
  const replay = () => post(`/decisions/${decision.id}/replay`)
  const { message, citation } = words
  const { label } = citation
  const { holds, byte } = compiled
  const verdict = (change: object) => (law.holds = (facts, params, now) => ({ ...holds(facts, params, now), ...change }))
  try {
    words.message = 'Said in other words.'
    citation.label = 'Cited in other words'
    expect((await post('/sanctions/check', { wallet_address: `0x${'5ea1'.repeat(8)}00002001` })).decision.rules[0].message).toBe(
      'Said in other words.',
    )
    const again = await replay()
    expect(again).toMatchObject({ status: 'identical', replayed: { outcome: 'deny', result_hash: decision.result_hash } })
    expect((await get(`/decisions/${decision.id}`)).rules).toContainEqual(told)
    for (const change of [{ result: 'pass' }, { params: { figure: 1 } }, { reason: 'RULE_COULD_NOT_RUN' }]) {
      verdict(change)
      expect(await replay(), JSON.stringify(change)).toMatchObject({ status: 'differs', original: again.original })
    }
    law.holds = holds
    law.byte = 249
    expect((await replay()).status).toBe('differs')
  } finally {
    Object.assign(words, { message })
    citation.label = label
    Object.assign(law, { holds, byte })
  }
  expect((await replay()).status).toBe('identical')
})

it('a suspension ends with its credential: it is told, and the holder can be verified again', async () => {
  const wallet = holder()
  const { credential } = await verify(wallet, 'Susan Suspended')
  await post(`/credentials/${credential.id}/suspend`, { reason_code: 'under_review' })
  await post('/sandbox/clock', { advance: '364d' })
  expect(await get(`/credentials/${credential.id}`)).toMatchObject({ state: 'suspended' })
  expect(await verify(wallet, 'Susan Suspended')).toMatchObject({ verified: false })
  await post('/sandbox/clock', { advance: '2d' })
  expect(await get(`/credentials/${credential.id}`)).toMatchObject({ state: 'expired' })
  for (const act of ['suspend', 'resume', 'revoke', 'supersede'])
    expect(await post(`/credentials/${credential.id}/${act}`, { reason_code: 'too_late' }), act).toMatchObject({
      code: 'invalid_transition',
    })
  const told = (await get(`/events?resource_id=${credential.id}`)).data.map((event: { type: string }) => event.type)
  expect(told[0]).toBe('credential.expired')
  expect(await verify(wallet, 'Susan Suspended')).toMatchObject({ verified: true, credential: { state: 'active' } })
})

it('what was revoked, or is gone with a sandbox that was emptied, stays revoked in the status list', async () => {
  const { config, keyring, connection } = api.services
  const seal = async (name: string) => get(`/credentials/${(await verify(holder(), name)).credential.id}`)
  const [revoked, live] = [await seal('Rhoda Revoked'), await seal('Lena Live')]
  await post(`/credentials/${revoked.id}/revoke`, { reason_code: 'key_compromise' })
  const isRevoked = async ({ status_list, status_index }: typeof live) => {
    const jwt = (await api.call('GET', `/sandbox/credentials/status/${status_list}`)).text
    return isSet(readStatusList(jwt, issuerDid(config.publicUrl, 'sandbox'), [keyring.keys.issuer.sandbox])!.bits, status_index)
  }
  expect([await isRevoked(revoked), await isRevoked(live)]).toEqual([true, false])
  const snapshot = await post('/sandbox/snapshot', { label: 'Both' })
  const later = await seal('Laura Later')
  await post('/sandbox/restore', { id: snapshot.id })
  expect([await isRevoked(revoked), await isRevoked(live), await isRevoked(later)]).toEqual([true, false, true])
  expect(await get(`/credentials/${live.id}`)).toMatchObject({ state: 'active' })
  expect(await get(`/credentials/${later.id}`)).toMatchObject({ status: 404 })
  await post('/sandbox/reset')
  expect([await isRevoked(revoked), await isRevoked(live), await isRevoked(later)]).toEqual([true, true, true])
  expect((await get('/credentials')).data).toEqual([])
  expect((await api.call('GET', `/api/c/${live.id}`)).status).toBe(404)
  // Kept as long as anybody could show them.
  await connection.db.update(credentials).set({ expires_at: new Date(0) })
  await endThrowaways(api.services)
  expect(await connection.db.$count(credentials)).toBe(0)
})
