import { createHash, KeyObject, sign, webcrypto, X509Certificate } from 'node:crypto'
import * as x509 from '@peculiar/x509'
import { DOMParser } from '@xmldom/xmldom'
import { CompactSign } from 'jose'
import { ExclusiveCanonicalization } from 'xml-crypto'
import { sign1 } from '#core/sandbox/simulated/credentials.ts'
import { encodeCbor, Tagged } from '#credentials/presented/cbor.ts'

const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const DAY_MS = 86_400_000
const MASTER_LIST = '2.23.136.1.1.2'

export interface MadeUp {
  pem: string
  der: Buffer
  certificate: x509.X509Certificate
  keys: CryptoKeyPair
}

interface Options {
  name?: string
  ca?: boolean
  from?: number
  until?: number
  by?: MadeUp
  usages?: string[]
  rsaBits?: number
}

let serial = 0

/** A certificate that was made up: of an authority, signed by itself, unless said otherwise. Times in ms from now. */
export async function makeAuthority(options: Options = {}): Promise<MadeUp> {
  x509.cryptoProvider.set(webcrypto as Crypto)
  const { name = 'C=UT, CN=Made-up authority', ca = true, from = -DAY_MS, until = 365 * DAY_MS, by, usages, rsaBits } = options
  const algorithm = rsaBits
    ? { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: rsaBits, publicExponent: new Uint8Array([1, 0, 1]) }
    : EC
  const keys = (await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as CryptoKeyPair
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: (++serial).toString(16).padStart(8, '1'),
    subject: name,
    issuer: by?.certificate.subject ?? name,
    notBefore: new Date(Date.now() + from),
    notAfter: new Date(Date.now() + until),
    signingAlgorithm: by ? EC : algorithm,
    publicKey: keys.publicKey,
    signingKey: (by ?? { keys }).keys.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(ca, undefined, true),
      new x509.KeyUsagesExtension(
        ca ? x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign : x509.KeyUsageFlags.digitalSignature,
        true,
      ),
      ...(usages ? [new x509.ExtendedKeyUsageExtension(usages, true)] : []),
    ],
  })
  return { certificate, keys, pem: certificate.toString('pem'), der: Buffer.from(certificate.rawData) }
}

const tlv = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  const length =
    content.length < 0x80 ? [content.length] : [0x83, content.length >> 16, (content.length >> 8) & 0xff, content.length & 0xff]
  // The shortest form, as DER wants it.
  while (length.length > 2 && length[1] === 0) {
    length.splice(1, 1)
    length[0]!--
  }
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}
const seq = (...parts: Uint8Array[]) => tlv(0x30, ...parts)
const int = (n: number) => tlv(0x02, Buffer.from([n]))
const octets = (bytes: Uint8Array) => tlv(0x04, bytes)
const oid = (text: string): Buffer => {
  const [a, b, ...rest] = text.split('.').map(Number)
  const arc = (n: number): number[] => {
    const out = [n & 0x7f]
    for (let left = Math.floor(n / 128); left; left = Math.floor(left / 128)) out.unshift((left & 0x7f) | 0x80)
    return out
  }
  return tlv(0x06, Buffer.from([a! * 40 + b!, ...rest].flatMap(arc)))
}

/** A CSCA master list as states sign it (ICAO Doc 9303-12), of these certificates. */
export async function signMasterList(
  certificates: readonly MadeUp[],
  signer: MadeUp,
  change: { after?: (bytes: Buffer) => Buffer; digest?: string } = {},
): Promise<Buffer> {
  const content = seq(int(0), tlv(0x31, ...certificates.map(({ der }) => der).sort(Buffer.compare)))
  const sha256 = seq(oid(change.digest ?? '2.16.840.1.101.3.4.2.1'))
  const attribute = (type: string, value: Buffer) => seq(oid(type), tlv(0x31, value))
  const attributes = [
    attribute('1.2.840.113549.1.9.3', oid(MASTER_LIST)),
    attribute('1.2.840.113549.1.9.4', octets(createHash('sha256').update(content).digest())),
  ].sort(Buffer.compare)
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', signer.keys.privateKey))
  const signature = sign('sha256', tlv(0x31, ...attributes), { key: pkcs8, format: 'der', type: 'pkcs8' })
  const ski = octets(createHash('sha1').update(new X509Certificate(signer.der).raw).digest())
  ski[0] = 0x80
  const info = seq(int(3), ski, sha256, tlv(0xa0, ...attributes), seq(oid('1.2.840.10045.4.3.2')), octets(signature))
  const changed = change.after?.(content) ?? content
  const signed = seq(int(3), tlv(0x31, sha256), seq(oid(MASTER_LIST), tlv(0xa0, octets(changed))), tlv(0xa0, signer.der), tlv(0x31, info))
  return seq(oid('1.2.840.113549.1.7.2'), tlv(0xa0, signed))
}

