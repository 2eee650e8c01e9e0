import { eq, inArray } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { encodeAbiParameters, getAddress, keccak256, pad, toHex } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { artifact } from '#chains/contracts/artifacts.ts'
import { anvilBinary } from '#chains/evm/anvil.ts'
import { type Fixture, startFixture } from '#chains/evm/anvil-fixture.ts'
import { credentialAsEas } from '#core/identity/credentials/formats.ts'
import { settleCopies } from '#core/identity/credentials/settle-copies.ts'
import { credentialAsVc } from '#core/identity/issuing/signed-forms.ts'
import { credentials, events, wallets } from '#db/schema.ts'
import { startApi } from './harness.ts'

type Hex = `0x${string}`
const CHAIN = 31337
/** Answers keyHasPurpose(key, purpose) from its storage: the least that an identity is. */
const IDENTITY_CODE = '0x60043554602435146000526020' + '6000f3'

let api: Awaited<ReturnType<typeof startApi>>
let key: string
let chain: Fixture | null = null
beforeAll(async () => {
  chain = anvilBinary() ? await startFixture(CHAIN, ['--slots-in-an-epoch', '1']) : null
  api = await startApi(chain ? { EVM_RPC_URLS: `${CHAIN}=${chain.anvil.url}` } : {}, { passports: true })
  key = (await api.makeKey('sandbox')).key
})
afterAll(async () => {
  await api?.stop()
  await chain?.stop()
})

const call = async (method: string, path: string, body?: object) => (await api.call(method, `/v1${path}`, body, key)).body
const post = (path: string, body: object = {}) => call('POST', path, body)
const get = (path: string) => call('GET', path)
const holder = () => privateKeyToAccount(generatePrivateKey())
const verified = async (wallet: PrivateKeyAccount, name: string): Promise<string> => {
  const kyc_data = { full_name: name, date_of_birth: '1984-03-02', country: 'DE' }
  return (await post('/wallets/verify', { wallet_address: wallet.address, kyc_data })).credential.id
}
const challenge = async (wallet: PrivateKeyAccount, about: object = {}) => {
  const { message } = await post('/wallets/challenge', { wallet_address: wallet.address, ...about })
  return { message, signature: await wallet.signMessage({ message }) }
}
const reason = { reason_code: 'looked_at' }

it('E1 no form is given out of a credential that is not in use', async () => {
  const states: [string, (id: string) => Promise<unknown>][] = [
    ['revoked', (id) => post(`/credentials/${id}/revoke`, reason)],
    ['suspended', (id) => post(`/credentials/${id}/suspend`, reason)],
    ['superseded', (id) => post(`/credentials/${id}/supersede`, reason)],
    ['expired', (id) => api.services.connection.db.update(credentials).set({ expires_at: new Date() }).where(eq(credentials.id, id))],
  ]
  const claim = new URLSearchParams({ identity: holder().address, issuer_contract: holder().address, chain_id: String(CHAIN) })
  for (const [state, end] of states) {
    const id = await verified(holder(), `Sweep ${state}`)
    const forms = [`/credentials/${id}/vc`, `/credentials/${id}/sd-jwt`, `/credentials/${id}/eas`, `/credentials/${id}/claim?${claim}`]
    expect((await get(forms[0]!)).credential, state).toBeTruthy()
    await end(id)
    expect(await get(`/credentials/${id}`)).toMatchObject({ state })
    for (const form of forms)
      expect(await get(form), `${state} ${form}`).toMatchObject({ code: 'credential_invalid', detail: expect.stringContaining(state) })
  }
})

