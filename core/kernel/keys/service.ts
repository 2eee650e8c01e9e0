import { deriveKey, type Signer } from '#credentials/keys.ts'
import { openBytes, SealError, sealBytes } from '#credentials/seal.ts'

/**
 * What keeps the product's keys from whoever has only the database: it wraps secrets, and may hold signing keys that never
 * leave it. Asked at the start, at rotations and for checkpoints of the log, never within a call.
 */
export interface KeyService {
  readonly name: 'embedded' | 'pkcs11' | 'aws-kms' | 'vault'
  /** Wraps a secret of at most 1 kB. `context` is bound to it. */
  wrap(secret: Uint8Array, context: string): Promise<Uint8Array>
  /** Throws when it was wrapped elsewhere or for another context. */
  unwrap(wrapped: Uint8Array, context: string): Promise<Uint8Array>
  /** Makes an Ed25519 key inside the service and gives its name there. Absent where the service holds none. */
  makeSigner?(purpose: string): Promise<string>
  /** The signer of that name. */
  signer?(name: string, kid: (publicKey: Uint8Array) => string): Promise<Signer>
  close?(): Promise<void>
}

/** The service of an installation without one: keys are wrapped under its own secret. Former secrets still open. */
export function embeddedService(secret: string, former: readonly string[] = []): KeyService {
  const keys = [secret, ...former].map((one) => deriveKey(one, 'key-encryption'))
  return {
    name: 'embedded',
    wrap: async (bytes, context) => sealBytes(keys[0]!, context, bytes),
    unwrap: async (wrapped, context) => {
      for (const key of keys)
        try {
          return openBytes(key, context, wrapped)
        } catch (error) {
          if (!(error instanceof SealError)) throw error
        }
      throw new SealError()
    },
  }
}
