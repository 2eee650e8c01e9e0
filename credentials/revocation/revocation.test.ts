import { generateKeyPairSync, webcrypto } from 'node:crypto'
import * as x509 from '@peculiar/x509'
import { expect, test } from 'vitest'
import { buildCertificate, buildCrl, type ChipSigner, type CrlAsked } from '../passport/build.ts'
import { partsOfCertificate } from './certificate-parts.ts'
import { BadCrl, type Crl, isCrlOf, readCrl } from './crl.ts'
import { decideRevocation, type LinkAsked } from './decide.ts'

const NOW = Date.UTC(2026, 5, 1)
const DAY = 86_400_000
const URL = 'http://crl.example/one.crl'
const ec: ChipSigner = { key: generateKeyPairSync('ec', { namedCurve: 'brainpoolP256r1' }).privateKey, kind: 'ecdsa', hash: 'sha256' }
const rsa: ChipSigner = { key: generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey, kind: 'rsa-pss', hash: 'sha256' }
const dates = { notBefore: NOW - 300 * DAY, notAfter: NOW + 300 * DAY }
const LAND = { country: 'UT', name: 'A state' }
const authority = (by: ChipSigner) => buildCertificate({ ...dates, issuer: LAND, subject: LAND, key: by.key, serial: 1, ca: true }, by)
const signer = (serial: number, crl: string | undefined, by = ec) =>
  buildCertificate({ ...dates, issuer: LAND, subject: { country: 'UT', name: 'S' }, key: ec.key, serial, ...(crl && { crl }) }, by)
const make = (more: Partial<CrlAsked> = {}, by = ec) =>
  buildCrl({ issuer: authority(by), number: 7, thisUpdate: NOW - DAY, nextUpdate: NOW + DAY, revoked: [], ...more }, by)
const problemOf = (read: () => unknown): string => {
  try {
    read()
    return 'none'
  } catch (error) {
    return error instanceof BadCrl ? error.problem : String(error)
  }
}
const extension = (oid: string, critical: boolean, hex: string) =>
  new Uint8Array(new x509.Extension(oid, critical, Buffer.from(hex, 'hex')).rawData)

const at = (crl: Crl): LinkAsked['lists'][number] => ({ ...crl, source: 'fetched', issuer: 'C=UT' })
const decide = (certificate: Uint8Array, lists: Crl[], failure: string | null = null) =>
  decideRevocation([{ certificate: partsOfCertificate(certificate), issuer: 'ab', lists: lists.map(at), failure }], NOW)

test('a list is read, is its issuer’s, and says who is revoked, on curves and schemes of passports too', () => {
  for (const by of [ec, rsa]) {
    const crl = readCrl(make({ revoked: [signer(9, URL)] }, by))
    expect(crl).toMatchObject({ number: '7', thisUpdate: NOW - DAY, nextUpdate: NOW + DAY, places: [] })
    expect(isCrlOf(crl, authority(by))).toBe(true)
    expect(isCrlOf(crl, authority(by === ec ? rsa : ec))).toBe(false)
    expect(decide(signer(9, URL), [crl]).state).toBe('revoked')
    expect(decide(signer(8, URL), [crl])).toMatchObject({ state: 'good', certificates: [{ list: { number: '7', digest: crl.digest } }] })
  }
  const other = { country: 'UT', name: 'Another' }
  const stranger = buildCertificate({ ...dates, issuer: other, subject: other, key: ec.key, serial: 1, ca: true }, ec)
  expect(isCrlOf(readCrl(make()), stranger)).toBe(false)
  expect(partsOfCertificate(signer(9, URL))).toMatchObject({ serial: '09', places: [URL], isAuthority: false })
  expect(partsOfCertificate(authority(ec))).toMatchObject({ places: null, isAuthority: true })
})