it('E1 without a chain nothing is claimed, and its end is unknown there rather than confirmed', async () => {
  const wallet = holder()
  const id = await verified(wallet, 'Una Unwatched')
  const identity = holder().address
  const query = new URLSearchParams({ identity, issuer_contract: identity, chain_id: '137' })
  expect(await get(`/credentials/${id}/claim?${query}`)).toMatchObject({ code: 'chain_not_configured' })
  const signature = await challenge(wallet, { identity, chain_id: 137 })
  expect(signature.message).toContain(`- did:pkh:eip155:137:${identity}`)
  expect(await post(`/credentials/${id}/identities`, { identity, chain_id: 137, signature })).toMatchObject({
    code: 'chain_not_configured',
  })

  expect(await get(`/credentials/${id}`)).toMatchObject({ chain_state: 'none' })
  const { attestation } = await get(`/credentials/${id}/eas`)
  await get(`/credentials/${id}/eas`)
  expect(await get(`/credentials/${id}/chain`)).toMatchObject({ chain_state: 'live', copies: [{ form: 'eas', state: 'live', acts: [] }] })
  expect(await post(`/credentials/${id}/revoke`, reason)).toMatchObject({ state: 'revoked', chain_state: 'unknown' })
  await settleCopies(api.services)
  const { copies, chain_state } = await get(`/credentials/${id}/chain`)
  expect([chain_state, copies]).toEqual(['unknown', [expect.objectContaining({ chain_id: 1, state: 'unknown' })]])
  expect(copies[0].acts).toEqual([
    expect.objectContaining({
      does: 'revoke_offchain',
      signer: 'attester',
      transaction: expect.objectContaining({ from: attestation.signer, data: expect.stringContaining(attestation.sig.uid.slice(2)) }),
    }),
  ])
})

it('E1 in production an attestation needs proof of control, and the VC says which there was', async () => {
  const { db } = api.services.connection
  const asserted = await verified(holder(), 'Asta Asserted')
  const wallet = holder()
  const kyc_data = { full_name: 'Petra Proven', date_of_birth: '1984-03-02', country: 'DE' }
  const proven = await post('/wallets/verify', { wallet_address: wallet.address, kyc_data, signature: await challenge(wallet) })
  const ids = [asserted, proven.credential.id as string]
  const rows = await db.select().from(credentials).where(inArray(credentials.id, ids))
  // The same two as production would have them.
  await db.update(credentials).set({ environment: 'production' }).where(inArray(credentials.id, ids))
  await db
    .update(wallets)
    .set({ environment: 'production' })
    .where(
      inArray(
        wallets.id,
        rows.map((row) => row.wallet_id),
      ),
    )
  const ctx = api.ctx('production')
  const eas = (id: string, chain_id: '1' | '137' = '1') => credentialAsEas({ ctx, input: { id, chain_id } })
  await expect(eas(asserted)).rejects.toMatchObject({ code: 'signature_invalid' })
  expect((await eas(ids[1]!)).attestation.sig).toMatchObject({ message: { recipient: wallet.address } })
  const controls = await Promise.all(
    ids.map(
      async (id) => decodeJwt((await credentialAsVc({ ctx, input: { id } })).credential).credentialSubject as { walletControl: object },
    ),
  )
  expect(controls.map(({ walletControl }) => walletControl)).toEqual([
    { status: 'asserted' },
    { status: 'proven', method: 'eoa', provenAt: expect.stringMatching(/^20/) },
  ])
  // A smart wallet proved itself on one chain; what stands at its address on another may be somebody else's.
  await db.update(wallets).set({ control_method: 'eip1271', control_chain_id: 137 }).where(eq(wallets.address, wallet.address))
  await expect(eas(ids[1]!)).rejects.toMatchObject({ code: 'signer_mismatch' })
  await expect(eas(ids[1]!, '137')).resolves.toMatchObject({ success: true })
})

