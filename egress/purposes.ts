/** Why anything leaves the process over HTTP, and what is allowed to it. `docs/operating/running.md` shows this table. */

const S = 1_000
const KB = 1_024
const MB = 1_024 * KB

export interface Purpose {
  what: string
  /** The setting, or the field of a call, that holds the address. */
  from: string
  /** Who wrote it. What an operator wrote may lead into the operator's own network, nothing else may. */
  writtenBy: 'operator' | 'publisher' | 'tenant'
  schemes: readonly ('https:' | 'http:')[]
  connectMs: number
  /** From the first look-up to the last byte. */
  totalMs: number
  /** Of the answer, after decompression. */
  bytes: number
  /** Followed at most, each checked as the first and with its scheme. */
  redirects: number
}

export const PURPOSES = {
  chain: {
    what: 'questions to chains (JSON-RPC)',
    from: '`EVM_RPC_URLS`, `SOLANA_RPC_URL`',
    writtenBy: 'operator',
    schemes: ['https:', 'http:'],
    connectMs: 5 * S,
    totalMs: 30 * S,
    bytes: 10 * MB,
    redirects: 0,
  },
  list: {
    what: 'sanctions lists from their publishers, while neither `SANCTIONS_DIR` nor `SANCTIONS_SOURCE=sample` is set',
    from: 'the publishers of `screening/download.ts`',
    writtenBy: 'publisher',
    schemes: ['https:'],
    connectMs: 15 * S,
    totalMs: 120 * S,
    bytes: 128 * MB,
    redirects: 5,
  },
  pep_list: {
    what: 'the list of politically exposed persons',
    from: '`PEP_URL`',
    writtenBy: 'operator',
    schemes: ['https:'],
    connectMs: 15 * S,
    totalMs: 300 * S,
    bytes: 256 * MB,
    redirects: 5,
  },
  rate: {
    what: 'the day’s exchange rates, while `FX_SOURCE` is `ecb`',
    from: 'the European Central Bank',
    writtenBy: 'publisher',
    schemes: ['https:'],
    connectMs: 10 * S,
    totalMs: 15 * S,
    bytes: 100 * KB,
    redirects: 0,
  },
  rate_mirror: {
    what: 'the same from a mirror',
    from: '`FX_URL`',
    writtenBy: 'operator',
    schemes: ['https:'],
    connectMs: 10 * S,
    totalMs: 15 * S,
    bytes: 100 * KB,
    redirects: 0,
  },
  company_register: {
    what: 'companies in the register of the United Kingdom',
    from: '`COMPANIES_HOUSE_URL`, with `COMPANIES_HOUSE_KEY`',
    writtenBy: 'operator',
    schemes: ['https:', 'http:'],
    connectMs: 5 * S,
    totalMs: 10 * S,
    bytes: 256 * KB,
    redirects: 0,
  },
  lei_register: {
    what: 'legal entity identifiers',
    from: '`GLEIF_URL`',
    writtenBy: 'operator',
    schemes: ['https:', 'http:'],
    connectMs: 5 * S,
    totalMs: 10 * S,
    bytes: 256 * KB,
    redirects: 0,
  },
  keys: {
    what: 'wrapping and signing by the key service',
    from: '`VAULT_ADDR`, `AWS_KMS_ENDPOINT`',
    writtenBy: 'operator',
    schemes: ['https:', 'http:'],
    connectMs: 5 * S,
    totalMs: 10 * S,
    bytes: 64 * KB,
    redirects: 0,
  },
  webhook: {
    what: 'events to webhook endpoints',
    from: '`url` of an endpoint, `callback_url` of a verification',
    writtenBy: 'tenant',
    schemes: ['https:'],
    connectMs: 10 * S,
    totalMs: 15 * S,
    bytes: 64 * KB,
    redirects: 0,
  },
  domain: {
    what: 'the file that proves a domain',
    from: '`domain` of a registered domain',
    writtenBy: 'tenant',
    schemes: ['https:'],
    connectMs: 5 * S,
    totalMs: 8 * S,
    bytes: 4 * KB,
    redirects: 0,
  },
  credential_status: {
    what: 'which credentials their issuers revoked (Token Status Lists)',
    from: 'the credential that a person presents, signed by an issuer that the tenant trusts',
    writtenBy: 'publisher',
    schemes: ['https:'],
    connectMs: 5 * S,
    totalMs: 8 * S,
    bytes: 4 * MB,
    redirects: 2,
  },
  revocation_list: {
    what: 'which certificates of document signers their issuers revoked (CRL)',
    from: 'the certificate that signed a credential or a passport, below an issuer that the tenant trusts',
    writtenBy: 'publisher',
    // The list itself is signed, and most issuers publish it so (RFC 5280, 4.2.1.13).
    schemes: ['https:', 'http:'],
    connectMs: 5 * S,
    totalMs: 8 * S,
    bytes: 2 * MB,
    redirects: 2,
  },
  did: {
    what: 'keys of issuers that are named by a domain (did:web), and status lists of their credentials',
    from: '`identifier` of a trusted issuer, and credentials it signed',
    writtenBy: 'tenant',
    schemes: ['https:'],
    connectMs: 5 * S,
    totalMs: 8 * S,
    bytes: 2 * MB,
    redirects: 0,
  },
  sign_on: {
    what: 'discovery, keys and tokens of the identity providers that people of an organisation sign on with',
    from: '`issuer` of the organisation’s sign-on, and the addresses its discovery names',
    writtenBy: 'tenant',
    schemes: ['https:'],
    connectMs: 5 * S,
    totalMs: 10 * S,
    bytes: 512 * KB,
    redirects: 0,
  },
  identity_provider: {
    what: 'sessions and results, to the identity providers that a tenant set up',
    from: 'the providers of `core/identity/providers`',
    writtenBy: 'publisher',
    schemes: ['https:'],
    connectMs: 5 * S,
    totalMs: 10 * S,
    bytes: 2 * MB,
    redirects: 0,
  },
  identity_provider_mirror: {
    what: 'the same through another address',
    from: '`IDENTITY_PROVIDER_URLS`',
    writtenBy: 'operator',
    schemes: ['https:', 'http:'],
    connectMs: 5 * S,
    totalMs: 10 * S,
    bytes: 2 * MB,
    redirects: 0,
  },
  log_mirror: {
    what: 'heads of the log to an object store',
    from: '`LOG_HEADS_MIRRORS`',
    writtenBy: 'operator',
    schemes: ['https:', 'http:'],
    connectMs: 5 * S,
    totalMs: 10 * S,
    bytes: 64 * KB,
    redirects: 0,
  },
  logs: {
    what: 'lines of the log to another system',
    from: '`LOG_OTLP_URL`',
    writtenBy: 'operator',
    schemes: ['https:', 'http:'],
    connectMs: 5 * S,
    totalMs: 10 * S,
    bytes: 64 * KB,
    redirects: 0,
  },
  witness: {
    what: 'checkpoints of the log to its witnesses',
    from: '`LOG_WITNESSES`',
    writtenBy: 'operator',
    schemes: ['https:', 'http:'],
    connectMs: 2 * S,
    totalMs: 4 * S,
    bytes: 16 * KB,
    redirects: 0,
  },
} as const satisfies Record<string, Purpose>

export type PurposeName = keyof typeof PURPOSES
