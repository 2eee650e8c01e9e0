import { importTrustedIssuers } from '#core/identity/trust/import.ts'
import { defineOperation } from '../../../operation.ts'

/** A made-up authority of a state that does not exist. */
const AUTHORITY = [
  '-----BEGIN CERTIFICATE-----',
  'MIIB2jCCAYGgAwIBAgIUfYsNqKPfOCio5V6YaXJKPUdE8G0wCgYIKoZIzj0EAwIw',
  'OjELMAkGA1UEBhMCVVQxDzANBgNVBAoMBlV0b3BpYTEaMBgGA1UEAwwRRXhhbXBs',
  'ZSBhdXRob3JpdHkwIBcNMjYxMTI2MjExMzQxWhgPMjEwMDEwMjkyMTEzNDFaMDox',
  'CzAJBgNVBAYTAlVUMQ8wDQYDVQQKDAZVdG9waWExGjAYBgNVBAMMEUV4YW1wbGUg',
  'YXV0aG9yaXR5MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEs/Utk62DeFpEyjQN',
  'NUh9Lyy5VMVjVbyB7kA757hA1lCmxzxT20chdsdZ7Z6VmM+cD7i8m7RPbTpldDSx',
  '977NIaNjMGEwHQYDVR0OBBYEFIP4awKwYWPjGd3Vs09beKP3z8VNMB8GA1UdIwQY',
  'MBaAFIP4awKwYWPjGd3Vs09beKP3z8VNMA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0P',
  'AQH/BAQDAgEGMAoGCCqGSM49BAMCA0cAMEQCIDHwz/A6ub4yyGiOtWQjxzZ4EzpE',
  'NdnixqiQrIpvtPxeAiApEoSDnlsG1KYCwuZaW0zh3qe+bKRiefgrmDLiQnYdEQ==',
  '-----END CERTIFICATE-----',
].join('\n')

export default defineOperation({
  verb: importTrustedIssuers,
  method: 'post',
  path: '/identity/trusted-issuers/import',
  market: 'platform',
  summary: 'Trust a list of authorities',
  description:
    'Takes a CSCA master list (a .ml file as states sign it, ICAO Doc 9303-12), a VICAL (a .cbor file, ISO/IEC 18013-5, annex C), a trust list (ETSI TS 119 612 in XML, or TS 119 602 as a compact JWS) or certificates in PEM, up to 4 MB, as one case. The signature of a master list is checked, and the answer names the authority behind it: compare that with what its state publishes. A VICAL or a trust list is taken only of the `provider` that you name; of a trust list no older issue than the one that is kept, and whom it names no more is let go. Certificates that are no authority’s, have run out or have weak keys are left out and counted.',
  upload: {
    types: [
      'application/octet-stream',
      'application/pkcs7-mime',
      'application/x-pem-file',
      'application/pem-certificate-chain',
      'application/xml',
      'application/jose',
    ],
  },
  status: 201,
  errors: ['body_too_large', 'unsupported_media_type'],
  examples: [
    {
      name: 'bundle',
      summary: 'Authorities of mobile documents, in PEM',
      query: { kind: 'iaca', level: 'enhanced', eidas: 'high', note: 'From the list of its ministry' },
      request: AUTHORITY,
      response: { success: true, kind: 'iaca', format: 'pem' },
    },
  ],
})
