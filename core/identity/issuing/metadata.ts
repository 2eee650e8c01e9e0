import type { Environment } from '#core/kernel/context.ts'
import { HOLDER_ALGORITHMS } from '#credentials/holder-key.ts'
import { issuerUrl } from '#credentials/keys.ts'
import { typeMetadata, vctOf } from '#credentials/sd-jwt.ts'
import type { CredentialAlgorithm } from '../credentials/issuer-keys.ts'

export const PRE_AUTHORIZED = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'

/** The forms that wallets may ask for, by the name that they ask with. `named` ones hold a name and a birth date. */
export const CONFIGURATIONS = {
  identity_assurance: { format: 'dc+sd-jwt', named: false, alg: 'ES256' },
  identity_assurance_named: { format: 'dc+sd-jwt', named: true, alg: 'ES256' },
  identity_assurance_eddsa: { format: 'dc+sd-jwt', named: false, alg: 'EdDSA' },
  identity_assurance_named_eddsa: { format: 'dc+sd-jwt', named: true, alg: 'EdDSA' },
  identity_assurance_vc: { format: 'jwt_vc_json', named: false, alg: 'EdDSA' },
} as const satisfies Record<string, { format: string; named: boolean; alg: CredentialAlgorithm }>
export type ConfigurationId = keyof typeof CONFIGURATIONS

const ISSUERS: Record<Environment, string> = { production: 'Sealwright', sandbox: 'Sealwright sandbox' }

const NAMES: Record<ConfigurationId, string> = {
  identity_assurance: 'Identity assurance',
  identity_assurance_named: 'Identity assurance, with name and birth date',
  identity_assurance_eddsa: 'Identity assurance (EdDSA)',
  identity_assurance_named_eddsa: 'Identity assurance, with name and birth date (EdDSA)',
  identity_assurance_vc: 'Identity assurance (VC)',
}

/** `/.well-known/openid-credential-issuer`: OpenID4VCI 1.0, section 12.2. */
export function issuerMetadata(publicUrl: string, environment: Environment): Record<string, unknown> {
  const issuer = issuerUrl(publicUrl, environment)
  const configuration = (id: ConfigurationId) => ({
    format: CONFIGURATIONS[id].format,
    // The profile of high assurance wants one for each, though nothing is asked for by it here.
    scope: id,
    cryptographic_binding_methods_supported: ['jwk', 'did:jwk'],
    credential_signing_alg_values_supported: [CONFIGURATIONS[id].alg],
    proof_types_supported: { jwt: { proof_signing_alg_values_supported: HOLDER_ALGORITHMS } },
    ...(CONFIGURATIONS[id].format === 'dc+sd-jwt'
      ? { vct: vctOf(publicUrl) }
      : { credential_definition: { type: ['VerifiableCredential', 'IdentityAssurance'] } }),
    credential_metadata: {
      display: [{ name: NAMES[id], locale: 'en' }],
      ...(CONFIGURATIONS[id].format === 'dc+sd-jwt' && { claims: describedClaims(publicUrl, CONFIGURATIONS[id].named) }),
    },
  })
  return {
    credential_issuer: issuer,
    credential_endpoint: `${issuer}/openid4vci/credential`,
    nonce_endpoint: `${issuer}/openid4vci/nonce`,
    display: [{ name: ISSUERS[environment], locale: 'en' }],
    credential_configurations_supported: Object.fromEntries(
      (Object.keys(CONFIGURATIONS) as ConfigurationId[]).map((id) => [id, configuration(id)]),
    ),
  }
}

const PERSONAL: readonly string[] = ['full_name', 'birthdate']

function describedClaims(publicUrl: string, named: boolean) {
  const claims = typeMetadata(publicUrl).claims as { path: [string]; sd: string; display?: { description: string }[] }[]
  return claims
    .filter(({ path, sd }) => sd === 'always' && (named || !PERSONAL.includes(path[0])))
    .map(({ path, display }) => ({ path, display: [{ name: display![0]!.description, locale: 'en' }] }))
}

/** `/.well-known/oauth-authorization-server`: RFC 8414. Nobody signs in here: a code of an offer is all that is taken. */
export function authorizationServerMetadata(publicUrl: string, environment: Environment): Record<string, unknown> {
  const issuer = issuerUrl(publicUrl, environment)
  return {
    issuer,
    token_endpoint: `${issuer}/openid4vci/token`,
    token_endpoint_auth_methods_supported: ['none'],
    grant_types_supported: [PRE_AUTHORIZED],
    response_types_supported: [],
    dpop_signing_alg_values_supported: HOLDER_ALGORITHMS,
    'pre-authorized_grant_anonymous_access_supported': true,
  }
}
