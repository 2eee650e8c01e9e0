import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { CertifiedKey } from '#core/kernel/services.ts'

const PEM = /-----BEGIN ([A-Z ]+)-----[^-]+-----END \1-----/g

/**
 * A certificate of the operator's from an authority that strangers trust, to ask identity wallets or to sign credentials with: its key and its
 * chain, the operator's own first, in one file of PEM. The authority at the top is left out, as the profile of high assurance wants it. Where
 * a `host` is given the certificate has to name it. Throws one plain sentence that begins with the name of the setting.
 */
export function readCertifiedKey(setting: string, path: string | undefined, host?: string): CertifiedKey | null {
  if (path === undefined) return null
  const wrong = (what: string) => new Error(`${setting} ${what}.`)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    throw wrong('names a file that cannot be read')
  }
  const blocks = [...text.matchAll(PEM)]
  const key = blocks.find(([, kind]) => kind?.endsWith('PRIVATE KEY'))?.[0]
  const chain = blocks.filter(([, kind]) => kind === 'CERTIFICATE').map(([pem]) => new X509Certificate(pem))
  const [own] = chain
  if (!key || !own) throw wrong('holds no private key with its certificates')
  const privateKey = createPrivateKey(key)
  if (privateKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw wrong('holds a key that is not of the curve P-256')
  if (!own.checkPrivateKey(privateKey)) throw wrong('begins with a certificate of another key')
  if (own.validToDate.getTime() < Date.now()) throw wrong('holds a certificate that has expired')
  if (own.checkIssued(own)) throw wrong('holds a certificate that signed itself: wallets take none')
  if (host && !(/^[\d.]+$/.test(host) ? own.checkIP(host) : own.checkHost(host)))
    throw wrong(`holds a certificate that does not name ${host}, the host of PUBLIC_URL`)
  return { key, certificates: chain.filter((one) => !one.checkIssued(one)).map((one) => one.raw.toString('base64')) }
}
