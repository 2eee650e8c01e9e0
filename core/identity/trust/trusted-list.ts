import { constants, createHash, createVerify, type KeyObject, type X509Certificate } from 'node:crypto'
import { thumbprintOf } from './certificates.ts'
import { BadMasterList } from './master-list.ts'
import { issueNumber, listTime, operatorsSigner, type ProviderList, requireCurrent, type SignedProviderList } from './provider-list.ts'

const TSL = 'http://uri.etsi.org/02231/v2#'
const DSIG = 'http://www.w3.org/2000/09/xmldsig#'
const XADES = 'http://uri.etsi.org/01903/v1.3.2#'
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const INCLUSIVE = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'
const HASHES: Record<string, string> = {
  'http://www.w3.org/2001/04/xmlenc#sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384': 'sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'sha512',
}
const SIGNATURES: Record<string, { hash: string; kind: 'rsa' | 'pss' | 'ecdsa' }> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': { hash: 'sha256', kind: 'rsa' },
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384': { hash: 'sha384', kind: 'rsa' },
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': { hash: 'sha512', kind: 'rsa' },
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1': { hash: 'sha256', kind: 'pss' },
  'http://www.w3.org/2007/05/xmldsig-more#sha384-rsa-MGF1': { hash: 'sha384', kind: 'pss' },
  'http://www.w3.org/2007/05/xmldsig-more#sha512-rsa-MGF1': { hash: 'sha512', kind: 'pss' },
  'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256': { hash: 'sha256', kind: 'ecdsa' },
  'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384': { hash: 'sha384', kind: 'ecdsa' },
  'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512': { hash: 'sha512', kind: 'ecdsa' },
}

/** Loaded where a list of this kind is sent, which is seldom. */
const libraries = async () => ({ ...(await import('xml-crypto')), ...(await import('@xmldom/xmldom')) })
type Libraries = Awaited<ReturnType<typeof libraries>>

/**
 * Reads a trusted list (ETSI TS 119 612, XML with an enveloped XAdES signature), and checks it: its signature, by the operator whose
 * certificate has this thumbprint and whom the signature itself names, and that a newer list is not due at `now` (ms). What is read is what
 * was signed, and nothing beside it. Throws `BadMasterList`.
 */
export async function readTrustedList(bytes: Uint8Array, provider: string, now: number): Promise<SignedProviderList> {
  const xml = await libraries()
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const { signature, chain } = signatureIn(xml, text)
    const signer = operatorsSigner(chain, provider, now)
    const list = contentOf(signedRoot(xml, text, signature, signer))
    requireCurrent(list, now)
    return { list, by: { signer: thumbprintOf(signer.raw), authority: provider } }
  } catch (error) {
    if (error instanceof BadMasterList) throw error
    throw new BadMasterList('This is no trusted list (XML, ETSI TS 119 612).')
  }
}

/** XML without a definition of its own: one could name files, or grow without end. */
function parse({ DOMParser }: Libraries, text: string): Document {
  if (/<!(DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION)/i.test(text))
    throw new BadMasterList('This list carries a definition of its own (DTD), which no trusted list has.')
  const refuse = () => {
    throw new BadMasterList('This is no well-formed XML.')
  }
  return new DOMParser({ errorHandler: { warning: () => {}, error: refuse, fatalError: refuse } }).parseFromString(text, 'text/xml')
}

function signatureIn(xml: Libraries, text: string): { signature: Element; chain: Uint8Array[] } {
  const { documentElement } = parse(xml, text)
  if (documentElement?.localName !== 'TrustServiceStatusList' || documentElement.namespaceURI !== TSL)
    throw new BadMasterList('This is no trusted list (TrustServiceStatusList).')
  const all = elements(documentElement, DSIG, 'Signature')
  const [signature] = all
  if (!signature) throw new BadMasterList('This list is not signed.')
  if (all.length > 1 || signature.parentNode !== documentElement) throw new BadMasterList('A trusted list has one signature of the whole.')
  const chain = elements(signature, DSIG, 'X509Certificate').map((one) => Buffer.from(textOf(one), 'base64'))
  return { signature, chain }
}

