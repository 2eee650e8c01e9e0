import { eq, sql } from 'drizzle-orm'
import { encodeDeployData, getAddress, pad, toHex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { artifact, type ContractName } from '#chains/contracts/artifacts.ts'
import { anvilBinary } from '#chains/evm/anvil.ts'
import { type Fixture, startFixture } from '#chains/evm/anvil-fixture.ts'
import { verifyAudit } from '#core/record/audit/verify.ts'
import { auditLogs, events } from '#db/schema.ts'
import { startApi } from '#tests/api/harness.ts'

type Api = Awaited<ReturnType<typeof startApi>>
let api: Api
let key: string
let stranger: string
let chain: Fixture | null = null
beforeAll(async () => {
  chain = anvilBinary() ? await startFixture() : null
  api = await startApi(chain ? { EVM_RPC_URLS: `31337=${chain.anvil.url}` } : {}, { passports: true })
  key = (await api.makeKey('sandbox')).key
  stranger = await api.makeStranger()
})
afterAll(async () => {
  await api?.stop()
  await chain?.stop()
})

const call = (method: string, path: string, body?: unknown, as = key) => api.call(method, path, body, as)
const expectStatus = async (status: number, answer: ReturnType<Api['call']>) => {
  const got = await answer
  expect([got.status, got.body]).toEqual([status, got.body])
  return got
}
/** Answers hasRole(role, account) from its storage, and nothing else: the least that an AccessControl is. */
const ADMINS = '0x60003560e01c6391d148541460145760006000fd5b6024355460005260206000f3'
const deployData = (name: ContractName, args: unknown[]) => encodeDeployData({ ...artifact(name), args })
const ENHANCED = '0x5ea15ea15ea15ea15ea15ea15ea15ea100005002'
const check = (protocol_name: string, more: object = {}, as = key) =>
  call('POST', '/v1/defi/verify-wallet', { wallet_address: ENHANCED, protocol_name, ...more }, as)

describe('E4 protocols and their permits', () => {
  it('are registered, read, listed and changed, with versions, in the log, and by nobody else', async () => {
    const made = await call('POST', '/v1/protocols', {
      protocol_name: 'Alpine Earn',
      min_level: 'defi-enhanced',
      blocked_countries: ['Germany'],
    })
    expect(made).toMatchObject({
      status: 201,
      body: { object: 'protocol', version: 1, protocol_name: 'Alpine Earn', blocked_countries: ['DE'] },
    })
    const path = `/v1/protocols/${made.body.id}`
    expect(await call('POST', '/v1/protocols', { protocol_name: 'ALPINE earn' })).toMatchObject({
      status: 409,
      body: { code: 'already_exists', existing_id: made.body.id },
    })
    expect((await call('GET', path)).body.policy_hash).toMatch(/^0x[0-9a-f]{64}$/)
    expect((await call('GET', path, undefined, stranger)).status).toBe(404)
    expect((await call('PATCH', path, { paused: true }, stranger)).status).toBe(404)
    expect((await call('GET', '/v1/protocols', undefined, stranger)).body.data).toEqual([])

    expect((await check('alpine earn')).body.policy).toEqual({ id: made.body.id, default: false, name: 'Alpine Earn', version: 1 })
    expect((await call('PATCH', path, { paused: true })).body).toMatchObject({ version: 2, paused: true })
    expect(await check('Alpine Earn')).toMatchObject({ status: 409, body: { code: 'protocol_paused' } })
    expect((await call('PATCH', path, { paused: true })).body.version).toBe(2)
    const open = await call('PATCH', path, { paused: false, min_level: 'defi-institutional' })
    expect(
      open.body.versions.map((one: { version: number; min_level: string; paused: boolean }) => [one.version, one.min_level, one.paused]),
    ).toEqual([
      [3, 'defi-institutional', false],
      [2, 'defi-enhanced', true],
      [1, 'defi-enhanced', false],
    ])
    expect((await check('Alpine Earn')).body).toMatchObject({ access_granted: false, policy: { version: 3 } })
    expect((await call('GET', '/v1/protocols')).body.data).toMatchObject([{ id: made.body.id, version: 3 }])
    const kept = await api.services.connection.db.select().from(auditLogs).where(eq(auditLogs.subject_id, made.body.id))
    expect(kept.map((one) => [one.action, one.details.version]).sort()).toEqual([
      ['protocol_changed', 2],
      ['protocol_changed', 2],
      ['protocol_changed', 3],
      ['protocol_registered', 1],
    ])
  })

  it('E4 gives who may only leave no permit, and tells nobody that they got in', async () => {
    const contract = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
    const policy = { protocol_name: 'Closed Earn', blocked_countries: ['US'], contracts: [{ chain_id: 31337, address: contract }] }
    expect((await call('POST', '/v1/protocols', policy)).status).toBe(201)
    const permit = { chain_id: 31337, verifying_contract: contract }
    const ask = (type?: string) => check('Closed Earn', { permit, ...(type && { action: { type } }) })
    expect((await ask()).body).toMatchObject({ access_granted: false, permit: null })
    for (const exit of ['withdraw', 'repay', 'unstake'])
      expect((await ask(exit)).body).toMatchObject({ access_granted: true, verification_level: 'defi-enhanced', permit: null })
    const told = await api.services.connection.db
      .select({ type: events.type })
      .from(events)
      .where(sql`${events.object} ->> 'protocol_name' = 'Closed Earn'`)
    expect(told.map((one) => one.type)).toEqual(['defi.access.denied'])
  })

  it.skipIf(!anvilBinary())(
    'open the shipped contract by a permit of the API: for its wallet, level, contract, name and time',
    async () => {
      const f = chain!
      const deployer = await f.account(0)
      const { abi } = artifact('PermitVault')
      const attester = api.services.keyring.keys.attester.sandbox.address
      const [vault, elsewhere] = [await f.deploy(deployer, 'PermitVault', [attester]), await f.deploy(deployer, 'PermitVault', [attester])]
      const contracts = [{ chain_id: 31337, address: vault }]
      expect((await call('POST', '/v1/protocols', { protocol_name: 'Example Lend', contracts })).status).toBe(201)
      const ask = async (name: string, verifying_contract = vault, wallet_address = ENHANCED) =>
        check(name, { wallet_address, permit: { chain_id: 31337, verifying_contract, ttl_seconds: 60 } })
      // The contract compares the registered name, however the caller wrote it.
      const { permit } = (await ask('EXAMPLE lend')).body
      expect(permit.policy_name).toBe('Example Lend')
      const { level, expires } = permit.message
      const use = (account: string, args: unknown[], address = vault) =>
        f.node.simulateContract({ account, address, abi, functionName: 'deposit', args, value: 1n } as never)
      await f.node.setBalance({ address: ENHANCED, value: 10n ** 18n })
      await f.node.setBalance({ address: deployer.address, value: 10n ** 18n })
      await use(ENHANCED, [level, expires, permit.signature])
      await expect(use(ENHANCED, [level + 1, expires, permit.signature])).rejects.toThrow('PermitInvalid')
      await expect(use(ENHANCED, [level, expires + 1, permit.signature])).rejects.toThrow('PermitInvalid')
      await expect(use(deployer.address, [level, expires, permit.signature])).rejects.toThrow('PermitInvalid')
      await expect(use(ENHANCED, [level, expires, permit.signature], elsewhere)).rejects.toThrow('PermitInvalid')
      expect((await ask('Example Lend', elsewhere)).status).toBe(422)
      const other = (await ask('Another Protocol')).body.permit
      await expect(use(ENHANCED, [other.message.level, other.message.expires, other.signature])).rejects.toThrow('PermitInvalid')
      const basic = (await ask('Example Lend', vault, '0x5ea15ea15ea15ea15ea15ea15ea15ea100005001')).body.permit
      await f.node.setBalance({ address: basic.message.wallet, value: 10n ** 18n })
      await expect(use(basic.message.wallet, [basic.message.level, basic.message.expires, basic.signature])).rejects.toThrow(
        'PermitInvalid',
      )
      await f.node.increaseTime({ seconds: 61 })
      await f.node.mine({ blocks: 1 })
      await expect(use(ENHANCED, [level, expires, permit.signature])).rejects.toThrow('PermitExpired')
    },
  )

  it.skipIf(!anvilBinary())('E4 in production give permits for a contract to whom it belongs, whoever listed it first', async () => {
    const f = chain!
    const [own, other] = [(await api.makeKey('production')).key, await api.makeStranger('production')]
    const [deployer, keeper, thief] = [await f.account(0), await f.account(1), await f.account(2)]
    const vault = await f.send(deployer, { data: deployData('PermitVault', [deployer.address]) })
    const safe = await f.deploy(deployer, 'SmartWallet', [keeper.address])
    const owned = await f.deploy(deployer, 'SmartWallet', [safe])
    const roles = getAddress(`0x${'a11ce'.repeat(8)}`)
    await f.node.setCode({ address: roles, bytecode: ADMINS })
    const setAdmin = (account: `0x${string}`, held: 0 | 1) =>
      f.node.setStorageAt({ address: roles, index: pad(account), value: toHex(held, { size: 32 }) })
    await setAdmin(keeper.address, 1)
    const contracts = [vault.contractAddress!, owned, roles].map((address) => ({ chain_id: 31337, address: getAddress(address) }))
    const list = async (as: string, protocol_name: string) =>
      (await expectStatus(201, call('POST', '/v1/protocols', { protocol_name, contracts }, as))).body.id as string
    // The squatter comes first, and blocks nobody.
    const [squat, mine] = [await list(other, 'Squat'), await list(own, 'Guarded')]
    const permit = async (name: string, at: number, as: string, action?: object) => {
      const { status, body } = await check(name, { permit: { chain_id: 31337, verifying_contract: contracts[at]!.address }, action }, as)
      return body.errors?.[0].code ?? status
    }
    const prove = async (as: string, id: string, at: number, signer: PrivateKeyAccount, wallet_address: string, more = {}) => {
      const asked = { chain_id: 31337, contract_address: contracts[at]!.address, wallet_address }
      const { message } = (await expectStatus(201, call('POST', `/v1/protocols/${id}/challenge`, asked, as))).body
      const signature = await signer.signMessage({ message })
      return call('POST', `/v1/protocols/${id}/prove`, { message, signature, ...more }, as)
    }
    const mismatch = { status: 422, body: { code: 'signer_mismatch' } }
    for (const at of [0, 1, 2])
      for (const [name, as] of [
        ['Squat', other],
        ['Guarded', own],
        ['Unregistered', other],
      ] as const)
        expect(await permit(name, at, as)).toBe('contract_not_proven')
    // Who leaves needs no permit: what is missing then are lists to screen by.
    expect(await permit('Guarded', 0, own, { type: 'withdraw' })).toBe(503)
    const made = { deployment_transaction: vault.transactionHash }
    expect(await prove(other, squat, 0, thief, thief.address, made)).toMatchObject(mismatch)
    expect(await prove(other, squat, 0, deployer, deployer.address)).toMatchObject({
      body: { ...mismatch.body, detail: expect.stringContaining('deployment_transaction') },
    })
    // Who deployed a contract with an owner or admin is not its keeper, and the key of a smart wallet is not the wallet.
    expect(await prove(other, squat, 1, thief, thief.address)).toMatchObject(mismatch)
    expect(await prove(other, squat, 1, keeper, keeper.address)).toMatchObject(mismatch)
    expect(await prove(other, squat, 1, thief, safe)).toMatchObject({ status: 422, body: { code: 'signature_invalid' } })
    expect(await prove(other, squat, 2, deployer, deployer.address)).toMatchObject(mismatch)

    expect((await prove(own, mine, 0, deployer, deployer.address, made)).body.contract_proofs[0]).toMatchObject({
      status: 'proven',
      role: 'deployer',
    })
    expect((await prove(own, mine, 1, keeper, safe)).body.contract_proofs[1]).toMatchObject({
      role: 'owner',
      wallet_address: getAddress(safe),
    })
    expect((await prove(own, mine, 2, keeper, keeper.address)).body.contract_proofs).toMatchObject([{}, {}, { role: 'admin' }])
    for (const at of [0, 1, 2]) {
      expect(await permit('Guarded', at, own)).toBe(503)
      expect(await permit('Squat', at, other)).toBe('contract_not_proven')
    }
    // A second admin takes nothing from the first; the one who is left does.
    await setAdmin(thief.address, 1)
    expect(await prove(other, squat, 2, thief, thief.address)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(await permit('Guarded', 2, own)).toBe(503)
    await setAdmin(keeper.address, 0)
    expect((await prove(other, squat, 2, thief, thief.address)).status).toBe(200)
    expect([await permit('Guarded', 2, own), await permit('Squat', 2, other)]).toEqual(['contract_not_proven', 503])
    expect((await call('GET', `/v1/protocols/${mine}`, undefined, own)).body.contract_proofs[2].status).toBe('pending')
    const told = await api.services.connection.db.select().from(events).where(eq(events.type, 'protocol.contract_taken'))
    expect(told.map((one) => [one.resource_id, one.object.had_proof]).sort()).toEqual(
      [...[0, 1, 2].map(() => [squat, false]), [mine, true]].sort(),
    )
    // What is taken off the list and put back is proven anew.
    for (const listed of [[], contracts]) await call('PATCH', `/v1/protocols/${mine}`, { contracts: listed }, own)
    expect(await permit('Guarded', 0, own)).toBe('contract_not_proven')
    expect((await prove(own, mine, 1, keeper, safe)).status).toBe(200)
    const faults = async () => (await verifyAudit(api.services)).faults.map(({ audit_id, fault }) => [audit_id, fault])
    expect(await faults()).toEqual([])
    await api.owner.pool.query(`update protocol_policies set proofs = '[]' where id = $1`, [mine])
    expect(await faults()).toEqual([[mine, 'the proof of a protocol’s contracts went without an entry of the log']])
  })
})
