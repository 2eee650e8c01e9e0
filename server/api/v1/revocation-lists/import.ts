import { importRevocationList } from '#core/identity/revocations/manage.ts'
import { defineOperation } from '../../../operation.ts'

/** Of Utopia, a state that does not exist and that only sandboxes know. */
const LIST = [
  '-----BEGIN X509 CRL-----',
  'MIHIMHACAQEwCgYIKoZIzj0EAwIwLzELMAkGA1UEBhMCVVQxIDAeBgNVBAMMF1V0',
  'b3BpYSwgYSBtYWRlLXVwIHN0YXRlFw0yNjAxMDEwMDAwMDBaGA8yMDk5MDEwMTAw',
  'MDAwMFqgDjAMMAoGA1UdFAQDAgEBMAoGCCqGSM49BAMCA0gAMEUCIQDQcGs8qgSv',
  '4ude7kV7tw1LbUOQGimjYrCPCc7e1I1csAIgMMfc6dXnqgPgr1b5pAoHivxYFW/F',
  'Jlh+SN5bMfV+w7U=',
  '-----END X509 CRL-----',
].join('\n')

export default defineOperation({
  verb: importRevocationList,
  method: 'post',
  path: '/identity/revocation-lists',
  market: 'platform',
  summary: 'Import a list of revoked certificates',
  description:
    'Takes a list of revoked certificates (CRL, RFC 5280), in DER or PEM, up to 2 MB: of a state or an authority that publishes it elsewhere than over HTTP, or for an installation that reaches nobody. It has to be signed by an issuer you trust, and be newer than the one that is kept. Delta and indirect lists are refused. It counts at once, since it only takes trust away: evidence that rests on a certificate it names is taken back.',
  upload: { types: ['application/octet-stream', 'application/pkix-crl', 'application/x-pem-file'] },
  status: 201,
  errors: ['body_too_large', 'unsupported_media_type'],
  examples: [
    {
      name: 'authority',
      summary: 'The list of an authority that was let in, which names nobody',
      request: LIST,
      response: { success: true, object: 'revocation_list', source: 'imported', state: 'current', revoked: 0 },
    },
  ],
})
