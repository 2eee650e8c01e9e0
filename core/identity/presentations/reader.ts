import { createHash, createPrivateKey, type KeyObject } from 'node:crypto'
import type { Ctx } from '#core/kernel/context.ts'
import type { CertifiedKey } from '#core/kernel/services.ts'
import { deriveP256, makeCertificate } from '#credentials/certificate.ts'

/** With what we sign what we ask wallets for. */
export interface ReaderKey {
  privateKey: KeyObject
  /** DER, base64: without the authority, as the profile wants it (HAIP 1.0). */
  x5c: string[]
  /** By the hash of the certificate: `x509_hash:…`. */
  clientId: string
}

const made = new Map<string, Promise<ReaderKey>>()

/**
 * With what requests to wallets are signed: the certificate that the operator is registered with, in production; else the installation's
 * own, with a key that the keyring derives: of an authority of its own, for the host of
 * its public address, anew each year. A wallet that knows it again sees the same client id in every process.
 */
export function readerKey(ctx: Pick<Ctx, 'services' | 'world' | 'now'>): Promise<ReaderKey> {
  const { keyring, config } = ctx.services
  const { walletReader } = config
  if (walletReader && !ctx.world.issuers.simulated) return Promise.resolve(registered(walletReader))
  const host = new URL(config.publicUrl).hostname
  const year = new Date(ctx.now).getUTCFullYear()
  const secret = keyring.derive('wallet-requests')
  const name = createHash('sha256').update([secret, ctx.world.environment, host, year].join('|')).digest('hex')
  let key = made.get(name)
  if (!key) {
    if (made.size > 100) made.clear()
    key = make(secret, ctx.world, host, year)
    made.set(name, key)
  }
  return key
}

function registered({ key, certificates }: CertifiedKey): ReaderKey {
  return { privateKey: createPrivateKey(key), x5c: certificates, clientId: clientIdOf(Buffer.from(certificates[0]!, 'base64')) }
}

const clientIdOf = (der: Buffer): string => `x509_hash:${createHash('sha256').update(der).digest('base64url')}`

async function make(secret: string, { environment, issuers }: Ctx['world'], host: string, year: number): Promise<ReaderKey> {
  const authority = deriveP256(secret, `${environment}/authority`)
  const key = deriveP256(secret, `${environment}/reader`)
  const der = await makeCertificate({
    subject: `CN=${host}`,
    issuer: `O=Sealwright, CN=Requests to wallets of ${host}${issuers.simulated ? ' (sandbox)' : ''}`,
    key,
    signer: authority,
    from: new Date(Date.UTC(year, 0, 1)),
    // What is asked in the last minutes of a year is answered in the next.
    until: new Date(Date.UTC(year + 1, 0, 15)),
    dns: host,
  })
  return { privateKey: key.privateKey, x5c: [der.toString('base64')], clientId: clientIdOf(der) }
}
