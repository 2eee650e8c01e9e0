import { SignOnRefused } from './refusals.ts'
import { XMLDSIG } from './saml-xml.ts'

/** Loaded when somebody signs on or out: most installations never do. */
const libraries = async () => ({ ...(await import('xml-crypto')), ...(await import('@xmldom/xmldom')) })

/**
 * The whole document as it was signed, by a signature of its root that one of the certificates (PEM) holds for; null where none does. Which
 * signatures there are, and with which algorithms, has been looked at before.
 */
export async function signedWhole(xml: string, certificates: readonly string[]): Promise<string | null> {
  const { SignedXml, DOMParser } = await libraries()
  const fail = () => {
    throw new SignOnRefused('assertion_unreadable')
  }
  const document = new DOMParser({ errorHandler: { warning: () => {}, error: fail, fatalError: fail } }).parseFromString(xml, 'text/xml')
  const root = document.documentElement
  const [signature, ...others] = Array.from(root.childNodes as NodeListOf<Element>).filter(
    (one) => one.localName === 'Signature' && one.namespaceURI === XMLDSIG,
  )
  const id = root.getAttribute('ID')
  if (!signature || others.length || !id) return null
  for (const publicCert of certificates) {
    // A certificate that came along is believed by nobody.
    const check = new SignedXml({ publicCert, getCertFromKeyInfo: () => null })
    try {
      check.loadSignature(signature)
      const [one, ...more] = check.getReferences()
      if (more.length || one?.uri !== `#${id}` || !check.checkSignature(xml)) continue
      return check.getSignedReferences()[0] ?? null
    } catch {
      // Another certificate may hold.
    }
  }
  return null
}