describe.skipIf(!anvilBinary())('on a chain', () => {
  const identityOf = async (...keys: Hex[]): Promise<Hex> => {
    const at = holder().address
    await chain!.node.setCode({ address: at, bytecode: IDENTITY_CODE as Hex })
    for (const one of keys)
      await chain!.node.setStorageAt({
        address: at,
        index: keccak256(encodeAbiParameters([{ type: 'address' }], [one])) as never,
        value: pad(toHex(1)),
      })
    await chain!.node.mine({ blocks: 3 })
    return at
  }
  const final = () => chain!.node.mine({ blocks: 3 })

  it('E1 a claim is made only for an identity that the wallet signed for and manages, and revoking ends it there', async () => {
    const [admin] = await Promise.all([0].map(chain!.account))
    const attester = api.services.keyring.keys.attester.sandbox.address
    const issuer = await chain!.deploy(admin!, 'StatusClaimIssuer', [admin!.address, attester])
    const [checked, never] = [holder(), holder()]
    const id = await verified(checked, 'Vera Verified')
    const [own, theirs] = [await identityOf(checked.address), await identityOf(never.address)]
    // Whoever owns an identity can add anybody's key to it.
    const lured = await identityOf(never.address, checked.address)
    const claims = (identity: string, issuer_contract: string = issuer) =>
      get(`/credentials/${id}/claim?${new URLSearchParams({ identity, issuer_contract, chain_id: String(CHAIN) })}`)
    const bind = async (identity: string, by = checked, about: object = { identity, chain_id: CHAIN }) =>
      post(`/credentials/${id}/identities`, { identity, chain_id: CHAIN, signature: await challenge(by, about) })

    for (const identity of [own, theirs, lured]) expect(await claims(identity)).toMatchObject({ code: 'credential_bound_elsewhere' })
    expect(await bind(theirs)).toMatchObject({ code: 'credential_bound_elsewhere' })
    expect(await bind(own, never)).toMatchObject({ code: 'signer_mismatch' })
    expect(await bind(own, checked, {})).toMatchObject({ code: 'nonce_expired' })
    expect(await bind(own, checked, { identity: lured, chain_id: CHAIN })).toMatchObject({ code: 'nonce_expired' })
    expect(await bind(own)).toMatchObject({ success: true, identity: own, method: 'eoa' })
    expect(await claims(lured)).toMatchObject({ code: 'credential_bound_elsewhere' })
    expect(await claims(own, holder().address)).toMatchObject({ errors: [{ pointer: '/issuer_contract' }] })
    const [claim] = (await claims(own)).claims
    const valid = () =>
      chain!.node.readContract({
        address: issuer,
        abi: artifact('StatusClaimIssuer').abi,
        functionName: 'isClaimValid',
        args: [own, BigInt(claim.topic), claim.signature, claim.data],
      })
    expect(await valid()).toBe(true)
    expect(await get(`/credentials/${id}`)).toMatchObject({ chain_state: 'live', control: 'proven' })

    // What else is revoked in the same word of bits stays revoked.
    expect(await post(`/credentials/${id}/revoke`, reason)).toMatchObject({ state: 'revoked', chain_state: 'pending' })
    expect(await settleCopies(api.services)).toBe(0)
    const { copies } = await get(`/credentials/${id}/chain`)
    expect(copies).toMatchObject([{ form: 'erc735', state: 'pending', identity: own, acts_unavailable: null }])
    const [act, removal] = copies[0].acts
    expect(act).toMatchObject({
      does: 'set_status',
      ends: true,
      transaction: { from: admin!.address, to: getAddress(issuer), chain_id: CHAIN },
    })
    expect(removal).toMatchObject({ does: 'remove_claim', ends: false, transaction: { from: checked.address, to: own } })
    await chain!.send(admin!, { to: act.transaction.to, data: act.transaction.data })
    expect(await valid()).toBe(false)
    // Sent is not final.
    expect(await settleCopies(api.services)).toBe(0)
    expect(await get(`/credentials/${id}`)).toMatchObject({ chain_state: 'pending' })
    await final()
    expect(await settleCopies(api.services)).toBe(1)
    expect(await get(`/credentials/${id}/chain`)).toMatchObject({ chain_state: 'confirmed', copies: [{ state: 'confirmed', acts: [] }] })
    const told = await api.services.connection.db.select().from(events).where(eq(events.resource_id, id))
    expect(told.find(({ type }) => type === 'credential.revoked')!.object).toMatchObject({ chain_state: 'pending' })
    expect(told.filter(({ type }) => type === 'credential.ended_on_chain').map(({ object }) => object)).toMatchObject([
      { id, state: 'revoked', chain_state: 'confirmed' },
    ])
    expect(await settleCopies(api.services)).toBe(0)

    // An identity is one person's.
    const other = holder()
    const shared = await identityOf(never.address, other.address)
    const bindTo = async (by: PrivateKeyAccount, name: string) =>
      post(`/credentials/${await verified(by, name)}/identities`, {
        identity: shared,
        chain_id: CHAIN,
        signature: await challenge(by, { identity: shared, chain_id: CHAIN }),
      })
    expect(await bindTo(never, 'Nele Never')).toMatchObject({ success: true })
    expect(await bindTo(other, 'Olga Other')).toMatchObject({ code: 'credential_bound_elsewhere' })
  })
})
