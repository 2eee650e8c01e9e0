import { randomBytes, X509Certificate } from 'node:crypto'
import { CompactEncrypt, decodeJwt, importJWK, type JWK } from 'jose'
import { issueSdJwtVc, newHolder, presentSdJwtVc } from '#core/sandbox/simulated/credentials.ts'
import { deriveP256, makeCertificate } from '#credentials/certificate.ts'
import type { Installation } from './installation.ts'

const DAY = 86_400_000
export type PidIssuer = Awaited<ReturnType<typeof pidIssuer>>

/** An issuer of person identification data that was made up, with its authority. */
export async function pidIssuer(name: string) {
  const [top, signer] = [deriveP256(randomBytes(32), 'authority'), deriveP256(randomBytes(32), 'signer')]
  const dates = { issuer: `C=UT, CN=${name}`, signer: top, from: new Date(Date.now() - DAY), until: new Date(Date.now() + DAY) }
  const authority = await makeCertificate({ ...dates, subject: `C=UT, CN=${name}`, key: top, authorities: 0 })
  const certificate = await makeCertificate({ ...dates, subject: 'C=UT, CN=Signer', key: signer })
  return { pem: new X509Certificate(authority).toString(), privateKey: signer.privateKey, chain: [certificate] }
}

/**
 * What a wallet does that holds the data of somebody: reads what is asked at an address, and makes its answer, encrypted and bound to its own
 * key. Answers with how to send it, which may be done again.
 */
export async function answerWithPid(
  gate: Installation,
  requestUri: string,
  by: PidIssuer,
  { full_name, date_of_birth }: { full_name: string; date_of_birth: string },
) {
  const asked = decodeJwt<{
    client_id: string
    nonce: string
    state: string
    response_uri: string
    client_metadata: { jwks: { keys: [JWK] } }
  }>((await gate.send('GET', new URL(requestUri).pathname)).text)
  const holder = newHolder()
  const [given_name, family_name] = full_name.split(' ')
  const claims = { given_name, family_name, birthdate: date_of_birth, nationalities: ['US'] }
  const validity = { from: new Date(Date.now() - DAY), until: new Date(Date.now() + DAY) }
  const issued = issueSdJwtVc(by, 'urn:eudi:pid:1', claims, holder, validity)
  const to = { audience: asked.client_id, nonce: asked.nonce, at: new Date() }
  const vp_token = { pid_sd_jwt: [presentSdJwtVc(issued, holder.privateKey, to)] }
  const response = await new CompactEncrypt(Buffer.from(JSON.stringify({ vp_token, state: asked.state })))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A128GCM' })
    .encrypt(await importJWK(asked.client_metadata.jwks.keys[0], 'ECDH-ES'))
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return () => gate.send('POST', new URL(asked.response_uri).pathname, { headers, body: new URLSearchParams({ response }).toString() })
}
