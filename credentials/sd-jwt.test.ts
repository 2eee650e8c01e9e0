import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { crossCheck } from './cross-check.ts'
import { type HolderKey, holderKeyOfDid, readHolderKey } from './holder-key.ts'
import { deriveKeySet, issuerDid } from './keys.ts'
import type { CredentialRecord } from './record.ts'
import { ageTiers, issueSdJwt, presentSdJwt, readSdJwt, typeMetadata } from './sd-jwt.ts'

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
const holderKey = holder.publicKey.export({ format: 'jwk' }) as unknown as HolderKey
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

  it('says of somebody accredited only how far their identity was proven', async () => {
    const accredited = { ...record, level: 'accredited' as const }
    const shown = async (identity?: 'basic' | 'enhanced') => read(await issueSdJwt(issuer, accredited, identity && { identity }))
    for (const [identity, enhanced] of [
      [undefined, false],
      ['basic', false],
      ['enhanced', true],
    ] as const)
      expect(await shown(identity)).toMatchObject({ ok: true, shown: { level: 'accredited', basic: true, enhanced, accredited: true } })
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

describe('what was established', () => {
  const claims = {
    ...ageTiers('2006-03-01', '2024-02-29'),
    resident_country: 'FR',
    nationality: 'DE',
    eidas_loa: 'high',
    birthdate: '2006-03-01',
  }

  it('is each disclosable alone, and named by the type', async () => {
    const whole = await issueSdJwt(issuer, { ...record, control: { method: 'siwe', provenAt: NOW - 20 } }, { claims })
    const shown = (names: string[]) => presentSdJwt(whole, ['basic', ...names]).then((text) => read(text))
    for (const [name, value] of Object.entries(claims))
      expect(await shown([name])).toMatchObject({ ok: true, shown: { basic: true, [name]: value } })
    const control = await shown(['wallet_control'])
    expect(control.ok && control.shown).toEqual({ basic: true, wallet_control: { status: 'proven', method: 'siwe', proven_at: NOW - 20 } })
    const plain = Buffer.from(whole.split('.')[1]!, 'base64url').toString()
    for (const name of [...Object.keys(claims), 'siwe']) expect(plain).not.toContain(`"${name}"`)
    const described = (typeMetadata(publicUrl).claims as { path: string[]; sd: string }[]).filter(({ sd }) => sd === 'always')
    expect(described.map(({ path }) => path[0])).toEqual(expect.arrayContaining(Object.keys(claims)))
  })

  it('counts years by the calendar', () => {
    expect(ageTiers('2006-03-01', '2024-02-29')).toEqual({ age_over_13: true, age_over_16: true, age_over_18: false, age_over_21: false })
    expect(ageTiers('2006-03-01', '2024-03-01').age_over_18).toBe(true)
    expect([ageTiers('2004-02-29', '2022-02-28').age_over_18, ageTiers('2004-02-29', '2022-03-01').age_over_18]).toEqual([false, true])
  })

  it('has its state where this issuer publishes it, and nowhere else', async () => {
    const payload = JSON.parse(Buffer.from((await issueSdJwt(issuer, record)).split('.')[1]!, 'base64url').toString())
    expect(payload.status).toEqual({ status_list: { idx: 5, uri: 'https://sealwright.example/credentials/status/1/token' } })
    const elsewhere = await issueSdJwt({ ...issuer, publicUrl: 'https://evil.example' }, record)
    expect(read(elsewhere)).toEqual({ ok: false, reason: 'malformed' })
  })
})

describe('bound to a holder key', () => {
  it('takes a key of P-256, and none that is another kind or shows its private half', async () => {
    const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const jwk = readHolderKey(p256.publicKey.export({ format: 'jwk' }))!
    const whole = await issueSdJwt(issuer, record, { holderKey: jwk })
    const shown = await presentSdJwt(whole, ['basic'])
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const sd_hash = createHash('sha256').update(shown).digest('base64url')
    const signed = (alg: string) => {
      const input = `${part({ alg, typ: 'kb+jwt' })}.${part({ iat: NOW, aud: proof.audience, nonce: proof.nonce, sd_hash })}`
      const bytes = sign('sha256', Buffer.from(input), { key: p256.privateKey, dsaEncoding: 'ieee-p1363' })
      return `${shown}${input}.${bytes.toString('base64url')}`
    }
    expect(read(signed('ES256'))).toMatchObject({ ok: true, isBound: true, facts: { level: 'basic' } })
    for (const alg of ['EdDSA', 'none', 'HS256']) expect(read(signed(alg))).toEqual({ ok: false, reason: 'signature_invalid' })
    expect(holderKeyOfDid(`did:jwk:${part(jwk)}#0`)).toEqual(jwk)
    const secret = p256.privateKey.export({ format: 'jwk' })
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' })
    for (const other of [secret, rsa, { ...jwk, y: jwk.x }, { kty: 'OKP', crv: 'Ed25519', x: 'AA' }, null, 'x'])
      expect(readHolderKey(other)).toBeNull()
    for (const did of ['did:jwk:AAAA', `did:jwk:${part(secret)}`, 'did:web:x', `did:jwk:${part(jwk)}#1`])
      expect(holderKeyOfDid(did)).toBeNull()
  })

  it('holds for one verifier, nonce and moment, with exactly what was shown', async () => {
    const bound = await issueSdJwt(issuer, record, { holderKey })
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
