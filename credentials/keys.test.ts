import { createHmac, verify } from 'node:crypto'
import { verifyTypedData } from 'viem'
import { describe, expect, it } from 'vitest'
import {
  deriveAttester,
  deriveKey,
  deriveKeySet,
  deriveSigner,
  didDocument,
  didDocumentUrl,
  ed25519PublicKey,
  issuerDid,
  issuerJwks,
  keyedHash,
  publicJwk,
  signWebhook,
  webhookKeys,
} from './keys.ts'

const SECRET = 'a master secret that is long enough for its purpose'

describe('derivation', () => {
  it('is RFC 5869', () => {
    const prk = createHmac('sha256', 'sealwright/keys/1').update(SECRET).digest()
    expect(deriveKey(SECRET, 'x')).toEqual(createHmac('sha256', prk).update(Buffer.from('x\u0001')).digest())
  })

  it('gives each purpose, environment and kind of key its own bytes, and the same ones again', () => {
    const set = deriveKeySet(SECRET)
    const all = [set.issuer.sandbox, set.issuer.production, set.webhook.sandbox, set.webhook.production, set.log].map((s) =>
      Buffer.from(s.publicKey).toString('hex'),
    )
    const rest = [set.attester.sandbox.address, set.attester.production.address, set.sealing.toString('hex'), set.pepper.toString('hex')]
    expect(new Set([...all, ...rest]).size).toBe(9)
    expect(deriveKeySet(SECRET).log.publicKey).toEqual(set.log.publicKey)
    expect(deriveKeySet(`${SECRET}.`).log.publicKey).not.toEqual(set.log.publicKey)
  })

  it('refuses a weak secret', () => expect(() => deriveKeySet('short')).toThrow(RangeError))

  it('signs so that others can verify', async () => {
    const signer = deriveSigner(SECRET, 'test')
    const message = Buffer.from('hello')
    expect(verify(null, message, ed25519PublicKey(signer.publicKey), await signer.sign(message))).toBe(true)
    const attester = deriveAttester(SECRET, 'test')
    const data = {
      domain: { name: 'T', chainId: 1 },
      types: { T: [{ name: 'a', type: 'uint8' }] },
      primaryType: 'T',
      message: { a: 1 },
    } as const
    expect(await verifyTypedData({ ...data, address: attester.address, signature: await attester.signTypedData(data) })).toBe(true)
    expect(signer.kid).toMatch(/^test-[0-9a-f]{12}$/)
    expect(keyedHash(Buffer.from('k'), 'v')).toBe(createHmac('sha256', 'k').update('v').digest('hex'))
  })
})

describe('what is published', () => {
  it('names issuers by did:web and finds their documents', () => {
    expect(issuerDid('https://sealwright.example', 'production')).toBe('did:web:sealwright.example')
    expect(issuerDid('http://localhost:3000/', 'sandbox')).toBe('did:web:localhost%3A3000:sandbox')
    expect(didDocumentUrl('did:web:sealwright.example')).toBe('https://sealwright.example/.well-known/did.json')
    expect(didDocumentUrl('did:web:localhost%3A3000:sandbox')).toBe('http://localhost:3000/sandbox/did.json')
    expect(didDocumentUrl('did:key:z6Mk')).toBeNull()
  })

  it('lists keys in the DID document, never private parts', () => {
    const set = deriveKeySet(SECRET)
    const document = didDocument('did:web:x.example', [set.issuer.production], [set.attester.production])
    const methods = document.verificationMethod as Record<string, unknown>[]
    expect(methods.map((m) => m.id)).toEqual([
      `did:web:x.example#${set.issuer.production.kid}`,
      `did:web:x.example#${set.attester.production.kid}`,
    ])
    // One name everywhere: the DID URL is the method's id, the JWK's kid and the header's kid.
    const kid = `did:web:x.example#${set.issuer.production.kid}`
    expect(methods[0]).toMatchObject({ id: kid, type: 'JsonWebKey2020', publicKeyJwk: { ...publicJwk(set.issuer.production), kid } })
    expect(issuerJwks('did:web:x.example', [set.issuer.production]).keys).toEqual([methods[0]!.publicKeyJwk])
    expect(methods[1]!.blockchainAccountId).toBe(`eip155:1:${set.attester.production.address}`)
    expect(JSON.stringify(document)).not.toMatch(/"d":/)
  })

  it('signs webhooks as Standard Webhooks do', async () => {
    const signer = deriveKeySet(SECRET).webhook.sandbox
    const header = await signWebhook(signer, 'evt_1', 1_700_000_000, '{"a":1}')
    const [key] = webhookKeys([{ signer, environment: 'sandbox' }]).keys
    const raw = Buffer.from(key!.whpk.slice('whpk_'.length), 'base64')
    expect(verify(null, Buffer.from('evt_1.1700000000.{"a":1}'), ed25519PublicKey(raw), Buffer.from(header.slice(4), 'base64'))).toBe(true)
  })
})
