import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { type AddressInfo, createServer } from 'node:net'
import { base58 } from '@scure/base'
import { CompactSign } from 'jose'
import { encodeAbiParameters, getAddress, parseAbi, parseAbiParameters, zeroHash } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anvilBinary } from '#chains/evm/anvil.ts'
import { type Fixture, startFixture } from '#chains/evm/anvil-fixture.ts'
import { encodeBits, statusBits } from '#credentials/status-list.ts'
import { egress, type Fetch } from '#egress/gate.ts'
import { answers, claimIdOf, finalise, keyOfAddress } from '#tests/identity/answering-contract.ts'
import { startProduction, type Tenant } from '#tests/reach/production.ts'
import { signingKey } from './did.ts'
import { askHolderToSign, presentInSession } from './in-session.ts'
import { presentForeignCredential, takeForeignCredential } from './present.ts'

type Hex = `0x${string}`
const CHAIN = 31337
const PATH = '/identity/foreign-credentials'
const note = 'Published by the issuer itself.'

let chain: Fixture | null = null
let installation: Awaited<ReturnType<typeof startProduction>>
beforeAll(async () => {
  chain = anvilBinary() ? await startFixture(CHAIN, ['--slots-in-an-epoch', '1']) : null
  installation = await startProduction(chain ? { EVM_RPC_URLS: `${CHAIN}=${chain.anvil.url}` } : {})
})
afterAll(async () => {
  await installation?.stop()
  await chain?.stop()
})

/** Lets an issuer in, by two people. */
async function trust(of: Tenant, issuer: object): Promise<string> {
  const { id, second_person } = await of.post('/identity/trusted-issuers', { name: 'Another issuer', level: 'basic', note, ...issuer })
  await installation.settle(second_person.case_id, 'release')
  return id
}
let people = 0
/** A wallet of somebody who said who they are. */
async function holder(of: Tenant, country = 'US') {
  const one = installation.holder(500 + ++people)
  const kyc_data = { full_name: `Fanny Foreign${'abcdefghijklmnopqrst'[people]}`, date_of_birth: '1985-04-02', country }
  await of.post('/wallets/verify', { wallet_address: one.address, kyc_data })
  return { ...one, kyc_data }
}
const codeOf = async (answer: Promise<{ body: { code?: string } | null }>) => (await answer).body?.code ?? 'accepted'

