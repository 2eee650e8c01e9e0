import type { Remedy } from './error-remedies.ts'

/** Of proofs of who somebody is. */
export const identityRemedies: Record<string, Remedy> = {
  provider_not_configured: {
    cause: 'No keys of this provider are kept for your organisation in this environment, or the provider refuses them.',
    remedy: 'Set it up with POST /v1/identity/providers/{provider}, or offer another way.',
  },
  passport_unreadable: {
    cause: 'A file of the chip is not ASN.1, ends too early, or is another file than it is said to be; or a check digit is wrong.',
    remedy: 'Send each file as the reader app read it, whole, in base64. Read the chip again where the reading broke off.',
  },
  passport_algorithm_unsupported: {
    cause: 'The chip is signed with SHA-1, a short RSA key, or a curve that ICAO 9303 does not name.',
    remedy: 'Let the person prove who they are in another way: documents that a reviewer looks at, or a digital identity wallet.',
  },
  passport_issuer_unknown: {
    cause: 'No certificate of the issuing state (CSCA) among those your organisation trusts let the signer of this chip in.',
    remedy: 'Add the certificate of that state under trusted issuers. It counts once a second person has agreed.',
  },
  passport_issuer_mismatch: {
    cause: 'The machine-readable zone names another issuing state than the certificate that vouches for it.',
    remedy: 'Do not accept the document. Have a person look at it.',
  },
  passport_signer_not_allowed: {
    cause: 'The certificate that signed the chip is an authority itself, or is for something else than passports.',
    remedy: 'Do not accept the document. Have a person look at it.',
  },
  passport_signer_expired: {
    cause: 'The certificate of the signer, or of its state, is over, or was not yet valid when it signed.',
    remedy: 'Check the clock, and whether the state has published a newer certificate that is to be trusted.',
  },
  passport_signer_revoked: {
    cause: 'The list of the state (CRL) says that the certificate that signed the chip was revoked.',
    remedy: 'Do not accept the document. Have a person look at it.',
  },
  passport_signature_invalid: {
    cause: 'The security object was not signed by the certificate in it, or that certificate not by the state it names.',
    remedy: 'Read the chip again. If it stays so, do not accept the document.',
  },
  passport_data_altered: {
    cause: 'The hash of a data group is not the one that the state signed.',
    remedy: 'Send the bytes of the file as they are on the chip. If it stays so, do not accept the document.',
  },
  passport_chip_copied: {
    cause: 'The chip did not answer the challenge of this session as the genuine one does, or the reader found it to be a copy.',
    remedy: 'Let the chip sign the challenge of this session and not of another one. If it stays so, do not accept the document.',
  },
  passport_expired: {
    cause: 'The last day of the document has passed.',
    remedy: 'Ask for a document that is valid.',
  },
  passport_used_before: {
    cause: 'The same passport was shown for another person of your organisation.',
    remedy: 'If both are the same person, open the session for the investor or wallet that you know already. Else look into it.',
  },
}
