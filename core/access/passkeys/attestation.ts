import { isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers'

type Cbor = Parameters<typeof isoCBOR.encode>[0]

/**
 * A new passkey's statement of itself without what vouches for the device. We never ask for that, and whoever sends it all the
 * same writes the certificates, whose lists of revoked ones the library would fetch from whatever address they name.
 * Throws when it is no such statement.
 */
export function withoutAttestation(attestationObject: string): string {
  const given = isoCBOR.decodeFirst<Map<string, Cbor>>(isoBase64URL.toBuffer(attestationObject))
  const authData = given.get('authData')
  if (!(authData instanceof Uint8Array)) throw new Error('no authenticator data')
  const bare = new Map<string | number, Cbor>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ])
  return isoBase64URL.fromBuffer(isoCBOR.encode(bare))
}