/** An entry of a list of authorities of mobile documents. */
export interface Entry {
  der: Buffer
  docType: string[]
  notAfter?: string
}

/** A VICAL (ISO/IEC 18013-5, annex C) with these entries, signed by a signer whose certificate stands in it with that of its provider. */
export async function signVical(
  entries: readonly Entry[],
  signer: MadeUp,
  provider: MadeUp,
  { version = '1.0', nextUpdate }: { version?: string; nextUpdate?: string } = {},
): Promise<Buffer> {
  const time = (text: string) => new Tagged(0, text)
  const certificateInfos = entries.map(({ der, docType, notAfter }) => {
    const { serialNumber } = new X509Certificate(der)
    const skid = createHash('sha1').update(der).digest()
    const info: [string, unknown][] = [
      ['certificate', der],
      ['serialNumber', new Tagged(2, Buffer.from(serialNumber, 'hex'))],
      ['ski', skid],
      ['docType', docType],
    ]
    return new Map<string, unknown>([...info, ...(notAfter ? [['notAfter', time(notAfter)] as [string, unknown]] : [])])
  })
  const head: [string, unknown][] = [
    ['version', version],
    ['vicalProvider', 'Utopia'],
    ['date', time('2026-11-01T00:00:00Z')],
    ['certificateInfos', certificateInfos],
  ]
  const payload = encodeCbor(
    new Map<string, unknown>([...head, ...(nextUpdate ? [['nextUpdate', time(nextUpdate)] as [string, unknown]] : [])]),
  )
  const key = KeyObject.from(signer.keys.privateKey as Parameters<typeof KeyObject.from>[0])
  return Buffer.from(encodeCbor(sign1(key, new Map([[1, -7]]), [signer.der, provider.der], payload)))
}

/** A service as lists of trust services name it. */
export interface Listed {
  type: string
  status?: string
  der: Buffer
}

interface Issue {
  sequence?: number
  issued?: number
  nextUpdate?: number
  operator?: string
}
const moment = (ms: number) => new Date(Date.now() + ms).toISOString().replace(/\.\d+Z/, 'Z')

/** A list of trusted entities (ETSI TS 119 602), signed as compact JAdES by a signer whose certificate it carries with those above it. */
export async function signLote(services: readonly Listed[], chain: MadeUp[], issue: Issue & { header?: object } = {}): Promise<Buffer> {
  const { sequence = 1, issued = -60_000, nextUpdate = 30 * DAY_MS, operator = 'Utopia', header } = issue
  const said = (value: string) => [{ lang: 'en', value }]
  const LoTE = {
    ListAndSchemeInformation: {
      ...{ LoTEVersionIdentifier: 1, LoTESequenceNumber: sequence, LoTEType: 'http://uri.etsi.org/19602/LoTEType/EUPIDProvidersList' },
      ...{ SchemeOperatorName: said(operator), SchemeName: said('UT:PID providers'), SchemeTerritory: 'UT' },
      ...{ ListIssueDateTime: moment(issued), NextUpdate: moment(nextUpdate) },
    },
    TrustedEntitiesList: services.map(({ type, status, der }) => ({
      TrustedEntityInformation: { TEName: said('A provider') },
      TrustedEntityServices: [
        {
          ServiceInformation: {
            ...{ ServiceTypeIdentifier: type, ServiceName: said('A service'), ...(status && { ServiceStatus: status }) },
            ServiceDigitalIdentity: { X509Certificates: [{ val: der.toString('base64') }] },
          },
        },
      ],
    })),
  }
  const [signer] = chain
  return Buffer.from(
    await new CompactSign(Buffer.from(JSON.stringify({ LoTE })))
      .setProtectedHeader({ alg: 'ES256', x5c: chain.map(({ der }) => der.toString('base64')), ...header })
      .sign(signer!.keys.privateKey, { crit: { condition: true } }),
  )
}

