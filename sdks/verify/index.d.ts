/** An issuer that you trust: its address, and the keys that it published. Plain JSON: keep it, and read it anew within a day. */
export interface Issuer {
  url: string
  environment: 'sandbox' | 'production'
  did: string
  keys: {
    kid: string
    jwk: { kty: 'OKP'; crv: 'Ed25519'; x: string } | { kty: 'EC'; crv: 'P-256'; x: string; y: string }
  }[]
  /** Accounts that sign permits, `0x…`. */
  attesters: string[]
}

export interface Fetching {
  /** Instead of the global one. */
  fetch?: typeof globalThis.fetch
  signal?: AbortSignal
}

/** Fetches the DID document of the service at this address. `environment` is `production` unless you say `sandbox`. */
export declare function fetchIssuer(url: string, options?: { environment?: 'sandbox' | 'production' } & Fetching): Promise<Issuer>

/** The issuer that a DID document describes, as you keep it. Throws `TypeError` when it is not the one of this address and environment. */
export declare function readIssuer(document: unknown, url: string, environment?: 'sandbox' | 'production'): Issuer

/** The log's verifier keys (`name+id+base64`): for `verifyReceipt`. Get them once, from a source you trust, and keep them. */
export declare function fetchLogKeys(url: string, options?: Fetching): Promise<string[]>

/** The public keys of webhooks (`whpk_…`): for `verifyWebhook` without a shared secret. */
export declare function fetchWebhookKeys(url: string, options?: { environment?: 'sandbox' | 'production' } & Fetching): Promise<string[]>

/** The lists that say whether a credential was revoked: keep them, for `statusLists`, as long as your budget of age allows. */
export declare function fetchStatusLists(credential: string, issuer: Issuer, options?: Fetching): Promise<string[]>

export type ProblemCode =
  | 'malformed'
  | 'signature_invalid'
  | 'issuer_not_trusted'
  | 'wrong_environment'
  | 'wrong_wallet'
  | 'holder_proof_missing'
  | 'holder_proof_invalid'
  | 'level_too_low'
  | 'level_not_shown'
  | 'expired'
  | 'not_yet_valid'
  | 'revoked'
  | 'suspended'
  | 'status_missing'
  | 'status_invalid'
  | 'status_stale'
  | 'document_altered'
  | 'checkpoint_mismatch'
  | 'checkpoint_signature_invalid'
  | 'not_in_log'
  | 'log_not_trusted'
  | 'wrong_subject'
  | 'too_long'
  | 'wrong_contract'
  | 'wrong_policy'
  | 'header_missing'
  | 'timestamp_out_of_range'

/** One thing that speaks against it, with a sentence for people. */
export interface Problem {
  code: ProblemCode
  message: string
}

/** Not believed. `code` and the message are those of the first of `problems`. */
export declare class VerificationError extends Error {
  constructor(codes: readonly ProblemCode[], options?: ErrorOptions)
  readonly code: ProblemCode
  /** `unknown`: nothing speaks against it, but something could not be told, such as a status list that is missing. It opens no door either. */
  readonly outcome: 'invalid' | 'unknown'
  /** All that was found. */
  readonly problems: readonly Problem[]
}

/** What you know and ask when somebody presents a credential. One of `wallet`, `holder` and `anyHolder` is needed. */
export interface CredentialExpectation extends Fetching {
  issuer: Issuer
  /** The wallet whose control was proven to you: a credential is sealed to one. */
  wallet?: string
  /** What the holder was asked to sign: needed where the credential names a key of the holder. */
  holder?: { audience: string; nonce: string }
  /** True: only what the credential says counts, whoever presents it. It then proves nothing of whoever does. */
  anyHolder?: boolean
  /** At least this level. */
  level?: 'basic' | 'enhanced' | 'accredited'
  /** The signed lists as you keep them. Without them they are fetched from the issuer. */
  statusLists?: readonly string[]
  /** How old the lists may be, in seconds; 300, as the issuer asks. */
  maxStatusAgeSeconds?: number
  /** How far the clocks may be apart, in seconds; 60. */
  clockToleranceSeconds?: number
  now?: Date
}