/** What was signed, as the element that it is, once the signature is found to be the signer's and to name its certificate. */
function signedRoot(xml: Libraries, text: string, signature: Element, signer: X509Certificate): Element {
  const references = verified(xml, text, signature, signer).map((one) => parse(xml, one).documentElement!)
  const [root] = references.filter(({ localName, namespaceURI }) => localName === 'TrustServiceStatusList' && namespaceURI === TSL)
  const [properties] = references.filter(({ localName, namespaceURI }) => localName === 'SignedProperties' && namespaceURI === XADES)
  if (!root) throw new BadMasterList('The signature is not of the whole list.')
  const named =
    properties && (elements(properties, XADES, 'SigningCertificateV2')[0] ?? elements(properties, XADES, 'SigningCertificate')[0])
  const digest = named && elements(named, XADES, 'CertDigest')[0]
  const hash = digest && HASHES[elements(digest, DSIG, 'DigestMethod')[0]?.getAttribute('Algorithm') ?? '']
  const value = digest && elements(digest, DSIG, 'DigestValue')[0]
  if (!hash || !value) throw new BadMasterList('The signature does not name the certificate of its signer (XAdES).')
  if (
    !createHash(hash)
      .update(signer.raw)
      .digest()
      .equals(Buffer.from(textOf(value), 'base64'))
  )
    throw new BadMasterList('The signature names another certificate than the one it was made with.')
  return root
}

/** The parts of a list that its signature holds, as they were signed. */
function verified({ SignedXml }: Libraries, text: string, signature: Element, { publicKey }: X509Certificate): string[] {
  const signed = new SignedXml({ publicCert: publicKey, getCertFromKeyInfo: () => null })
  signed.HashAlgorithms = Object.fromEntries(Object.entries(HASHES).map(([name, hash]) => [name, hashed(name, hash)])) as never
  signed.SignatureAlgorithms = Object.fromEntries(Object.entries(SIGNATURES).map(([name, how]) => [name, signs(name, how)])) as never
  signed.CanonicalizationAlgorithms = pick(signed.CanonicalizationAlgorithms, [EXCLUSIVE, INCLUSIVE, ENVELOPED])
  try {
    signed.loadSignature(signature as never)
    if (signed.checkSignature(text)) return signed.getSignedReferences()
  } catch {
    // Told below: altered, or in a way that does not count.
  }
  throw new BadMasterList('This list was changed after it was signed, or is signed in a way that does not count.')
}

const pick = <T extends object>(all: T, names: string[]): T =>
  Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name))) as T

const hashed = (name: string, hash: string) =>
  class {
    getHash = (text: string) => createHash(hash).update(text, 'utf8').digest('base64')
    getAlgorithmName = () => name
  }

const signs = (name: string, { hash, kind }: (typeof SIGNATURES)[string]) =>
  class {
    verifySignature = (text: string, key: KeyObject, value: string) => {
      const how =
        kind === 'ecdsa'
          ? { dsaEncoding: 'ieee-p1363' as const }
          : { padding: kind === 'pss' ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING }
      if (key.asymmetricKeyType !== (kind === 'ecdsa' ? 'ec' : 'rsa')) return false
      return createVerify(hash)
        .update(text)
        .verify({ key, ...how }, value, 'base64')
    }
    getSignature = (): never => {
      throw new Error('nothing is signed here')
    }
    getAlgorithmName = () => name
  }

function contentOf(root: Element): ProviderList {
  const [scheme] = elements(root, TSL, 'SchemeInformation')
  const one = (name: string): string => textOf(elements(scheme!, TSL, name)[0])
  const operator = inEnglish(elements(scheme!, TSL, 'SchemeOperatorName')[0])
  const territory = one('SchemeTerritory')
  const [next] = elements(scheme!, TSL, 'NextUpdate')
  return {
    format: 'ts_119_612',
    scheme: JSON.stringify([one('TSLType'), territory, operator, inEnglish(elements(scheme!, TSL, 'SchemeName')[0])]),
    operator,
    territory,
    sequence: issueNumber(one('TSLSequenceNumber')),
    issued: listTime(one('ListIssueDateTime')),
    nextUpdate: listTime(textOf(elements(next!, TSL, 'dateTime')[0])),
    services: elements(root, TSL, 'TSPService').map((service) => {
      // Its history stands beside it, in elements of the same names.
      const [now] = elements(service, TSL, 'ServiceInformation')
      return {
        type: textOf(elements(now!, TSL, 'ServiceTypeIdentifier')[0]),
        status: textOf(elements(now!, TSL, 'ServiceStatus')[0]),
        certificates: elements(elements(now!, TSL, 'ServiceDigitalIdentity')[0]!, TSL, 'X509Certificate').map((der) =>
          Buffer.from(textOf(der), 'base64'),
        ),
      }
    }),
  }
}

const elements = (within: Element, namespace: string, name: string): Element[] => [
  ...Array.from(within.getElementsByTagNameNS(namespace, name)),
]

const textOf = (element: Element | undefined): string => {
  if (!element) throw new BadMasterList('This list leaves out what each trusted list says.')
  return (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
}

function inEnglish(element: Element | undefined): string {
  const names = element ? elements(element, TSL, 'Name') : []
  return textOf(names.find((one) => one.getAttribute('xml:lang') === 'en') ?? names[0])
}
