import * as x509 from '@peculiar/x509'

/** A key of an identity provider that was made up, with its certificate, both as PEM. */
export async function newSigningKey(): Promise<{ key: string; certificate: string }> {
  x509.cryptoProvider.set(crypto)
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', publicExponent: new Uint8Array([1, 0, 1]), modulusLength: 2048 }
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    ...{ serialNumber: '01', name: 'CN=idp', keys, signingAlgorithm: algorithm },
    ...{ notBefore: new Date(Date.now() - 86_400_000), notAfter: new Date(Date.now() + 86_400_000) },
  })
  const lines = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey))
    .toString('base64')
    .match(/.{1,64}/g)!
  return { key: `-----BEGIN PRIVATE KEY-----\n${lines.join('\n')}\n-----END PRIVATE KEY-----\n`, certificate: certificate.toString('pem') }
}
