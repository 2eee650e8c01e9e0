import type { KeySettings } from '#core/kernel/keys/open.ts'
import type { KeyService } from '#core/kernel/keys/service.ts'
import { awsKmsService } from '#core/kernel/keys/services/aws-kms.ts'
import { pkcs11Service } from '#core/kernel/keys/services/pkcs11.ts'
import { vaultService } from '#core/kernel/keys/services/vault.ts'
import { egress } from '#egress/gate.ts'
import { type Env, masterSecret } from './env.ts'

/** What the operator set for keys; opened once, at start. */
export function keySettings(env: Env): KeySettings {
  const { kind, formerSecret, keysUrl } = env.keys
  // With a service the secret need not be given; none is made beside it.
  const secret = kind === 'embedded' ? masterSecret(env) : env.secret
  return { secret, formerSecret, service: serviceOf(env), keysUrl }
}

function serviceOf({ keys: { kind, setting } }: Env): KeyService | null {
  const need = (name: string): string => {
    const value = setting(name)
    if (!value) throw new Error(`${name} must be set with KEY_SERVICE=${kind}.`)
    return value
  }
  switch (kind) {
    case 'embedded':
      return null
    case 'pkcs11':
      return pkcs11Service({
        library: need('PKCS11_MODULE'),
        token: setting('PKCS11_TOKEN'),
        pin: need('PKCS11_PIN'),
        key: setting('PKCS11_KEY') ?? 'sealwright',
      })
    case 'aws-kms':
      return awsKmsService(
        {
          region: need('AWS_REGION'),
          keyId: need('AWS_KMS_KEY_ID'),
          accessKeyId: need('AWS_ACCESS_KEY_ID'),
          secretAccessKey: need('AWS_SECRET_ACCESS_KEY'),
          sessionToken: setting('AWS_SESSION_TOKEN'),
          endpoint: setting('AWS_KMS_ENDPOINT'),
        },
        egress.fetch('keys'),
      )
    case 'vault':
      return vaultService(
        {
          address: need('VAULT_ADDR'),
          token: need('VAULT_TOKEN'),
          key: setting('VAULT_TRANSIT_KEY') ?? 'sealwright',
          mount: setting('VAULT_TRANSIT_MOUNT') ?? 'transit',
          namespace: setting('VAULT_NAMESPACE'),
        },
        egress.fetch('keys'),
      )
  }
}
