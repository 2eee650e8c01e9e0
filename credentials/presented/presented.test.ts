import { createHash, X509Certificate } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { deriveP256, makeCertificate } from '../certificate.ts'
import { decodeCbor, embedded, encodeCbor, Tagged } from './cbor.ts'
import { trustedAnchor } from './certificates.ts'
import { readMdocPresentation, sessionTranscript } from './mdoc.ts'
import { readSdJwtPresentation } from './sd-jwt.ts'
import { readStatusToken, requireValid } from './status-token.ts'

const hex = (text: string) => Buffer.from(text, 'hex')

describe('CBOR', () => {
  // RFC 8949, appendix A.
  test.each<[string, unknown]>([
    ['1b000000e8d4a51000', 1_000_000_000_000],
    ['1bffffffffffffffff', 18_446_744_073_709_551_615n],
    ['3903e7', -1000],
    ['f93c00', 1],
    ['f97bff', 65_504],
    ['fb3ff199999999999a', 1.1],
    ['f4', false],
    ['f6', null],
    ['62c3bc', 'ü'],
    ['83010203', [1, 2, 3]],
    ['9f018202039f0405ffff', [1, [2, 3], [4, 5]]],
    ['7f657374726561646d696e67ff', 'streaming'],
  ])('%s is read as RFC 8949 has it', (text, value) => expect(decodeCbor(hex(text))).toEqual(value))

  test.each([
    ['0000', 'left over'],
    ['a2616101616102', 'a key twice'],
    ['62c328', 'text that is none'],
    ['9bffffffffffffffff', 'a list without end'],
    ['5bffffffffffffffff00', 'bytes that are not there'],
    ['ff', 'an end of nothing'],
    ['1c', 'a length nobody knows'],
    ['c0', 'a tag of nothing'],
    ['81'.repeat(40), 'too deep'],
    ['a1f601', 'a key that is no name'],
  ])('%s is refused: %s', (text) => expect(() => decodeCbor(hex(text))).toThrow(RangeError))

  it('reads back what it wrote, and throws nothing but RangeError at any bytes', () => {
    const map = new Map<string | number, unknown>([
      [1, 'a'],
      ['b', [null, true, -5, Buffer.from([1])]],
    ])
    expect(decodeCbor(encodeCbor(map))).toEqual(map)
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          decodeCbor(bytes)
        } catch (error) {
          if (!(error instanceof RangeError)) throw error
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

it('a transcript is that of OpenID4VP 1.0, appendix B.2.6', () => {
  const [, , handover] = sessionTranscript({
    by: 'redirect',
    clientId: 'x509_san_dns:example.com',
    nonce: 'exc7gBkxjx1rdc9udRrveKvSsJIq80avlXeLHhGwqtA',
    keyThumbprint: hex('4283ec927ae0f208daaa2d026a814f2b22dca52cf85ffa8f3f8626c6bd669047'),
    responseUri: 'https://example.com/response',
  }) as [null, null, [string, Buffer]]
  expect(handover[0]).toBe('OpenID4VPHandover')
  expect(handover[1].toString('hex')).toBe('048bc053c00442af9b8eed494cefdd9d95240d254b046b11b68013722aad38ac')
  const [, , browser] = sessionTranscript({
    by: 'browser',
    origin: 'https://example.com',
    nonce: 'exc7gBkxjx1rdc9udRrveKvSsJIq80avlXeLHhGwqtA',
    keyThumbprint: hex('4283ec927ae0f208daaa2d026a814f2b22dca52cf85ffa8f3f8626c6bd669047'),
  }) as [null, null, [string, Buffer]]
  expect(browser[0]).toBe('OpenID4VPDCAPIHandover')
  expect(browser[1].toString('hex')).toBe('fbece366f4212f9762c74cfdbf83b8c69e371d5d68cea09cb4c48ca6daab761a')
})

describe('a chain of certificates', () => {
  const now = Date.UTC(2026, 5, 1)
  const dates = { from: new Date(Date.UTC(2026, 0, 1)), until: new Date(Date.UTC(2026, 11, 1)) }
  const keys = ['root', 'middle', 'leaf', 'other'].map((name) => deriveP256('k'.repeat(40), name))
  const [root, middle, leaf, other] = keys as [(typeof keys)[0], (typeof keys)[0], (typeof keys)[0], (typeof keys)[0]]
  const make = async (more: Partial<Parameters<typeof makeCertificate>[0]>) =>
    new X509Certificate(await makeCertificate({ ...dates, subject: 'CN=Leaf', issuer: 'CN=Root', key: leaf, signer: root, ...more }))
  const anchorOf = (certificate: X509Certificate) => ({
    thumbprint: createHash('sha256').update(certificate.raw).digest('hex'),
    certificate,
  })
  const tried = (chain: X509Certificate[], top: X509Certificate, at = now) => {
    try {
      return trustedAnchor(chain, [anchorOf(top)], at).certificate === top
    } catch (error) {
      return (error as { code: string }).code
    }
  }

  it('leads to a trusted authority, through as many others as that allows, in force and by whom may sign', async () => {
    const top = await make({ subject: 'CN=Root', key: root, authorities: 1 })
    const narrow = await make({ subject: 'CN=Root', key: root, authorities: 0 })
    const between = await make({ subject: 'CN=Middle', key: middle, authorities: 0 })
    const end = await make({ issuer: 'CN=Middle', signer: middle })
    expect(tried([await make({})], narrow)).toBe(true)
    expect(tried([end, between], top)).toBe(true)
    expect(tried([end, between, top], top)).toBe(true)
    expect(tried([end, between], narrow)).toBe('issuer_not_trusted')
    expect(tried([end], top)).toBe('issuer_not_trusted')
    // Somebody who was given a certificate gives out none.
    const noAuthority = await make({ subject: 'CN=Middle', key: middle })
    expect(tried([end, noAuthority], top)).toBe('issuer_not_trusted')
    // The same names, another key.
    expect(tried([await make({ signer: other })], narrow)).toBe('issuer_not_trusted')
    expect(tried([await make({})], narrow, Date.UTC(2027, 0, 1))).toBe('issuer_certificate_expired')
    expect(tried([await make({ until: new Date(Date.UTC(2026, 1, 1)) })], narrow)).toBe('issuer_certificate_expired')
    expect(tried([await make({ from: new Date(Date.UTC(2026, 8, 1)) })], narrow)).toBe('issuer_certificate_expired')
    // One that is itself trusted, and one that signs no credentials.
    const own = await make({})
    expect(tried([own], own)).toBe(true)
    expect(tried([narrow], narrow)).toBe('issuer_not_trusted')
  })
})

it('whatever is sent as a presentation or a status list is refused by a code, and breaks nothing', () => {
  const expected = {
    ...{ audience: 'a', nonce: 'n', now: Date.now() },
    issuerOf: () => ({ key: deriveP256('k'.repeat(40), 'any').publicKey }),
  }
  const transcript = { by: 'browser', origin: 'https://a.example', nonce: 'n', keyThumbprint: Buffer.alloc(32) } as const
  const refusedBy = (work: () => unknown) => {
    try {
      work()
      return 'taken'
    } catch (error) {
      return (error as { name: string }).name
    }
  }
  const text = fc.oneof(
    fc.string(),
    fc.base64String(),
    fc.array(fc.base64String(), { maxLength: 5 }).map((parts) => parts.join('~')),
  )
  const part = fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value)).toString('base64url'))
  const jwt = fc.tuple(part, part, fc.base64String()).map((parts) => parts.join('.'))
  fc.assert(
    fc.property(
      fc.oneof(
        text,
        jwt,
        jwt.map((one) => `${one}~`),
      ),
      (said) => {
        expect(refusedBy(() => readSdJwtPresentation(said, expected))).toBe('PresentationRefused')
        expect(refusedBy(() => readStatusToken(Buffer.from(said), 'https://a.example', expected))).toBe('PresentationRefused')
      },
    ),
    { numRuns: 500 },
  )
  const value = fc.letrec<{ any: unknown }>((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      fc.integer(),
      fc.string(),
      fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
      fc.array(tie('any'), { maxLength: 4 }),
      fc
        .dictionary(fc.constantFrom('documents', 'status', 'docType', 'issuerSigned', 'nameSpaces', 'issuerAuth'), tie('any'))
        .map((of) => new Map(Object.entries(of))),
      tie('any').map((one) => embedded(one)),
    ),
  })).any
  fc.assert(
    fc.property(value, (of) => {
      const response = encodeCbor(
        new Map<string, unknown>([
          ['status', 0],
          ['documents', [of]],
        ]),
      )
      expect(refusedBy(() => readMdocPresentation(response.toString('base64url'), transcript, expected))).toBe('PresentationRefused')
      expect(refusedBy(() => readStatusToken(encodeCbor(new Tagged(18, of)), 'https://a.example', expected))).toBe('PresentationRefused')
    }),
    { numRuns: 500 },
  )
})

it('a status of which nobody knows what it means is not valid', () => {
  const list = { bits: 4, bytes: Buffer.from([0x70, 0x0f]), ttl: null, expires: null }
  const codes = [0, 1, 2, 3, 4].map((index) => {
    try {
      requireValid(list, index)
      return 'valid'
    } catch (error) {
      return (error as { code: string }).code
    }
  })
  expect(codes).toEqual(['valid', 'credential_revoked', 'credential_revoked', 'valid', 'credential_status_unavailable'])
})
