import { createPublicKey } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import type { Signer } from '#credentials/keys.ts'
import type { KeyService } from '../service.ts'
import { type Send, sendJson } from './send-json.ts'

export interface AwsKmsSettings {
  region: string
  /** Id, ARN or alias of the symmetric key that wraps. */
  keyId: string
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string | null
  /** Another address than the region's own: a private endpoint. */
  endpoint: string | null
}

const SPKI_ED25519_BYTES = 12

/** AWS Key Management Service, its JSON protocol with Signature Version 4. It wraps, and holds Ed25519 keys. */
export function awsKmsService(settings: AwsKmsSettings, send: Send): KeyService {
  const url = settings.endpoint ?? `https://kms.${settings.region}.amazonaws.com/`
  const ask = async (operation: string, body: object): Promise<Record<string, unknown>> => {
    const signed = await new AwsV4Signer({
      url,
      method: 'POST',
      headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `TrentService.${operation}` },
      body: JSON.stringify(body),
      accessKeyId: settings.accessKeyId,
      secretAccessKey: settings.secretAccessKey,
      ...(settings.sessionToken && { sessionToken: settings.sessionToken }),
      service: 'kms',
      region: settings.region,
      // The address is signed as it is sent.
      allHeaders: true,
    }).sign()
    return sendJson(send, signed.url.toString(), {
      method: signed.method,
      headers: Object.fromEntries(signed.headers.entries()),
      body: signed.body as string,
    })
  }
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
  return {
    name: 'aws-kms',
    wrap: async (secret, context) => {
      const { CiphertextBlob } = await ask('Encrypt', {
        KeyId: settings.keyId,
        Plaintext: base64(secret),
        EncryptionContext: { sealwright: context },
      })
      return Buffer.from(CiphertextBlob as string, 'base64')
    },
    unwrap: async (wrapped, context) => {
      const { Plaintext } = await ask('Decrypt', {
        KeyId: settings.keyId,
        CiphertextBlob: base64(wrapped),
        EncryptionContext: { sealwright: context },
      })
      return Buffer.from(Plaintext as string, 'base64')
    },
    makeSigner: async (purpose) => {
      const { KeyMetadata } = await ask('CreateKey', {
        KeySpec: 'ECC_NIST_EDWARDS25519',
        KeyUsage: 'SIGN_VERIFY',
        Description: `Sealwright ${purpose}`,
      })
      return (KeyMetadata as { Arn: string }).Arn
    },
    signer: async (name, kid) => {
      const { PublicKey } = await ask('GetPublicKey', { KeyId: name })
      const der = Buffer.from(PublicKey as string, 'base64')
      if (createPublicKey({ key: der, format: 'der', type: 'spki' }).asymmetricKeyType !== 'ed25519')
        throw new Error('The key of the log in AWS KMS is no Ed25519 key.')
      const publicKey = der.subarray(SPKI_ED25519_BYTES)
      const sign: Signer['sign'] = async (message) => {
        const { Signature } = await ask('Sign', {
          KeyId: name,
          Message: base64(message),
          MessageType: 'RAW',
          SigningAlgorithm: 'ED25519_SHA_512',
        })
        return Buffer.from(Signature as string, 'base64')
      }
      return { kid: kid(publicKey), alg: 'EdDSA', publicKey, sign }
    },
  }
}
