import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { type Abi, encodeAbiParameters, encodeDeployData, keccak256 } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anvilBinary } from '#chains/evm/anvil.ts'
import { type Fixture, startFixture } from '#chains/evm/anvil-fixture.ts'
import { settleCopies } from '#core/identity/credentials/settle-copies.ts'
import { topicOf } from '#credentials/claim.ts'
import { LASTING, startApi } from '../api/harness.ts'
import { freePort } from '../product.ts'
import { credoAgent } from './credo.ts'

/** Needs packages of strangers, installed in `npm` beside this file: so it is asked for. */
const asked = process.env.FOREIGN === '1'
type Hex = `0x${string}`
interface Artifact {
  abi: Abi
  bytecode: Hex
}
const foreign = createRequire(join(import.meta.dirname, 'npm', 'package.json'))
const CHAIN = 31337

describe.skipIf(!asked)('credentials read by software of strangers', () => {
  let api: Awaited<ReturnType<typeof startApi>>
  let server: ReturnType<typeof createServer>
  let chain: Fixture
  let key: string
  let url: string
  beforeAll(async () => {
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    if (!anvilBinary()) throw new Error('This test needs anvil.')
    chain = (await startFixture(CHAIN, ['--slots-in-an-epoch', '1']))!
    api = await startApi({ PUBLIC_URL: url, EVM_RPC_URLS: `${CHAIN}=${chain.anvil.url}` })
    server = createServer(LASTING, getRequestListener(api.app.fetch))
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
    key = (await api.makeKey('sandbox')).key
  })
  afterAll(async () => {
    server?.closeAllConnections()
    server?.close()
    await api?.stop()
    await chain?.stop()
  })
  const call = async (method: string, path: string, body?: object) => (await api.call(method, `/v1${path}`, body, key)).body
  const holder = () => privateKeyToAccount(generatePrivateKey())
  const verified = async (wallet: PrivateKeyAccount, full_name: string): Promise<string> => {
    const kyc_data = { full_name, date_of_birth: '1984-03-02', country: 'DE' }
    return (await call('POST', '/wallets/verify', { wallet_address: wallet.address, kyc_data })).credential.id
  }

  // did:web, over plain HTTP as on any machine of one's own.
  const didDocument = async (did: string) => {
    const [, , host, ...path] = did.split(':')
    const answer = await fetch(`http://${decodeURIComponent(host!)}/${path.length ? path.join('/') : '.well-known'}/did.json`)
    return (await answer.json()) as Record<string, unknown>
  }
  /** The same JWT, living a second longer than was signed. */
  const altered = (jwt: string): string => {
    const [head, body, signature] = jwt.split('.')
    const payload = JSON.parse(Buffer.from(body!, 'base64url').toString())
    return [head, Buffer.from(JSON.stringify({ ...payload, exp: payload.exp + 1 })).toString('base64url'), signature].join('.')
  }

  it('E5 did-jwt-vc verifies the VC by its DID document, and jose by the published key set', async () => {
    const jwt = (await call('GET', `/credentials/${await verified(holder(), 'Ada Abroad')}/vc`)).credential
    const { verifyCredential } = foreign('did-jwt-vc')
    const { Resolver } = foreign('did-resolver')
    const web = async (did: string) => ({
      didDocument: await didDocument(did),
      didResolutionMetadata: { contentType: 'application/did+json' },
      didDocumentMetadata: {},
    })
    const resolver = new Resolver({ web })
    // Its own check of the payload knows the data model 1.1 only; key, signature, issuer and times are what it verifies.
    const policies = { policies: { format: false } }
    const read = await verifyCredential(jwt, resolver, policies)
    expect(read).toMatchObject({ verified: true, issuer: expect.stringContaining('did:web:') })
    await expect(verifyCredential(altered(jwt), resolver, policies)).rejects.toThrow()

    const keys = createRemoteJWKSet(new URL(`${url}/sandbox/jwks.json`))
    expect((await jwtVerify(jwt, keys, { typ: 'vc+jwt', algorithms: ['EdDSA'] })).payload.iss).toBe(read.issuer)
    await expect(jwtVerify(jwt, createRemoteJWKSet(new URL(`${url}/.well-known/jwks.json`)))).rejects.toThrow()
  })

  it('E5 Credo verifies the VC of the data model 2.0 and the SD-JWT VC, and refuses both altered', async () => {
    const credo = await import(/* @vite-ignore */ pathToFileURL(foreign.resolve('@credo-ts/core')).href)
    const agent = credoAgent(credo, didDocument)
    const id = await verified(holder(), 'Cora Abroad')
    const jwt: string = (await call('GET', `/credentials/${id}/vc`)).credential
    const { w3cV2Credentials: vcs, sdJwtVc: sdJwts } = agent
    const read = (text: string) => vcs.verifyCredential({ credential: credo.W3cV2JwtVerifiableCredential.fromCompact(text) })
    expect(await read(jwt)).toMatchObject({
      isValid: true,
      validations: { dataModel: { isValid: true }, signature: { isValid: true }, issuerIsSigner: { isValid: true } },
    })
    expect(await read(altered(jwt))).toMatchObject({ isValid: false, validations: { signature: { isValid: false } } })

    const sdJwt: string = (await call('GET', `/credentials/${id}/sd-jwt?alg=EdDSA`)).credential
    expect(await sdJwts.verify({ compactSdJwtVc: sdJwt, requiredClaimKeys: ['basic'] })).toMatchObject({
      isValid: true,
      sdJwtVc: { prettyClaims: { basic: true, enhanced: false } },
    })
    const [signed, ...disclosures] = sdJwt.split('~')
    expect(await sdJwts.verify({ compactSdJwtVc: [altered(signed!), ...disclosures].join('~') })).toMatchObject({ isValid: false })
  })

  it.each(['StatusClaimIssuer', 'ClaimIssuer'])(
    'E1 T-REX with %s: nobody is verified by another’s claim, and no longer after its end',
    async (name) => {
      const trex = foreign('@tokenysolutions/t-rex').contracts as Record<string, Artifact>
      const onchainid = foreign('@onchain-id/solidity').contracts as Record<string, Artifact>
      const accounts = await Promise.all([0, 1, 2].map((n) => chain.account(n + (name === 'ClaimIssuer' ? 10 : 0))))
      const [admin, checked, never] = accounts as [PrivateKeyAccount, PrivateKeyAccount, PrivateKeyAccount]
      const deploy = async ({ abi, bytecode }: Artifact, args: readonly unknown[] = []): Promise<Hex> =>
        (await chain.send(admin, { data: encodeDeployData({ abi, bytecode, args }) })).contractAddress!
      const write = (from: PrivateKeyAccount, to: Hex, of: Artifact, does: string, args: readonly unknown[]) =>
        chain.write(from, to, of.abi, does, args)
      const keyOf = (address: Hex) => keccak256(encodeAbiParameters([{ type: 'address' }], [address]))
      const attester = api.services.keyring.keys.attester.sandbox.address

      const [topics, issuers, storage, registry] = [
        await deploy(trex.ClaimTopicsRegistry!),
        await deploy(trex.TrustedIssuersRegistry!),
        await deploy(trex.IdentityRegistryStorage!),
        await deploy(trex.IdentityRegistry!),
      ]
      await write(admin, topics, trex.ClaimTopicsRegistry!, 'init', [])
      await write(admin, issuers, trex.TrustedIssuersRegistry!, 'init', [])
      await write(admin, storage, trex.IdentityRegistryStorage!, 'init', [])
      await write(admin, registry, trex.IdentityRegistry!, 'init', [issuers, topics, storage])
      await write(admin, storage, trex.IdentityRegistryStorage!, 'bindIdentityRegistry', [registry])
      await write(admin, registry, trex.IdentityRegistry!, 'addAgent', [admin.address])
      const claimIssuer =
        name === 'ClaimIssuer'
          ? await deploy(onchainid.ClaimIssuer!, [admin.address])
          : await chain.deploy(admin, 'StatusClaimIssuer', [admin.address, attester])
      if (name === 'ClaimIssuer') await write(admin, claimIssuer, onchainid.ClaimIssuer!, 'addKey', [keyOf(attester), 3n, 1n])
      const topic = topicOf('basic')
      await write(admin, topics, trex.ClaimTopicsRegistry!, 'addClaimTopic', [topic])
      await write(admin, issuers, trex.TrustedIssuersRegistry!, 'addTrustedIssuer', [claimIssuer, [topic]])
      const [own, lured] = [
        await deploy(onchainid.Identity!, [checked.address, false]),
        await deploy(onchainid.Identity!, [never.address, false]),
      ]
      // Whoever owns an identity can add anybody's key to it.
      await write(never, lured, onchainid.Identity!, 'addKey', [keyOf(checked.address), 1n, 1n])
      await write(admin, registry, trex.IdentityRegistry!, 'registerIdentity', [checked.address, own, 276])
      await write(admin, registry, trex.IdentityRegistry!, 'registerIdentity', [never.address, lured, 276])
      await chain.node.mine({ blocks: 3 })
      const isVerified = () =>
        Promise.all(
          [checked, never].map(({ address }) =>
            chain.node.readContract({ address: registry, abi: trex.IdentityRegistry!.abi, functionName: 'isVerified', args: [address] }),
          ),
        )
      expect(await isVerified()).toEqual([false, false])

      const id = await verified(checked, `Vera of ${name}`)
      const claimsFor = (identity: Hex) =>
        call('GET', `/credentials/${id}/claim?${new URLSearchParams({ identity, issuer_contract: claimIssuer, chain_id: String(CHAIN) })}`)
      const bind = async (identity: Hex, by: PrivateKeyAccount) => {
        const { message } = await call('POST', '/wallets/challenge', { wallet_address: by.address, identity, chain_id: CHAIN })
        const signature = { message, signature: await by.signMessage({ message }) }
        return call('POST', `/credentials/${id}/identities`, { identity, chain_id: CHAIN, signature })
      }
      expect(await claimsFor(lured)).toMatchObject({ code: 'credential_bound_elsewhere' })
      expect(await bind(lured, never)).toMatchObject({ code: 'signer_mismatch' })
      expect(await bind(own, checked)).toMatchObject({ success: true })
      const { claims } = await claimsFor(own)
      const add = (by: PrivateKeyAccount, identity: Hex) =>
        write(by, identity, onchainid.Identity!, 'addClaim', [topic, 1n, claimIssuer, claims[0].signature, claims[0].data, ''])
      await add(checked, own)
      await expect(add(never, lured)).rejects.toThrow()
      expect(await isVerified()).toEqual([true, false])

      expect(await call('POST', `/credentials/${id}/revoke`, { reason_code: 'looked_at' })).toMatchObject({ chain_state: 'pending' })
      expect(await claimsFor(own)).toMatchObject({ code: 'credential_invalid' })
      const { copies } = await call('GET', `/credentials/${id}/chain`)
      const signers: Record<string, PrivateKeyAccount> = { issuer_admin: admin, issuer_manager: admin, identity_manager: checked }
      for (const act of copies[0].acts) await chain.send(signers[act.signer]!, { to: act.transaction.to, data: act.transaction.data })
      expect(await isVerified()).toEqual([false, false])
      // A removed claim is not added again: the claim issuer itself takes it back.
      await expect(add(checked, own)).rejects.toThrow()
      await chain.node.mine({ blocks: 3 })
      expect(await settleCopies(api.services)).toBe(1)
      expect(await call('GET', `/credentials/${id}`)).toMatchObject({ state: 'revoked', chain_state: 'confirmed' })
    },
  )
})
