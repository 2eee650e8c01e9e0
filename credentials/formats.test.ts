import { gzipSync } from 'node:zlib'
import * as jose from 'jose'
import { verifyTypedData } from 'viem'
import { describe, expect, it } from 'vitest'
import { type Claim, issueClaims, readClaim, topicOf } from './claim.ts'
import { crossCheck } from './cross-check.ts'
import { EAS_DEPLOYMENTS, EAS_SCHEMA_UID, type EasAttestation, issueEas, readEas } from './eas.ts'
import { deriveKeySet, ed25519PublicKey, issuerDid } from './keys.ts'
import { type CredentialRecord, credentialHash, subjectOf } from './record.ts'
import { issueStatusList, LIST_ENTRIES, readStatusList, type StatusPurpose } from './status-list.ts'
import { issueVc, readVc } from './vc.ts'
import { type PresentedCredential, type TrustedIssuer, verifyCredential } from './verify.ts'

const keys = deriveKeySet('a master secret that is long enough for its purpose')
const publicUrl = 'https://sealwright.example'
const NOW = 1_795_000_000
const did = issuerDid(publicUrl, 'production')
const issuer = { signer: keys.issuer.production, did, publicUrl, environment: 'production' as const }
const attester = keys.attester.production
const identity = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const issuerContract = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'
const trusted: TrustedIssuer = { did, environment: 'production', publicUrl, keys: [keys.issuer.production], attesters: [attester.address] }
const record: CredentialRecord = {
  id: 'cre_01jd9m3x7q8r5s2t4v6w8y0z1a',
  environment: 'production',
  wallet: { family: 'evm', address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' },
  level: 'enhanced',
  issuedAt: NOW - 1000,
  expiresAt: NOW + 86_400 * 365,
  statusList: 3,
  statusIndex: 4242,
}
const subject = subjectOf(record.wallet)

const lists = (set: Partial<Record<StatusPurpose, number[]>> = {}, now = NOW - 10) =>
  Promise.all(
    (['revocation', 'suspension'] as const).map((purpose) =>
      issueStatusList({ ...issuer, list: 3, purpose, set: set[purpose] ?? [], now }),
    ),
  )
async function allFormats(of: CredentialRecord = record) {
  const claims = (await issueClaims(attester, of, { identity, issuerContract, publicUrl }))!
  return { vc: await issueVc(issuer, of), eas: (await issueEas(attester, EAS_DEPLOYMENTS[1]!, of))!, claims, claim: claims.at(-1)! }
}
const formats = await allFormats()
const presented: PresentedCredential[] = [
  { format: 'vc', jwt: formats.vc },
  { format: 'eas', attestation: formats.eas },
  { format: 'claim', claim: formats.claim },
]
const verify = async (credential: PresentedCredential, over: Partial<Parameters<typeof verifyCredential>[0]> = {}) =>
  verifyCredential({
    credential,
    subject,
    identity,
    environment: 'production',
    issuers: [trusted],
    statusLists: await lists(),
    now: NOW,
    ...over,
  })

describe('one record, three formats', () => {
  it('carry the same hash and status index; the cross-check finds no field that differs', async () => {
    const vc = readVc(formats.vc, did, trusted.keys)
    const eas = await readEas(formats.eas, trusted.attesters)
    const claim = await readClaim(formats.claim, trusted.attesters)
    if (!vc.ok || !eas.ok || !claim.ok) throw new Error('a format does not read')
    expect(crossCheck({ vc: vc.facts, eas: eas.facts, claim: claim.facts }, record)).toEqual([])
    for (const { facts } of [vc, eas, claim])
      expect(facts).toMatchObject({ credentialHash: credentialHash(record), statusList: 3, statusIndex: 4242, level: 'enhanced' })
  })

  it('the cross-check names every field that was made to differ', async () => {
    for (const change of [
      { level: 'basic' },
      { expiresAt: 1 },
      { statusIndex: 7 },
      { statusList: 2 },
      { issuedAt: 5 },
      { credentialHash: `0x${'0'.repeat(64)}` },
      { subject: 'did:pkh:eip155:1:0x1' },
    ] as const) {
      const vc = readVc(formats.vc, did, trusted.keys)
      const eas = await readEas(formats.eas, trusted.attesters)
      if (!vc.ok || !eas.ok) throw new Error('a format does not read')
      const fields = crossCheck({ vc: vc.facts, eas: { ...eas.facts, ...change } }).map((d) => d.field)
      expect(fields).toContain(Object.keys(change)[0])
    }
  })

  it('the hash changes with every field of the record', () => {
    const changed: Partial<CredentialRecord>[] = [
      { id: 'cre_x' },
      { environment: 'sandbox' },
      { wallet: { family: 'solana', address: 'x' } },
      { level: 'basic' },
      { issuedAt: 1 },
      { expiresAt: 2 },
      { statusList: 1 },
      { statusIndex: 1 },
    ]
    expect(new Set([record, ...changed.map((c) => ({ ...record, ...c }))].map(credentialHash)).size).toBe(9)
    expect(() => credentialHash({ ...record, issuedAt: 1.5 })).toThrow(RangeError)
  })

  it('issuing again gives the same bytes', async () => expect(await allFormats()).toEqual(formats))

  it('wallets of Solana have a VC and no EVM formats', async () => {
    const solana: CredentialRecord = { ...record, wallet: { family: 'solana', address: '7NQ3JdzsKpxJc2KNNM1eVyQy6Mk8qFAe1STzkWBoKro2' } }
    expect(await issueEas(attester, EAS_DEPLOYMENTS[1]!, solana)).toBeNull()
    expect(await issueClaims(attester, solana, { identity, issuerContract, publicUrl })).toBeNull()
    expect((await verify({ format: 'vc', jwt: await issueVc(issuer, solana) }, { subject: subjectOf(solana.wallet) })).outcome).toBe(
      'valid',
    )
  })
})

describe('verifying', () => {
  it.each(presented)('$format is valid, with the age of its status', async (credential) => {
    expect(await verify(credential)).toMatchObject({ outcome: 'valid', reasons: [], statusAgeSeconds: 10 })
  })

  it.each(presented)('$format: revoking once is enough; suspension can be lifted', async (credential) => {
    expect(await verify(credential, { statusLists: await lists({ revocation: [4242] }) })).toMatchObject({
      outcome: 'invalid',
      reasons: ['revoked'],
    })
    expect(await verify(credential, { statusLists: await lists({ suspension: [4242] }) })).toMatchObject({
      outcome: 'invalid',
      reasons: ['suspended'],
    })
    expect(
      (await verify(credential, { statusLists: await lists({ revocation: [4241, 4243], suspension: [0, LIST_ENTRIES - 1] }) })).outcome,
    ).toBe('valid')
  })

  it.each(presented)('$format: without fresh status nothing is valid', async (credential) => {
    const [revocation, suspension] = await lists()
    expect(await verify(credential, { statusLists: [] })).toMatchObject({
      outcome: 'unknown',
      reasons: ['status_missing'],
      statusAgeSeconds: null,
    })
    expect((await verify(credential, { statusLists: [revocation!] })).outcome).toBe('unknown')
    expect((await verify(credential, { statusLists: [revocation!, `${suspension!.slice(0, -4)}AAAA`] })).reasons).toEqual([
      'status_invalid',
    ])
    expect(await verify(credential, { statusLists: await lists({}, NOW - 301) })).toMatchObject({
      outcome: 'unknown',
      reasons: ['status_stale'],
      statusAgeSeconds: 301,
    })
    expect((await verify(credential, { statusLists: await lists({}, NOW + 3600) })).reasons).toEqual(['status_stale'])
    const foreign = await issueStatusList({ ...issuer, list: 4, purpose: 'revocation', set: [], now: NOW })
    expect((await verify(credential, { statusLists: [foreign, suspension!] })).reasons).toEqual(['status_missing'])
    // Lists that were read before count the same, but only for the issuer they were read for.
    const read = [revocation, suspension].map((jwt) => readStatusList(jwt!, did, trusted.keys)!)
    expect(await verify(credential, { statusLists: read })).toMatchObject({ outcome: 'valid', statusAgeSeconds: 10 })
    expect((await verify(credential, { statusLists: read.map((list) => ({ ...list, did: 'did:web:other.example' })) })).reasons).toEqual([
      'status_missing',
    ])
    // Of two copies the newer counts, in either order.
    const revoked = await lists({ revocation: [4242] }, NOW - 5)
    const clear = await lists({}, NOW - 100)
    for (const both of [
      [...revoked, ...clear],
      [...clear, ...revoked],
    ])
      expect((await verify(credential, { statusLists: both })).reasons).toEqual(['revoked'])
  })

  it.each(presented)('$format: another wallet, a late day, a stranger’s signature', async (credential) => {
    expect((await verify(credential, { subject: 'did:pkh:eip155:1:0x00', identity: issuerContract })).reasons).toEqual(['wrong_wallet'])
    expect((await verify(credential, { now: record.expiresAt, statusLists: await lists({}, record.expiresAt) })).reasons).toEqual([
      'expired',
    ])
    expect((await verify(credential, { issuers: [{ ...trusted, keys: [], attesters: [] }] })).outcome).toBe('invalid')
    expect((await verify(credential, { issuers: [] })).reasons).toEqual(['issuer_not_trusted'])
  })

  it('says all reasons at once', async () => {
    const late = record.expiresAt + 1
    const result = await verify(
      { format: 'vc', jwt: formats.vc },
      { now: late, subject: 'x', environment: 'sandbox', statusLists: await lists({ revocation: [4242], suspension: [4242] }, NOW) },
    )
    expect(result.reasons).toEqual(['wrong_wallet', 'wrong_environment', 'expired', 'revoked', 'status_stale', 'suspended'])
  })

  it('a sandbox credential is never taken for a real one', async () => {
    const sandbox = { signer: keys.issuer.sandbox, did: issuerDid(publicUrl, 'sandbox'), publicUrl }
    expect((await verify({ format: 'vc', jwt: await issueVc(sandbox, { ...record, environment: 'sandbox' }) })).outcome).toBe('invalid')
    expect(
      (await verify({ format: 'eas', attestation: (await issueEas(keys.attester.sandbox, EAS_DEPLOYMENTS[1]!, record))! })).reasons,
    ).toEqual(['issuer_not_trusted'])
  })

  it('within the sandbox its credentials hold', async () => {
    const sandbox = { signer: keys.issuer.sandbox, did: issuerDid(publicUrl, 'sandbox'), publicUrl, environment: 'sandbox' as const }
    const of: CredentialRecord = { ...record, environment: 'sandbox' }
    const own: TrustedIssuer = { ...sandbox, keys: [sandbox.signer], attesters: [keys.attester.sandbox.address] }
    const statusLists = await Promise.all(
      (['revocation', 'suspension'] as const).map((purpose) => issueStatusList({ ...sandbox, list: 3, purpose, set: [], now: NOW })),
    )
    const eas = (await issueEas(keys.attester.sandbox, EAS_DEPLOYMENTS[1]!, of))!
    for (const credential of [
      { format: 'vc', jwt: await issueVc(sandbox, of) },
      { format: 'eas', attestation: eas },
    ] as const) {
      expect((await verify(credential, { issuers: [own, trusted], statusLists, environment: 'sandbox' })).outcome).toBe('valid')
      expect((await verify(credential, { issuers: [own, trusted], statusLists })).reasons).toEqual(['wrong_environment'])
      expect((await verify(credential, { issuers: [own], statusLists: await lists(), environment: 'sandbox' })).outcome).toBe('unknown')
    }
  })

  it('no altered byte of a VC is accepted', async () => {
    const { vc } = formats
    for (let i = 0; i < vc.length; i += 7) {
      const altered = vc.slice(0, i) + (vc[i] === 'A' ? 'B' : 'A') + vc.slice(i + 1)
      expect((await verify({ format: 'vc', jwt: altered })).outcome).toBe('invalid')
    }
  })

  it('no altered field of an attestation or claim is accepted', async () => {
    const alter = <T>(value: T, path: string[], to: unknown): T => {
      const copy = structuredClone(value) as Record<string, never>
      let at = copy
      for (const key of path.slice(0, -1)) at = at[key]!
      at[path.at(-1)!] = to as never
      return copy as T
    }
    const eas: [string[], unknown][] = [
      [['signer'], identity],
      [['sig', 'uid'], EAS_SCHEMA_UID],
      [['sig', 'message', 'recipient'], identity],
      [['sig', 'message', 'expirationTime'], '99999999999'],
      [['sig', 'message', 'time'], '1'],
      [['sig', 'message', 'revocable'], false],
      [['sig', 'message', 'data'], '0x'],
      [['sig', 'message', 'salt'], EAS_SCHEMA_UID],
      [['sig', 'domain', 'chainId'], '2'],
      [['sig', 'signature', 'v'], 29],
    ]
    for (const [path, to] of eas)
      expect((await verify({ format: 'eas', attestation: alter<EasAttestation>(formats.eas, path, to) })).outcome).toBe('invalid')
    const claim: [string[], unknown][] = [
      [['identity'], issuerContract],
      [['topic'], '1'],
      [['level'], 'accredited'],
      [['data'], `${formats.claim.data.slice(0, -1)}0`],
      [['signature'], '0x00'],
    ]
    for (const [path, to] of claim)
      expect((await verify({ format: 'claim', claim: alter<Claim>(formats.claim, path, to) }, { identity: identity })).outcome).toBe(
        'invalid',
      )
  })
})

describe('other software agrees', () => {
  it('jose reads the VC', async () => {
    const { payload, protectedHeader } = await jose.jwtVerify(formats.vc, ed25519PublicKey(keys.issuer.production.publicKey), {
      issuer: did,
      subject,
      typ: 'vc+jwt',
      algorithms: ['EdDSA'],
      currentDate: new Date(NOW * 1000),
    })
    expect(protectedHeader.kid).toBe(`${did}#${keys.issuer.production.kid}`)
    expect(payload.validUntil).toBe(new Date(record.expiresAt * 1000).toISOString())
  })

  it('viem recovers the attestation’s signer from the published typed data', async () => {
    const { sig } = formats.eas
    const message = { ...sig.message, time: BigInt(sig.message.time), expirationTime: BigInt(sig.message.expirationTime) }
    const domain = { ...sig.domain, chainId: Number(sig.domain.chainId) }
    const signature = `${sig.signature.r}${sig.signature.s.slice(2)}${sig.signature.v.toString(16)}` as const
    expect(await verifyTypedData({ domain, types: sig.types, primaryType: 'Attest', message, signature, address: attester.address })).toBe(
      true,
    )
  })

  it('claims cover each level up to the credential’s own', () => {
    expect(formats.claims.map((claim) => claim.level)).toEqual(['basic', 'enhanced'])
    expect(formats.claims.map((claim) => BigInt(claim.topic))).toEqual([topicOf('basic'), topicOf('enhanced')])
    expect(formats.claim.data).toHaveLength(194)
    expect(gzipSync(formats.vc).length).toBeLessThan(2000)
  })
})
