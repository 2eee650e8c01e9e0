import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  answerChallenge,
  buildCertificate,
  buildDg1,
  buildDg14,
  buildDg15,
  buildSecurityObject,
  buildZone,
  type CertificateAsked,
  type ChipSigner,
} from './build.ts'
import { type ChipFiles, checkChip, type StateAnchor } from './check.ts'
import { PassportRefused } from './refusal.ts'

const NOW = Date.parse('2026-11-26T12:00:00Z')
const YEAR = 365 * 86_400_000
const UTOPIA = { country: 'UT', name: 'CSCA Utopia' }
const SIGNER = { country: 'UT', name: 'Document Signer 1' }
const challenge = Buffer.from('0102030405060708', 'hex')

const ec = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve }).privateKey
const rsa = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength }).privateKey
const by = (key: KeyObject, kind: ChipSigner['kind'] = 'ecdsa', hash: ChipSigner['hash'] = 'sha256'): ChipSigner => ({ key, kind, hash })
const KEYS = { ca: ec('prime256v1'), signer: ec('prime256v1'), rsa: rsa(2_048), chip: ec('prime256v1') }

const ZONE = {
  issuing_state: 'UTO',
  family_name: 'Eriksson',
  given_names: 'Anna Maria',
  document_number: 'L898902C3',
  nationality: 'UTO',
  date_of_birth: '1974-08-12',
  expires_on: '2031-04-15',
  sex: 'F',
} as const

interface Made {
  ca?: ChipSigner
  signer?: ChipSigner
  certificate?: Partial<CertificateAsked>
  csca?: Partial<CertificateAsked>
  zone?: Partial<Parameters<typeof buildZone>[0]>
  signedAt?: number
  more?: Record<number, Uint8Array>
}
/** A chip, and the certificate of the state that vouches for it. */
function make({ ca = by(KEYS.ca), signer = by(KEYS.signer), certificate, csca, zone, signedAt, more = {} }: Made = {}) {
  const dates = { notBefore: NOW - 3 * YEAR, notAfter: NOW + 10 * YEAR }
  const state = buildCertificate({ ...dates, issuer: UTOPIA, subject: UTOPIA, key: ca.key, serial: 1, ca: true, ...csca }, ca)
  const own = buildCertificate({ ...dates, issuer: UTOPIA, subject: SIGNER, key: signer.key, serial: 7, ...certificate }, ca)
  const dg1 = buildDg1(buildZone({ ...ZONE, ...zone }))
  const sod = buildSecurityObject({ 1: dg1, ...more }, { certificate: own, by: signer, hash: 'sha256', signedAt })
  return { files: { dg1, sod }, anchors: [{ id: 'tis_1', certificate: Buffer.from(state).toString('base64') }] }
}
const check = ({ files, anchors }: { files: ChipFiles; anchors: StateAnchor[] }) => checkChip(files, anchors, { now: NOW, challenge })
const problemOf = (made: { files: ChipFiles; anchors: StateAnchor[] }): string => {
  try {
    check(made)
  } catch (error) {
    if (error instanceof PassportRefused) return error.problem
    throw error
  }
  return 'accepted'
}

test('a chip signed with each of the accepted algorithms is read, and the state that vouches for it is named', () => {
  const signers: [ChipSigner, ChipSigner][] = [
    [by(KEYS.ca), by(KEYS.signer)],
    [by(KEYS.rsa, 'rsa', 'sha512'), by(rsa(2_048), 'rsa-pss')],
    [by(KEYS.rsa, 'rsa-pss'), by(ec('brainpoolP256r1'), 'ecdsa', 'sha384')],
    [by(ec('brainpoolP512r1'), 'ecdsa', 'sha512'), by(rsa(3_072), 'rsa', 'sha224')],
    [by(ec('secp521r1'), 'ecdsa', 'sha512'), by(ec('secp384r1'), 'ecdsa', 'sha384')],
  ]
  for (const [ca, signer] of signers) {
    const read = check(make({ ca, signer, signedAt: NOW - YEAR }))
    expect(read).toMatchObject({
      anchorId: 'tis_1',
      country: 'UT',
      zone: {
        full_name: 'ANNA MARIA ERIKSSON',
        document_number: 'L898902C3',
        issuing_state: 'UTO',
        nationality: 'UTO',
        date_of_birth: '1974-08-12',
        expires_on: '2031-04-15',
      },
      proof: { signature: `${signer.kind}-${signer.hash}`, chip: 'passive', active: null, files: [1] },
    })
  }
})

test('a curve that is written out counts where it is a named one, and not with another base point', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'brainpoolP256r1', paramEncoding: 'explicit' })
  const explicit = publicKey.export({ format: 'der', type: 'spki' })
  expect(check(make({ signer: by(privateKey), certificate: { key: explicit } })).proof.signature).toBe('ecdsa-sha256')
  const forged = Buffer.from(explicit)
  // Its base point: the first point in it.
  forged[forged.indexOf(Buffer.from('8bd2aeb9cb7e57cb', 'hex'))]! ^= 1
  expect(problemOf(make({ signer: by(privateKey), certificate: { key: forged } }))).toBe('passport_algorithm_unsupported')
})