test('a list that another library made is read, in DER and in PEM', async () => {
  x509.cryptoProvider.set(webcrypto as Crypto)
  const algorithm = { name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-384' }
  const keys = (await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as CryptoKeyPair
  const extensions = [new x509.BasicConstraintsExtension(true), new x509.KeyUsagesExtension(x509.KeyUsageFlags.cRLSign)]
  const common = { notBefore: new Date(NOW), notAfter: new Date(NOW + DAY), signingAlgorithm: algorithm, keys }
  const top = await x509.X509CertificateGenerator.createSelfSigned({ ...common, serialNumber: '01', name: 'C=UT, CN=Top', extensions })
  const entries = [{ serialNumber: '00c0ffee', revocationDate: new Date(NOW), reason: x509.X509CrlReason.keyCompromise }]
  const made = await x509.X509CrlGenerator.create({
    ...{ issuer: top.subject, thisUpdate: new Date(NOW), nextUpdate: new Date(NOW + DAY), entries },
    ...{ signingAlgorithm: algorithm, signingKey: keys.privateKey },
  })
  const crl = readCrl(Buffer.from(made.toString('pem')))
  expect(crl).toMatchObject({ number: null, digest: readCrl(new Uint8Array(made.rawData)).digest })
  expect(crl.revoked.size).toBe(1)
  expect(isCrlOf(crl, new Uint8Array(top.rawData))).toBe(true)
  // Who may sign certificates may not sign lists without being let.
  const bare = await x509.X509CertificateGenerator.createSelfSigned({
    ...{ ...common, serialNumber: '01', name: 'C=UT, CN=Top' },
    extensions: [new x509.BasicConstraintsExtension(true), new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign)],
  })
  expect(isCrlOf(crl, new Uint8Array(bare.rawData))).toBe(false)
})

test('lists that say less than they seem to are refused, each with its reason', () => {
  expect(problemOf(() => readCrl(Buffer.from('not a list')))).toBe('unreadable')
  expect(problemOf(() => readCrl(make().subarray(0, 90)))).toBe('unreadable')
  expect(problemOf(() => readCrl(make({ extensions: [extension('2.5.29.27', true, '020101')] })))).toBe('delta')
  expect(problemOf(() => readCrl(make({ extensions: [extension('2.5.29.28', true, '30038401ff')] })))).toBe('indirect')
  expect(problemOf(() => readCrl(make({ extensions: [extension('2.5.29.28', true, '3004830206c0')] })))).toBe('partial')
  expect(problemOf(() => readCrl(make({ extensions: [extension('2.5.29.28', true, '30038201ff')] })))).toBe('partial')
  expect(problemOf(() => readCrl(make({ extensions: [extension('1.2.3.4', true, '0500')] })))).toBe('unsupported')
  expect(problemOf(() => readCrl(make({ extensions: [extension('1.2.3.4', false, '0500')] })))).toBe('none')
  const { nextUpdate: _, ...open } = { issuer: authority(ec), number: 1, thisUpdate: NOW, nextUpdate: 0, revoked: [] }
  expect(problemOf(() => readCrl(buildCrl(open, ec)))).toBe('no_next_update')
  // Of users alone, it says nothing of authorities.
  const users = readCrl(make({ extensions: [extension('2.5.29.28', true, '30038101ff')] }))
  expect(decide(signer(8, URL), [users]).state).toBe('good')
  const below = buildCertificate({ ...dates, issuer: LAND, subject: LAND, key: ec.key, serial: 3, ca: true, crl: URL }, ec)
  expect(decide(below, [users]).state).toBe('unknown')
  const altered = Buffer.from(make())
  altered[altered.length - 1]! ^= 1
  expect(isCrlOf(readCrl(altered), authority(ec))).toBe(false)
})

test('nothing known is not good: each reason is told, and the newest list decides', () => {
  const named = signer(8, URL)
  expect(decide(named, [])).toMatchObject({ state: 'unknown', certificates: [{ reason: 'unreachable', list: null }] })
  expect(decide(named, [], 'delta').certificates[0]!.reason).toBe('delta')
  expect(decide(signer(8, undefined), []).state).toBe('not_published')
  const late = readCrl(make({ thisUpdate: NOW - 9 * DAY, nextUpdate: NOW - DAY }))
  expect(decide(named, [late]).certificates[0]).toMatchObject({ state: 'unknown', reason: 'stale' })
  const early = readCrl(make({ thisUpdate: NOW + DAY, nextUpdate: NOW + 2 * DAY }))
  expect(decide(named, [early]).certificates[0]).toMatchObject({ state: 'unknown', reason: 'not_yet_valid' })
  // Revoked once is revoked, whoever publishes no more.
  expect(decide(named, [readCrl(make({ thisUpdate: NOW - 9 * DAY, nextUpdate: NOW - DAY, revoked: [named] }))]).state).toBe('revoked')
  const before = readCrl(make({ thisUpdate: NOW - 2 * DAY, nextUpdate: NOW + DAY, revoked: [named] }))
  expect(decide(named, [before, readCrl(make())]).state).toBe('good')
  expect(decideRevocation([], NOW)).toEqual({ state: 'trusted_itself', certificates: [] })
  // Imported for an issuer that names no place, a list says as much as one that was fetched.
  expect(decide(signer(8, undefined), [readCrl(make())]).state).toBe('good')
})

test('a list of one address is not taken for that of another', () => {
  const other = readCrl(make({ at: 'http://crl.example/two.crl' }))
  expect(other.places).toEqual(['http://crl.example/two.crl'])
  expect(decide(signer(8, URL), [other]).state).toBe('unknown')
  expect(decide(signer(8, URL), [readCrl(make({ at: URL }))]).state).toBe('good')
})