/** What a credential says that was believed. */
export interface VerifiedCredential {
  format: 'vc+jwt' | 'dc+sd-jwt'
  id: string
  environment: 'sandbox' | 'production'
  /** did:pkh of the wallet, and its address. */
  subject: string
  wallet: string
  /** Null where the holder did not show it. */
  level: 'basic' | 'enhanced' | 'accredited' | null
  credentialHash: string
  issuedAt: Date
  /** Exclusive: at that instant it is over. */
  expiresAt: Date
  /** What the holder showed of an SD-JWT VC; of a VC its `walletControl` and `evidence`. */
  claims: Record<string, unknown>
  /** What shows that it was presented by its holder: a signature of the holder’s key, or the wallet you named. */
  heldBy: 'key' | 'wallet' | 'not_checked'
  /** Seconds since the oldest of the lists was signed. */
  statusAgeSeconds: number
}

/**
 * Verifies a credential of this issuer, VC (`vc+jwt`) or SD-JWT VC (`dc+sd-jwt`): signature, times, wallet or holder, level, and whether it
 * was revoked. Throws `VerificationError`; a list that is missing or older than your budget never reads as "not revoked".
 */
export declare function verifyCredential(credential: string, expected: CredentialExpectation): Promise<VerifiedCredential>

/** What a receipt proves. */
export interface VerifiedReceipt {
  /** The entry of the log. */
  id: string
  action: string
  timestamp: string
  subject: { type: string; id: string }
  /** The log, the place of the entry in it and its size at the checkpoint. */
  origin: string
  index: number
  size: number
  /** Documents whose hashes the entry holds, by their names. */
  documents: Record<string, unknown>
}

/**
 * Verifies that an entry stands in the log, by the receipt alone: give it as the API answered it, or what is in `receipt`. Throws
 * `VerificationError`.
 */
export declare function verifyReceipt(
  receipt: unknown,
  expected: {
    /** Verifier keys of the log, `name+id+base64`. */
    keys: readonly string[]
    /** The decision, or the entry, that it has to be of. */
    decisionId?: string
    entryId?: string
  },
): Promise<VerifiedReceipt>

/** What the contract, or whoever asks in its place, expects of a permit. */
export interface PermitExpectation {
  /** The issuer, or the accounts that you trust to sign permits. */
  issuer: Pick<Issuer, 'attesters'>
  wallet: string
  chainId: number
  verifyingContract: string
  /** At least this level; `defi-basic`. */
  level?: 'defi-basic' | 'defi-enhanced' | 'defi-institutional'
  /** The name of the policy: `policy.name` of the answer, which is the name of the protocol. */
  policy: string
  now?: Date
}

/** What a permit says that was believed. */
export interface VerifiedPermit {
  wallet: string
  chainId: number
  contract: string
  level: 'defi-basic' | 'defi-enhanced' | 'defi-institutional'
  expiresAt: Date
  /** The account that signed it. */
  attester: string
}

/** The same judgement that the contract makes, anywhere. Throws `VerificationError`. */
export declare function verifyPermit(permit: unknown, expected: PermitExpectation): Promise<VerifiedPermit>

export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>

/**
 * Proves that a delivery is from Sealwright and whole, as Standard Webhooks say, and gives its event. Throws `VerificationError`. One may
 * come twice: remember its `id`.
 */
export declare function verifyWebhook(delivery: {
  /** The body as it arrived, in bytes or text. A parsed object has other bytes when it is written again, and is refused. */
  payload: string | ArrayBuffer | ArrayBufferView
  headers: WebhookHeaders
  /** `whsec_…` of the endpoint, or a public key `whpk_…`; several while you rotate. */
  secret: string | readonly string[]
  /** How far the clocks may be apart, in seconds; 300. */
  toleranceSeconds?: number
  now?: Date
}): Promise<Record<string, unknown>>