/** A trusted list (ETSI TS 119 612), with an enveloped XAdES signature. */
export function signTrustedList(
  services: readonly Listed[],
  [signer, ...above]: MadeUp[],
  { sequence = 1, issued = -60_000, nextUpdate = 30 * DAY_MS, operator = 'Utopia', names = signer! }: Issue & { names?: MadeUp } = {},
): Buffer {
  const name = (tag: string, text: string) => `<${tag}><Name xml:lang="en">${text}</Name></${tag}>`
  const listed = services.map(
    ({ type, status, der }) =>
      `<TrustServiceProvider><TSPInformation>${name('TSPName', 'A provider')}</TSPInformation><TSPServices><TSPService><ServiceInformation>` +
      `<ServiceTypeIdentifier>${type}</ServiceTypeIdentifier>${name('ServiceName', 'A service')}<ServiceDigitalIdentity><DigitalId><X509Certificate>` +
      `${der.toString('base64')}</X509Certificate></DigitalId></ServiceDigitalIdentity><ServiceStatus>${status}</ServiceStatus>` +
      '</ServiceInformation></TSPService></TSPServices></TrustServiceProvider>',
  )
  const xades = 'http://uri.etsi.org/01903/v1.3.2#'
  const digest = createHash('sha256').update(names.der).digest('base64')
  const properties =
    `<xades:QualifyingProperties xmlns:xades="${xades}" Target="#sig"><xades:SignedProperties Id="props"><xades:SignedSignatureProperties>` +
    `<xades:SigningTime>${moment(issued)}</xades:SigningTime><xades:SigningCertificateV2><xades:Cert><xades:CertDigest>` +
    '<ds:DigestMethod xmlns:ds="http://www.w3.org/2000/09/xmldsig#" Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/>' +
    `<ds:DigestValue xmlns:ds="http://www.w3.org/2000/09/xmldsig#">${digest}</ds:DigestValue></xades:CertDigest></xades:Cert>` +
    '</xades:SigningCertificateV2></xades:SignedSignatureProperties></xades:SignedProperties></xades:QualifyingProperties>'
  const list =
    '<?xml version="1.0" encoding="UTF-8"?>\n<TrustServiceStatusList xmlns="http://uri.etsi.org/02231/v2#" TSLTag="http://uri.etsi.org/19612/TSLTag" Id="tl">' +
    `<SchemeInformation><TSLVersionIdentifier>6</TSLVersionIdentifier><TSLSequenceNumber>${sequence}</TSLSequenceNumber>` +
    `<TSLType>http://uri.etsi.org/TrstSvc/TrustedList/TSLType/EUgeneric</TSLType>${name('SchemeOperatorName', operator)}` +
    `${name('SchemeName', 'UT:Trusted list')}<SchemeTerritory>UT</SchemeTerritory><ListIssueDateTime>${moment(issued)}</ListIssueDateTime>` +
    `<NextUpdate><dateTime>${moment(nextUpdate)}</dateTime></NextUpdate></SchemeInformation>` +
    `<TrustServiceProviderList>${listed.join('')}</TrustServiceProviderList></TrustServiceStatusList>`
  const hash = (xml: string) => createHash('sha256').update(canonical(xml)).digest('base64')
  const sha256 = '<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/>'
  const transforms = (...names: string[]) =>
    `<ds:Transforms>${names.map((one) => `<ds:Transform Algorithm="${one}"/>`).join('')}</ds:Transforms>`
  const inner = properties.slice(properties.indexOf('<xades:SignedProperties'), properties.lastIndexOf('</xades:QualifyingProperties>'))
  const standing = inner.replace('<xades:SignedProperties', `<xades:SignedProperties xmlns:xades="${xades}"`)
  const rsa = signer!.certificate.publicKey.algorithm.name.startsWith('RSA')
  const info =
    `<ds:SignedInfo xmlns:ds="${DSIG}"><ds:CanonicalizationMethod Algorithm="${EXCLUSIVE}"/>` +
    `<ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#${rsa ? 'rsa' : 'ecdsa'}-sha256"/>` +
    `<ds:Reference URI="">${transforms(`${DSIG}enveloped-signature`, EXCLUSIVE)}${sha256}<ds:DigestValue>${hash(list)}</ds:DigestValue></ds:Reference>` +
    `<ds:Reference URI="#props" Type="http://uri.etsi.org/01903#SignedProperties">${transforms(EXCLUSIVE)}${sha256}` +
    `<ds:DigestValue>${hash(standing)}</ds:DigestValue></ds:Reference></ds:SignedInfo>`
  const key = KeyObject.from(signer!.keys.privateKey as Parameters<typeof KeyObject.from>[0])
  const value = sign('sha256', Buffer.from(canonical(info)), rsa ? key : { key, dsaEncoding: 'ieee-p1363' }).toString('base64')
  const chain = [signer!, ...above].map(({ der }) => `<ds:X509Certificate>${der.toString('base64')}</ds:X509Certificate>`).join('')
  const signature =
    `<ds:Signature xmlns:ds="${DSIG}" Id="sig">${info}<ds:SignatureValue>${value}</ds:SignatureValue>` +
    `<ds:KeyInfo><ds:X509Data>${chain}</ds:X509Data></ds:KeyInfo><ds:Object>${properties}</ds:Object></ds:Signature>`
  return Buffer.from(list.replace('</TrustServiceStatusList>', `${signature}</TrustServiceStatusList>`))
}

const DSIG = 'http://www.w3.org/2000/09/xmldsig#'
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const canonical = (xml: string): string =>
  new ExclusiveCanonicalization().process(new DOMParser().parseFromString(xml, 'text/xml').documentElement as never, {})
