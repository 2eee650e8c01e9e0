import { CREDENTIAL_ALGORITHMS, issuerKeys, ownAuthority } from '#core/identity/credentials/issuer-keys.ts'
import { publishedStatusList, publishedTokenStatusList } from '#core/identity/credentials/status-lists.ts'
import { didDocument, issuerDid, issuerJwks } from '#credentials/keys.ts'
import { typeMetadata } from '#credentials/sd-jwt.ts'
import { TOKEN_LISTS } from '#credentials/token-status-list.ts'
import { vocabulary } from '#credentials/vc.ts'
import type { App, AppDeps } from '../app-deps.ts'

/** What verifiers of credentials read: the issuer's keys, the words of its credentials, and which of them are over. */
export function mountIssuerAddresses(app: App, deps: AppDeps): void {
  const { services } = deps
  const open = { 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' }

  for (const [path, environment] of [
    ['/.well-known/did.json', 'production'],
    ['/sandbox/did.json', 'sandbox'],
  ] as const)
    app.get(path, (c) => {
      const { attester } = services.keyring.published
      const did = issuerDid(services.config.publicUrl, environment)
      return c.json(didDocument(did, issuerKeys(services, environment), attester[environment]), 200, open)
    })
  for (const [path, environment] of [
    ['/.well-known/jwks.json', 'production'],
    ['/sandbox/jwks.json', 'sandbox'],
  ] as const)
    app.get(path, (c) => {
      const did = issuerDid(services.config.publicUrl, environment)
      return c.json(issuerJwks(did, issuerKeys(services, environment)), 200, {
        ...open,
        'content-type': 'application/jwk-set+json',
      })
    })
  app.get('/vct/identity-assurance/1', (c) => c.json(typeMetadata(services.config.publicUrl), 200, open))
  // The words of our own in a VC. They never change: other words get another address.
  app.get('/ns/v1', (c) => {
    const headers = { ...open, 'content-type': 'application/ld+json', 'cache-control': 'public, max-age=86400' }
    return c.body(JSON.stringify(vocabulary(services.config.publicUrl)), 200, headers)
  })

  for (const [before, environment] of [
    ['', 'production'],
    ['/sandbox', 'sandbox'],
  ] as const) {
    const path = `${before}/credentials/status/:list{[1-9][0-9]{0,8}}`
    const kept = { ...open, 'cache-control': 'public, max-age=60' }
    for (const [purpose, after] of [
      ['revocation', ''],
      ['suspension', '/suspension'],
    ] as const)
      app.get(`${path}${after}`, async (c) => {
        const jwt = await publishedStatusList(services, { environment, list: Number(c.req.param('list')), purpose })
        return c.body(jwt, 200, { ...kept, 'content-type': 'application/vc+jwt' })
      })
    for (const alg of CREDENTIAL_ALGORITHMS)
      app.get(`${path}/${TOKEN_LISTS[alg]}`, async (c) => {
        const jwt = await publishedTokenStatusList(services, { environment, list: Number(c.req.param('list')), alg })
        return c.body(jwt, 200, { ...kept, 'content-type': 'application/statuslist+jwt' })
      })
    // What a verifier trusts that goes by certificates.
    app.get(`${before}/credentials/authority.pem`, async (c) =>
      c.body(await ownAuthority(services, environment), 200, { ...open, 'content-type': 'application/pem-certificate-chain' }),
    )
  }
}
