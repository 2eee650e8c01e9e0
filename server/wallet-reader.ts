import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { WalletReader } from '#core/kernel/services.ts'

const PEM = /-----BEGIN ([A-Z ]+)-----[^-]+-----END \1-----/g

/**
 * The certificate with which an operator is registered to ask identity wallets: its key and its chain, the operator's own first, in one file
 * of PEM. The authority at the top is left out, as the profile wants it. Throws one plain sentence.
 */
export function readWalletReader(path: string | undefined): WalletReader | null {
  if (path === undefined) return null
  const wrong = (what: string) => new Error(`WALLET_READER_FILE ${what}.`)
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
  return { key, certificates: chain.filter((one) => !one.checkIssued(one)).map((one) => one.raw.toString('base64')) }
}
