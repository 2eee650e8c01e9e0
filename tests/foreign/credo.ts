import { createPublicKey, randomBytes, verify } from 'node:crypto'
import { EventEmitter } from 'node:events'

// biome-ignore lint/suspicious/noExplicitAny: the library is installed only where it is asked for, so its types are not at hand.
type Loose = any

/**
 * An agent of Credo (OpenWallet Foundation) that verifies and keeps nothing. Its core alone, with what it asks its user for: a key
 * service that verifies Ed25519 and P-256, a storage that stays empty, and a resolver of `did:web` over plain HTTP, as on any machine of one's own.
 */
export function credoAgent(credo: Loose, resolve: (did: string) => Promise<Record<string, unknown>>): Loose {
  const no = () => {
    throw new Error('This agent only verifies.')
  }
  const keys = {
    backend: 'node',
    isOperationSupported: (_: unknown, { operation }: { operation: string }) => operation === 'verify' || operation === 'randomBytes',
    randomBytes: (_: unknown, { length }: { length: number }) => new Uint8Array(randomBytes(length)),
    verify: async (_: unknown, { key, data, signature, algorithm }: Loose) => {
      const publicKey = createPublicKey({ key: key.publicJwk, format: 'jwk' })
      const verified = ['EdDSA', 'Ed25519'].includes(algorithm)
        ? verify(null, data, publicKey, signature)
        : algorithm === 'ES256' && verify('sha256', data, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature)
      return verified ? { verified, publicJwk: key.publicJwk } : { verified: false }
    },
    ...Object.fromEntries(['getPublicKey', 'createKey', 'importKey', 'deleteKey', 'sign', 'encrypt', 'decrypt'].map((name) => [name, no])),
  }
  const storage = {
    register: (manager: Loose) =>
      manager.registerInstance(credo.InjectionSymbols.StorageService, {
        supportsCursorPagination: false,
        findByQuery: async () => [],
        getAll: async () => [],
        ...Object.fromEntries(['save', 'update', 'delete', 'deleteById', 'getById'].map((name) => [name, no])),
      }),
  }
  const web = {
    supportedMethods: ['web'],
    allowsCaching: false,
    resolve: async (_: unknown, did: string) => ({
      didDocument: credo.JsonTransformer.fromJSON(await resolve(did), credo.DidDocument),
      didDocumentMetadata: {},
      didResolutionMetadata: { contentType: 'application/did+json' },
    }),
  }
  class Nowhere {}
  return new credo.Agent({
    config: { allowInsecureHttpUrls: true },
    dependencies: { FileSystem: Nowhere, EventEmitterClass: EventEmitter, fetch, WebSocketClass: Nowhere },
    modules: {
      storage,
      keyManagement: new credo.Kms.KeyManagementModule({ backends: [keys], defaultBackend: 'node' }),
      dids: new credo.DidsModule({ resolvers: [web], registrars: [] }),
    },
  })
}