test('each thing that is wrong with a chip is refused with its own code', () => {
  const good = make()
  const other = make({ ca: by(ec('prime256v1')) })
  const stranger = make({ ca: by(ec('prime256v1')), certificate: { issuer: { country: 'UT', name: 'Another' } } })
  const cases: [string, { files: ChipFiles; anchors: StateAnchor[] }][] = [
    ['passport_issuer_unknown', { ...good, anchors: [] }],
    ['passport_issuer_unknown', { files: stranger.files, anchors: good.anchors }],
    ['passport_issuer_unknown', make({ csca: { ca: false } })],
    ['passport_signature_invalid', { files: other.files, anchors: good.anchors }],
    ['passport_signature_invalid', make({ signer: by(KEYS.signer), certificate: { key: ec('prime256v1') } })],
    ['passport_data_altered', { files: { ...good.files, dg1: make({ zone: { given_names: 'Eve' } }).files.dg1 }, anchors: good.anchors }],
    ['passport_data_altered', { files: { ...good.files, dg2: randomBytes(20) }, anchors: good.anchors }],
    ['passport_expired', make({ zone: { expires_on: '2026-11-25' } })],
    ['passport_signer_expired', make({ certificate: { notAfter: NOW - 1_000 } })],
    ['passport_signer_expired', make({ csca: { notAfter: NOW - 1_000 } })],
    ['passport_signer_expired', make({ signedAt: NOW - 4 * YEAR })],
    ['passport_signer_not_allowed', make({ certificate: { ca: true } })],
    ['passport_signer_not_allowed', make({ certificate: { uses: ['2.23.136.1.1.3'] } })],
    ['passport_algorithm_unsupported', make({ signer: by(rsa(1_024), 'rsa') })],
    ['passport_algorithm_unsupported', make({ signer: by(ec('secp256k1')) })],
    ['passport_unreadable', { files: { ...good.files, sod: Buffer.from('not ASN.1') }, anchors: good.anchors }],
    ['passport_unreadable', { files: { ...good.files, sod: good.files.sod.subarray(0, -1) }, anchors: good.anchors }],
    ['passport_unreadable', { files: { ...good.files, sod: good.files.dg1 }, anchors: good.anchors }],
    ['passport_unreadable', make({ zone: { date_of_birth: '1974-02-31' } })],
    ['passport_unreadable', { files: { ...good.files, active: randomBytes(64) }, anchors: good.anchors }],
  ]
  for (const [code, made] of cases) expect(problemOf(made), `${code} ${cases.findIndex(([, one]) => one === made)}`).toBe(code)
  expect(problemOf(good)).toBe('accepted')
})

test('a zone with a wrong check digit is not read, though the state signed it', () => {
  const zone = buildZone(ZONE)
  const dg1 = buildDg1(`${zone.slice(0, 53)}9${zone.slice(54)}`)
  const made = make({ more: { 1: dg1 } })
  expect(problemOf({ ...made, files: { ...made.files, dg1 } })).toBe('passport_unreadable')
})

test('a chip that answers the challenge is genuine, and a copy that cannot is refused', () => {
  for (const key of [KEYS.chip, KEYS.rsa]) {
    const [dg14, dg15] = [buildDg14(), buildDg15(key)]
    const made = make({ more: { 14: dg14, 15: dg15 } })
    const files = { ...made.files, dg14, dg15 }
    expect(check({ ...made, files: { ...files, active: answerChallenge(key, challenge) } }).proof).toMatchObject({
      chip: 'active',
      files: [1, 14, 15],
    })
    // Passive authentication alone: the same files from anywhere.
    expect(check({ ...made, files }).proof.chip).toBe('passive')
    for (const active of [answerChallenge(key, randomBytes(8)), randomBytes(256), randomBytes(64)])
      expect(problemOf({ ...made, files: { ...files, active } })).toBe('passport_chip_copied')
    const foreign = buildDg15(ec('prime256v1'))
    expect(problemOf({ ...made, files: { ...files, dg15: foreign, active: answerChallenge(key, challenge) } })).toBe(
      'passport_data_altered',
    )
  }
})

test('the digest of a document stays, however its security object is written', () => {
  const ca = by(KEYS.ca)
  const [one, other] = [make({ ca }), make({ ca })]
  expect(Buffer.from(one.files.sod).equals(Buffer.from(other.files.sod))).toBe(false)
  expect(check(one).digest).toBe(check(other).digest)
})

test('whatever bytes a stranger sends are refused, in little time', () => {
  const made = make({ more: { 15: buildDg15(KEYS.chip) } })
  const sod = Buffer.from(made.files.sod)
  const refused = (files: ChipFiles) => {
    const before = process.threadCpuUsage()
    const problem = problemOf({ ...made, files })
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(1_000)
    return problem
  }
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => refused({ ...made.files, sod: bytes }) !== 'accepted'),
    { numRuns: 300 },
  )
  fc.assert(
    fc.property(fc.nat(sod.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
      const bytes = Buffer.from(sod)
      bytes[at]! ^= flip
      // Bytes that nobody signed may differ; whoever is read is still the one whom the state signed.
      const problem = refused({ ...made.files, sod: bytes })
      return (
        problem !== 'accepted' ||
        checkChip({ ...made.files, sod: bytes }, made.anchors, { now: NOW, challenge }).digest === check(made).digest
      )
    }),
    { numRuns: 600 },
  )
  // Nested as deep as a file may be long, and a length that promises more than there is.
  for (const bytes of [Buffer.alloc(32_000, 0x30), Buffer.from('3080'.repeat(16_000), 'hex'), Buffer.from('7784ffffffff30', 'hex')])
    expect(refused({ ...made.files, sod: bytes })).toBe('passport_unreadable')
})
