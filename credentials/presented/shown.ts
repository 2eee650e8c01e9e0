import type { KeyObject, X509Certificate } from 'node:crypto'

/** What a verifier expects of a presentation besides a credential. Times in ms. */
export interface ExpectedPresentation {
  /** Who was shown it: our client id, or `origin:` and the address of the page. */
  audience: string
  nonce: string
  now: number
  /** Whose key has signed: throws a refusal where nobody is trusted for it. */
  issuerOf: (signer: SaidSigner) => { key: KeyObject }
}

/** Who says to have signed something: by certificates, or by a name and the name of a key. */
export interface SaidSigner {
  chain: readonly X509Certificate[] | null
  issuer: string | null
  kid: string | null
}

/** Where the status of a credential is published (Token Status List). */
export interface StatusPlace {
  uri: string
  index: number
}

/** A credential that was presented and whose signatures hold. */
export interface CredentialShown {
  format: 'dc+sd-jwt' | 'mso_mdoc'
  /** `vct`, or document type. */
  type: string
  /** What was disclosed: claims, or elements by namespace. */
  claims: Record<string, unknown>
  signer: SaidSigner
  status: StatusPlace | null
  validUntil: number | null
  algorithms: { issuer: string; holder: string }
  /** RFC 7638 thumbprint of the holder's key, base64url. */
  holderKey: string
}

/** Clocks of wallets and issuers may be wrong by so much, ms. */
export const SKEW = 60_000
/** A proof of possession may be so old, ms. */
export const PROOF_AGE = 5 * 60_000