describe.skipIf(!anvilBinary())('on a chain', () => {
  const EAS = parseAbi([
    'struct Attestation { bytes32 uid; bytes32 schema; uint64 time; uint64 expirationTime; uint64 revocationTime; bytes32 refUID; address recipient; address attester; bool revocable; bytes data; }',
    'function getAttestation(bytes32 uid) view returns (Attestation)',
  ])
  const contract = getAddress(`0x${'ea'.repeat(20)}`)
  const attester = getAddress(`0x${'a7'.repeat(20)}`)
  const [account, country] = [`0x${'01'.repeat(32)}`, `0x${'02'.repeat(32)}`] as Hex[]
  const now = Math.floor(Date.now() / 1_000)
  let n = 0
  const attest = async (recipient: string, more: object = {}, final = true): Promise<Hex> => {
    const uid: Hex = `0x${(++n).toString(16).padStart(64, '0')}`
    const attestation = {
      ...{ uid, schema: account, time: BigInt(now), expirationTime: 0n, revocationTime: 0n, refUID: zeroHash, recipient, attester },
      ...{ revocable: true, data: encodeAbiParameters(parseAbiParameters('bool verifiedAccount'), [true]), ...more },
    }
    await answers(chain!, contract, EAS, 'getAttestation', [uid], attestation)
    if (final) await finalise(chain!)
    return uid
  }
  const issuer = {
    ...{ kind: 'eas', chain_id: CHAIN, identifier: attester, contract },
    claims: {
      [account!]: { abi: 'bool verifiedAccount', fields: { verifiedAccount: 'verified' } },
      [country!]: { abi: 'string verifiedCountry', fields: { verifiedCountry: 'country' } },
    },
  }
  const inCountry = (code: string) => ({ schema: country, data: encodeAbiParameters(parseAbiParameters('string verifiedCountry'), [code]) })

  test('an attestation is evidence of what it says, basic at most, of the wallet that proved itself', async () => {
    const of = await installation.tenant('eas')
    const { address, prove } = await holder(of)
    const uids = [await attest(address), await attest(address, inCountry('US'))]
    const ask = { wallet_address: address, kind: 'eas', chain_id: CHAIN, uids }
    expect(await codeOf(of.call('POST', PATH, ask))).toBe('control_not_proven')
    const signature = await prove(of)
    expect(await codeOf(of.call('POST', PATH, { ...ask, signature }))).toBe('issuer_not_trusted')
    const id = await trust(of, issuer)
    const kept = await of.post(PATH, { ...ask, signature: await prove(of) })
    expect(kept).toMatchObject({
      ...{ method: 'foreign_credential', level: 'basic', state: 'valid', covers: ['country', 'verified'], voucher: { kind: 'issuer', id } },
      proof: { form: 'eas', chain_id: CHAIN, attester, uids },
    })
    expect(Date.parse(kept.expires_at) - Date.now()).toBeLessThanOrEqual(30 * 86_400_000)
    // Proven once, it needs no signature; the same thing of one day is kept once.
    expect((await of.post(PATH, ask)).id).toBe(kept.id)
    await of.post(`/identity/trusted-issuers/${id}/end`, { reason_code: 'not_wanted' })
    expect(await of.get(`/identity/evidence/${kept.id}`)).toMatchObject({ state: 'withdrawn' })
    expect(await codeOf(of.call('POST', PATH, ask))).toBe('issuer_not_trusted')
  })

  test('each attestation that does not hold is refused with its own word', async () => {
    const of = await installation.tenant('eas-refused')
    await trust(of, issuer)
    const { address, prove } = await holder(of)
    const present = async (...uids: Hex[]) =>
      codeOf(of.call('POST', PATH, { wallet_address: address, kind: 'eas', chain_id: CHAIN, uids, signature: await prove(of) }))
    const other = getAddress(`0x${'b8'.repeat(20)}`)
    expect(await present(await attest(address, { revocationTime: BigInt(now) }))).toBe('credential_revoked')
    expect(await present(await attest(address, { expirationTime: BigInt(now - 1) }))).toBe('credential_expired')
    expect(await present(await attest(other))).toBe('credential_of_another')
    expect(await present(await attest(address, { attester: other }))).toBe('issuer_not_trusted')
    expect(await present(`0x${'ff'.repeat(32)}`)).toBe('credential_invalid')
    expect(await present(await attest(address, { schema: `0x${'03'.repeat(32)}` }))).toBe('credential_says_too_little')
    expect(await present(await attest(address, inCountry('US')))).toBe('credential_says_too_little')
    const not = encodeAbiParameters(parseAbiParameters('bool verifiedAccount'), [false])
    expect(await present(await attest(address, { data: not }))).toBe('credential_says_too_little')
    expect(await present(await attest(address, { data: '0x' }))).toBe('credential_invalid')
    expect(await present(await attest(address, inCountry('US')), await attest(address, inCountry('DE')))).toBe('credential_invalid')
    // Not final yet, it is not there.
    const late = await attest(address, {}, false)
    expect(await present(late)).toBe('credential_invalid')
    await finalise(chain!)
    expect(await present(late)).toBe('accepted')
    const elsewhere = { wallet_address: address, kind: 'eas', chain_id: 8453, uids: [late] }
    expect(await codeOf(of.call('POST', PATH, elsewhere))).toBe('issuer_not_trusted')
    await trust(of, { ...issuer, chain_id: 8453 })
    expect(await codeOf(of.call('POST', PATH, elsewhere))).toBe('chain_not_configured')
  })

  test('an attestation of another country than was said counts for nothing until somebody looked', async () => {
    const of = await installation.tenant('eas-elsewhere')
    await trust(of, issuer)
    const { address, prove } = await holder(of, 'US')
    const uids = [await attest(address), await attest(address, inCountry('DE'))]
    const kept = await of.post(PATH, { wallet_address: address, kind: 'eas', chain_id: CHAIN, uids, signature: await prove(of) })
    expect(kept).toMatchObject({ state: 'conflicting', reason_code: 'data_conflict' })
    const nobody = installation.holder(700)
    const asked = { wallet_address: nobody.address, kind: 'eas', chain_id: CHAIN, uids: [await attest(nobody.address)] }
    expect(await codeOf(of.call('POST', PATH, { ...asked, signature: await nobody.prove(of) }))).toBe('kyc_data_required')
  })

  test('a claim counts on the identity that the wallet manages, while its issuer says that it is valid', async () => {
    const of = await installation.tenant('onchainid')
    const ERC = parseAbi([
      'function keyHasPurpose(bytes32 key, uint256 purpose) view returns (bool)',
      'function getClaim(bytes32 claimId) view returns (uint256 topic, uint256 scheme, address issuer, bytes signature, bytes data, string uri)',
      'function isClaimValid(address identity, uint256 topic, bytes signature, bytes data) view returns (bool)',
      'function isClaimRevoked(bytes signature) view returns (bool)',
    ])
    const [identity, claimIssuer] = ['1d', 'c1'].map((byte) => getAddress(`0x${byte.repeat(20)}`)) as [Hex, Hex]
    await trust(of, { kind: 'onchainid', chain_id: CHAIN, identifier: claimIssuer, claims: { 7: { says: ['verified'] } } })
    const { address, prove } = await holder(of)
    const present = async (topics = ['7']) =>
      of.call('POST', PATH, { wallet_address: address, kind: 'onchainid', chain_id: CHAIN, identity, topics, signature: await prove(of) })
    const says = async (valid: boolean, revoked: boolean) => {
      await answers(chain!, claimIssuer, ERC, 'isClaimValid', [identity, 7n, '0x1234', '0x'], valid)
      await answers(chain!, claimIssuer, ERC, 'isClaimRevoked', ['0x1234'], revoked)
      await finalise(chain!)
    }
    expect(await codeOf(present())).toBe('credential_of_another')
    await answers(chain!, identity, ERC, 'keyHasPurpose', [keyOfAddress(address as Hex), 1n], true)
    await finalise(chain!)
    expect(await codeOf(present())).toBe('issuer_not_trusted')
    await answers(chain!, identity, ERC, 'getClaim', [claimIdOf(claimIssuer, 7n)], [7n, 1n, claimIssuer, '0x1234', '0x', ''])
    await says(false, false)
    expect(await codeOf(present())).toBe('credential_invalid')
    await says(false, true)
    expect(await codeOf(present())).toBe('credential_revoked')
    await says(true, false)
    expect(await codeOf(present(['8']))).toBe('issuer_not_trusted')
    expect((await present()).body).toMatchObject({
      state: 'valid',
      level: 'basic',
      covers: ['verified'],
      proof: { form: 'erc735', identity },
    })
  })
})

