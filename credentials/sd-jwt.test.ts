import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { crossCheck } from './cross-check.ts'
import { deriveKeySet, issuerDid } from './keys.ts'
import type { CredentialRecord } from './record.ts'
import { type HolderKey, issueSdJwt, presentSdJwt, readSdJwt } from './sd-jwt.ts'

const keys = deriveKeySet('a master secret that is long enough for its purpose')
const publicUrl = 'https://sealwright.example'
const NOW = 1_795_000_000
const issuer = { signer: keys.issuer.production, did: issuerDid(publicUrl, 'production'), publicUrl }
const record: CredentialRecord = {
  id: 'cre_x',
  environment: 'production',
  wallet: { family: 'evm', address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' },
  level: 'enhanced',
  issuedAt: NOW - 10,
  expiresAt: NOW + 1000,
  statusList: 1,
  statusIndex: 5,
}
const holder = generateKeyPairSync('ed25519')
const holderKey = holder.publicKey.export({ format: 'jwk' }) as HolderKey
const proof = {
  sign: async (m: Uint8Array) => sign(null, m, holder.privateKey),
  audience: 'https://market.example',
  nonce: 'n-1',
  now: NOW,
}
const read = (text: string, over: { audience?: string; nonce?: string; now?: number } = {}) =>
  readSdJwt(text, issuer.did, publicUrl, [issuer.signer], { audience: proof.audience, nonce: proof.nonce, now: NOW, ...over })

describe('selective disclosure', () => {
  it('shows only what the holder chose', async () => {
    const whole = await issueSdJwt(issuer, record)
    const least = await presentSdJwt(whole, ['basic'])
    const got = read(least)
    expect(got).toMatchObject({
      ok: true,
      shown: { basic: true },
      facts: { level: 'basic', subject: 'did:pkh:eip155:1:0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' },
    })
    expect(Buffer.from(least.split('~').slice(1).join(), 'base64url').toString()).not.toContain('enhanced')
    const all = read(whole)
    expect(all).toMatchObject({ ok: true, shown: { level: 'enhanced', basic: true, enhanced: true, accredited: false } })
    expect(all.ok && crossCheck({ sd: all.facts }, record)).toEqual([])
    expect(read(await presentSdJwt(whole, ['accredited']))).toEqual({ ok: false, reason: 'malformed' }) // "no" vouches for nothing
    expect(read(await presentSdJwt(whole, []))).toEqual({ ok: false, reason: 'malformed' })
  })

  it('gives two issues of one record nothing in common but what is plain', async () => {
    const [a, b] = await Promise.all([issueSdJwt(issuer, record), issueSdJwt(issuer, record)])
    expect(
      a
        .split('~')
        .slice(1, -1)
        .some((one) => b.includes(one)),
    ).toBe(false)
  })

  it('takes no made-up, doubled or foreign disclosure, and no altered text', async () => {
    const whole = await issueSdJwt(issuer, record)
    const other = await issueSdJwt(issuer, { ...record, level: 'accredited' })
    const [jwt, ...disclosures] = whole.split('~').slice(0, -1)
    const forged = Buffer.from(JSON.stringify(['salt', 'accredited', true])).toString('base64url')
    const overwrite = Buffer.from(JSON.stringify(['salt', 'sub', 'x'])).toString('base64url')
    for (const extra of [forged, overwrite, other.split('~')[1]!, disclosures[0]!, '', '!'])
      expect(read(`${[jwt, ...disclosures, extra].join('~')}~`).ok).toBe(false)
    for (let i = 0; i < jwt!.length; i += 11)
      expect(read(whole.slice(0, i) + (whole[i] === 'A' ? 'B' : 'A') + whole.slice(i + 1)).ok).toBe(false)
    expect(readSdJwt(whole, 'did:web:evil.example', publicUrl, [issuer.signer], { now: NOW })).toEqual({
      ok: false,
      reason: 'issuer_not_trusted',
    })
    expect(readSdJwt(whole, issuer.did, publicUrl, [], { now: NOW })).toEqual({ ok: false, reason: 'issuer_not_trusted' })
    expect(read('').ok).toBe(false)
  })
})

describe('bound to a holder key', () => {
  it('holds for one verifier, nonce and moment, with exactly what was shown', async () => {
    const bound = await issueSdJwt(issuer, record, holderKey)
    const presented = await presentSdJwt(bound, ['enhanced'], proof)
    expect(read(presented)).toMatchObject({ ok: true, shown: { enhanced: true }, facts: { level: 'enhanced' } })
    const refused = { ok: false, reason: 'signature_invalid' }
    expect(read(presented, { nonce: 'n-2' })).toEqual(refused)
    expect(read(presented, { audience: 'https://evil.example' })).toEqual(refused)
    expect(read(presented, { now: NOW + 301 })).toEqual(refused)
    expect(readSdJwt(presented, issuer.did, publicUrl, [issuer.signer], { now: NOW })).toEqual(refused)
    expect(read(await presentSdJwt(bound, ['enhanced']))).toEqual(refused) // without the proof
    const stolen = generateKeyPairSync('ed25519')
    expect(read(await presentSdJwt(bound, ['enhanced'], { ...proof, sign: async (m) => sign(null, m, stolen.privateKey) }))).toEqual(
      refused,
    )
    // A proof made for other disclosures does not carry over.
    const more = await presentSdJwt(bound, ['enhanced', 'level'])
    expect(read(more + presented.slice(presented.lastIndexOf('~') + 1))).toEqual(refused)
    expect(read((await issueSdJwt(issuer, record)) + presented.slice(presented.lastIndexOf('~') + 1))).toEqual({
      ok: false,
      reason: 'malformed',
    })
  })
})