describe('verifiable credentials', () => {
  const pair = () => {
    const keys = generateKeyPairSync('ed25519')
    const raw = Buffer.from(keys.publicKey.export({ format: 'jwk' }).x!, 'base64url')
    return { ...keys, did: `did:key:z${base58.encode(Buffer.concat([Buffer.from([0xed, 1]), raw]))}` }
  }
  const sign = (payload: object, key: KeyObject, kid: string, typ = 'vc+jwt') =>
    new CompactSign(Buffer.from(JSON.stringify(payload))).setProtectedHeader({ alg: 'EdDSA', typ, kid }).sign(key)
  const claims = {
    IdentityCredential: {
      fields: { givenName: 'given_name', familyName: 'family_name', birthDate: 'date_of_birth', 'address.country': 'country' },
    },
  }
  const subjectOf = (address: string, family = 'Foreign') => ({
    ...{ id: `did:pkh:eip155:1:${address}`, givenName: 'Vera', familyName: family },
    ...{ birthDate: '1985-04-02', address: { country: 'DE' } },
  })
  const vc = (issuer: string, credentialSubject: object, more: object = {}) => ({
    ...{ '@context': ['https://www.w3.org/ns/credentials/v2'], type: ['VerifiableCredential', 'IdentityCredential'], issuer },
    ...{ validFrom: '2026-01-01T00:00:00Z', credentialSubject, ...more },
  })
  const later = new Date(Date.now() + 86_400_000).toISOString()

  test('a credential that names its holder is as much proof as its issuer is trusted for, and makes the person of the wallet', async () => {
    const of = await installation.tenant('vc')
    const { did, privateKey } = pair()
    await trust(of, { kind: 'did', identifier: did, level: 'enhanced', ial: 'IAL2', claims })
    const one = installation.holder(600)
    const credential = await sign(vc(did, subjectOf(one.address), { validUntil: later }), privateKey, `${did}#key`)
    const ask = async (text: string, of_ = one) =>
      of.call('POST', PATH, { wallet_address: of_.address, kind: 'vc', credential: text, signature: await of_.prove(of) })
    const kept = (await ask(credential)).body
    expect(kept).toMatchObject({
      ...{ level: 'enhanced', ial: 'IAL2', state: 'valid', covers: ['country', 'date_of_birth', 'full_name'] },
      ...{ expires_at: later, proof: { form: 'vc', issuer: did, algorithm: 'EdDSA', status: 0 } },
    })
    expect(JSON.stringify(kept)).not.toContain('Vera')
    const stranger = pair()
    const wrong: [string, string][] = [
      ['credential_of_another', await sign(vc(did, subjectOf(installation.holder(601).address)), privateKey, did)],
      ['credential_expired', await sign(vc(did, subjectOf(one.address), { validUntil: '2026-02-01T00:00:00Z' }), privateKey, did)],
      ['credential_expired', await sign({ ...vc(did, subjectOf(one.address)), exp: 1_700_000_000 }, privateKey, did)],
      ['credential_expired', await sign(vc(did, subjectOf(one.address), { validUntil: 'soon' }), privateKey, did)],
      ['credential_invalid', await sign(vc(did, subjectOf(one.address), { validFrom: later }), privateKey, did)],
      ['credential_invalid', await sign(vc(did, subjectOf(one.address)), stranger.privateKey, did)],
      ['credential_invalid', await sign(vc(did, subjectOf(one.address)), privateKey, `${stranger.did}#key`)],
      ['credential_invalid', await sign(vc(did, subjectOf(one.address)), privateKey, did, 'at+jwt')],
      ['credential_invalid', await sign({ ...vc(did, subjectOf(one.address)), iss: stranger.did }, privateKey, did)],
      ['credential_invalid', await sign(vc(did, { ...subjectOf(one.address), id: 'mailto:a@b.example' }), privateKey, did)],
      ['credential_invalid', `${credential.split('.').slice(0, 2).join('.')}.`],
      ['credential_invalid', 'not-a-credential'],
      ['issuer_not_trusted', await sign(vc(stranger.did, subjectOf(one.address)), stranger.privateKey, stranger.did)],
      [
        'credential_says_too_little',
        await sign(vc(did, subjectOf(one.address), { type: ['VerifiableCredential', 'Other'] }), privateKey, did),
      ],
      ['credential_says_too_little', await sign(vc(did, { id: subjectOf(one.address).id, givenName: 'Vera' }), privateKey, did)],
      [
        'credential_status_unavailable',
        await sign(
          vc(did, subjectOf(one.address), { credentialStatus: { type: 'OfMyOwn', statusPurpose: 'revocation' } }),
          privateKey,
          did,
        ),
      ],
    ]
    for (const [i, [code, text]] of wrong.entries()) expect(await codeOf(ask(text)), `${i} ${code}`).toBe(code)
    // Of somebody else it is kept, and counts for nothing.
    const changed = await sign(vc(did, subjectOf(one.address, 'Different')), privateKey, did)
    expect((await ask(changed)).body).toMatchObject({ state: 'conflicting' })
  })

  test('in a session it ends the session at the level that was asked, for the wallet of the session alone', async () => {
    const of = await installation.tenant('vc-session')
    const { did, privateKey } = pair()
    await trust(of, { kind: 'did', identifier: did, level: 'enhanced', claims })
    const { address, prove } = installation.holder(630)
    const session = await of.post('/identity/sessions', { wallet_address: address, methods: ['foreign_credential'] })
    const credential = await sign(vc(did, subjectOf(address)), privateKey, did)
    const ask = async (more: object) => of.call('POST', PATH, { kind: 'vc', credential, signature: await prove(of), ...more })
    expect(await codeOf(ask({ wallet_address: `0x${'ab'.repeat(20)}`, session_id: session.id }))).toBe('credential_of_another')
    const only = await of.post('/identity/sessions', { wallet_address: address, methods: ['passport_chip'] })
    expect(await codeOf(ask({ wallet_address: address, session_id: only.id }))).toBe('invalid_transition')
    const kept = (await ask({ wallet_address: address, session_id: session.id })).body
    expect(kept).toMatchObject({ state: 'valid', level: 'enhanced', session_id: session.id })
    expect(await of.get(`/identity/sessions/${session.id}`)).toMatchObject({ status: 'verified', evidence_id: kept.id })
    expect(await codeOf(ask({ wallet_address: address, session_id: session.id }))).toBe('invalid_transition')

    // The holder alone, by the secret of the page.
    const second = privateKeyToAccount(generatePrivateKey())
    const page = await of.post('/identity/sessions', { wallet_address: second.address })
    const token = page.url.split('/verify/')[1]
    const nobody = { ...of.ctx, actor: { type: 'anonymous' as const, id: 'anonymous' as const } }
    const own = await sign(vc(did, subjectOf(second.address, 'Second')), privateKey, did)
    const { message } = await askHolderToSign({ ctx: nobody, input: { token } })
    const signature = { message, signature: await second.signMessage({ message }) }
    expect(await presentInSession({ ctx: nobody, input: { token, kind: 'vc', credential: own, signature } })).toEqual({
      status: 'verified',
    })
    await expect(askHolderToSign({ ctx: nobody, input: { token: `${token}x` } })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('one that is bound to a key needs that key to sign for the wallet, now', async () => {
    const of = await installation.tenant('vc-bound')
    const { did, privateKey } = pair()
    await trust(of, { kind: 'did', identifier: did, claims })
    const key = pair()
    const { address, prove } = installation.holder(610)
    const credential = await sign(vc(did, { ...subjectOf(address), id: key.did }), privateKey, did)
    const aud = installation.api.services.config.publicUrl
    const sha256 = createHash('sha256').update(credential).digest('hex')
    const iat = Math.floor(Date.now() / 1_000)
    const present = async (holder_proof?: string) =>
      codeOf(of.call('POST', PATH, { wallet_address: address, kind: 'vc', credential, holder_proof, signature: await prove(of) }))
    const proof = (more: object = {}, by = key) => sign({ aud, sub: address, sha256, iat, ...more }, by.privateKey, by.did, 'JWT')
    expect(await present()).toBe('credential_of_another')
    for (const wrong of [{ aud: 'https://elsewhere.example' }, { sub: aud }, { sha256: 'aa' }, { iat: iat - 700 }, { iat: iat + 700 }])
      expect(await present(await proof(wrong)), JSON.stringify(wrong)).toBe('credential_of_another')
    expect(await present(await proof({}, pair()))).toBe('credential_of_another')
    expect(await present('nothing')).toBe('credential_of_another')
    expect(await present(await proof())).toBe('accepted')
  })

  test('an issuer named by its domain is known by its document, and its status list decides', async () => {
    const of = await installation.tenant('vc-web')
    const did = 'did:web:issuer.example:people'
    await trust(of, { kind: 'did', identifier: did, claims })
    const key = pair()
    const list = 'https://issuer.example/status/1'
    const answersOf = new Map<string, string>()
    const ask: Fetch = async (address) => {
      const text = answersOf.get(String(address))
      return new Response(text ?? 'nothing', { status: text === undefined ? 404 : 200 })
    }
    const one = installation.holder(620)
    const status = (type: string, statusListIndex: string) => ({
      credentialStatus: { type, statusPurpose: 'revocation', statusListIndex, statusListCredential: list },
    })
    const present = async (more: object = {}) => {
      const credential = await sign(vc(did, subjectOf(one.address), more), key.privateKey, `${did}#1`)
      const input = { wallet_address: one.address, kind: 'vc' as const, credential, signature: await one.prove(of) }
      const read = presentForeignCredential.input.parse(input)
      return takeForeignCredential({ ctx: of.ctx, input: read }, ask).then(
        ({ state }) => state,
        (error: { code?: string }) => error.code ?? String(error),
      )
    }
    const document = (more: object = {}) => ({
      ...{ id: did, assertionMethod: ['#1'] },
      verificationMethod: [{ id: `${did}#1`, type: 'JsonWebKey', controller: did, publicKeyJwk: key.publicKey.export({ format: 'jwk' }) }],
      ...more,
    })
    const publish = (value: object) => answersOf.set('https://issuer.example/people/did.json', JSON.stringify(value))
    expect(await present()).toBe('issuer_unreachable')
    publish(document({ id: 'did:web:other.example' }))
    expect(await present()).toBe('issuer_unreachable')
    publish(document({ assertionMethod: [] }))
    expect(await present()).toBe('credential_invalid')
    publish(document())
    expect(await present()).toBe('valid')

    const listOf = (set: number[], more: object = {}, by = key) =>
      sign(
        {
          ...{ issuer: did, type: ['VerifiableCredential', 'BitstringStatusListCredential'], validUntil: later },
          credentialSubject: { type: 'BitstringStatusList', statusPurpose: 'revocation', encodedList: encodeBits(statusBits(set)) },
          ...more,
        },
        by.privateKey,
        `${did}#1`,
      )
    expect(await present(status('BitstringStatusListEntry', '7'))).toBe('credential_status_unavailable')
    answersOf.set(list, await listOf([7]))
    expect(await present(status('BitstringStatusListEntry', '7'))).toBe('credential_revoked')
    expect(await present(status('StatusList2021Entry', '8'))).toBe('valid')
    expect(await present(status('BitstringStatusListEntry', '99999999'))).toBe('credential_status_unavailable')
    for (const [what, jwt] of Object.entries({
      'run out': await listOf([], { validUntil: '2026-01-01T00:00:00Z' }),
      'of another issuer': await listOf([], { issuer: 'did:web:other.example' }),
      'signed by another': await listOf([], {}, pair()),
      'for something else': await listOf([], { credentialSubject: { statusPurpose: 'message', encodedList: encodeBits(statusBits([])) } }),
    })) {
      answersOf.set(list, jwt)
      expect(await present(status('BitstringStatusListEntry', '8')), what).toBe('credential_status_unavailable')
    }
  })
})

test('a did:web document is asked for in the open alone, and one that is hostile is no key', async () => {
  const code = (work: Promise<unknown>) =>
    work.then(
      () => 'a key',
      (error: { code?: string }) => error.code ?? String(error),
    )
  let reached = 0
  const inside = createServer((socket) => {
    reached++
    socket.destroy()
  })
  await new Promise<void>((done) => inside.listen(0, '127.0.0.1', done))
  const { port } = inside.address() as AddressInfo
  const hosts = ['127.0.0.1', 'localhost', 'a.localhost', '2130706433', '0x7f.1', '127.1', '%5B%3A%3Affff%3A127.0.0.1%5D', '0.0.0.0']
  const dids = hosts.map((host) => `did:web:${host}%3A${port}`)
  for (const did of [...dids, 'did:web:169.254.169.254', `did:web:a%40127.0.0.1%3A${port}`, 'did:web:', 'did:web:%zz', 'did:web:%2F%2F'])
    expect(await code(signingKey(did, undefined, egress.fetch('did'))), did).toBe('issuer_unreachable')
  expect(reached).toBe(0)
  inside.close()

  const did = 'did:web:issuer.example'
  const key = { id: '#1', publicKeyJwk: { kty: 'RSA', n: 'AQAB', e: 'AQAB' } }
  const bodies = [
    ...['', '<html>', 'null', '5', '[]', '"x"', '{"id":5}', '['.repeat(100_000)],
    ...[
      5,
      'x',
      {},
      [null],
      [5],
      [[]],
      [key],
      [{ id: {} }],
      [{ ...key, publicKeyJwk: null }],
      [{ ...key, publicKeyJwk: { kty: 'EC', crv: 'P-256', x: 5 } }],
    ].map((assertionMethod) => JSON.stringify({ id: did, assertionMethod, verificationMethod: assertionMethod })),
    ...['z', 'z0OIl', 'u', `z${'1'.repeat(50_000)}`, ''].map((publicKeyMultibase) =>
      JSON.stringify({ id: did, assertionMethod: [{ id: '#1', publicKeyMultibase }] }),
    ),
  ]
  for (const body of bodies)
    expect(await code(signingKey(did, undefined, async () => new Response(body))), body.slice(0, 80)).toMatch(
      /^(issuer_unreachable|credential_invalid)$/,
    )
})
