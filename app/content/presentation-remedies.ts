/** Of what identity wallets present and what is refused. */
export const presentationRemedies: Record<string, { cause: string; remedy: string }> = {
  presentation_replayed: {
    cause: 'The wallet’s request was answered before, or another one took its place.',
    remedy: 'Show the request anew and answer that one: each is answered once.',
  },
  control_not_proven: {
    cause: 'What others say of a wallet is proof of its holder only where the wallet has shown that it is theirs.',
    remedy: 'Let the wallet sign a message of `POST /v1/wallets/challenge`, and send it as `signature` with the same call.',
  },
  credential_of_another: {
    cause: 'The attestation, claim or credential was given to another wallet or key than the one of the call.',
    remedy:
      'Present what was given to this wallet; a credential bound to a key needs a `holder_proof` by that key, made within ten minutes.',
  },
  credential_says_too_little: {
    cause: 'You trust its issuer, but it does not say who somebody is, or your `claims` of that issuer do not name what it says.',
    remedy: 'Present it together with the one that says so, or let the issuer in again with `claims` that name it.',
  },
  issuer_unreachable: {
    cause: 'The document of the issuer (did:web), in which its keys stand, was not answered, or is another’s.',
    remedy: 'Send the same call again in a moment. If it stays so, ask the issuer.',
  },
  signature_invalid: {
    cause: 'The signature does not fit what was signed.',
    remedy: 'Sign a challenge exactly as it was given, without changing a character; present a credential as it was issued.',
  },
  credential_invalid: {
    cause: 'The credential does not verify: its signature, its dates or its form are wrong.',
    remedy: 'Ask its issuer for a fresh one.',
  },
  issuer_not_trusted: {
    cause: 'The credential verifies, but its issuer is not trusted here.',
    remedy: 'Show one of another issuer, show otherwise who you are, or ask for this issuer to be trusted.',
  },
  credential_altered: {
    cause: 'A disclosure or element of the credential is not what its issuer signed, or not what the wallet signed.',
    remedy: 'Present the credential as it was issued.',
  },
  credential_expired: {
    cause: 'The credential, or the document behind it, is not valid at this time.',
    remedy: 'Renew it in the wallet, or present another one.',
  },
  credential_revoked: {
    cause: 'The issuer’s status list says that the credential is not valid any more.',
    remedy: 'Ask the issuer for a new one.',
  },
  credential_suspended: {
    cause: 'The issuer’s status list says that the credential is suspended.',
    remedy: 'Ask the issuer why, or present another one.',
  },
  credential_status_unavailable: {
    cause:
      'The issuer’s status list could not be had, is too old, or does not reach to the credential. Without it nobody knows whether it was revoked.',
    remedy: 'Present it again later.',
  },
  issuer_certificate_expired: {
    cause: 'A certificate in the chain of the credential’s issuer is not valid at this time.',
    remedy: 'Present a credential that was issued newly.',
  },
  issuer_certificate_revoked: {
    cause: 'The list of its issuer (CRL) says that the certificate that signed the credential was revoked.',
    remedy: 'Present a credential that was issued newly.',
  },
  issuer_revocation_unknown: {
    cause:
      'The list of revoked certificates (CRL) that goes with the credential or the document could not be had, is too old or does not count, and your organisation counts its issuer only where it can be checked.',
    remedy: 'Try again later, import the list by hand, or show something else.',
  },
  algorithm_not_supported: {
    cause: 'A signature, digest or encryption uses an algorithm that does not count, or a key that is not for it.',
    remedy: 'Use ES256, ES384, ES512 or EdDSA for signatures, ECDH-ES with A128GCM or A256GCM for the answer.',
  },
  claim_missing: {
    cause: 'The credential shows less than is needed: a name and a birth date.',
    remedy: 'Present it again and share what is asked for.',
  },
  holder_key_mismatch: {
    cause:
      'The presentation is not signed with the key that the credential is bound to. Of a mobile document it may also answer another request.',
    remedy: 'Present from the wallet that it was issued to, in answer to the request that is shown now.',
  },
  presentation_wrong_audience: {
    cause: 'The wallet signed the presentation for another verifier.',
    remedy: 'Answer the request that is shown now.',
  },
  presentation_wrong_nonce: {
    cause: 'The presentation answers another request.',
    remedy: 'Answer the request that is shown now.',
  },
  presentation_expired: {
    cause: 'The request is older than ten minutes, or the wallet signed its presentation more than five minutes ago.',
    remedy: 'Show the request anew. Look at the clock of the device.',
  },
  presentation_not_returned: {
    cause: 'A wallet on the same device answered, but its holder did not come back to the browser in which the request was shown.',
    remedy:
      'Open the wallet from the page of the session, in the browser that you go on with. Never answer a request that somebody sent you.',
  },
  presentation_unreadable: {
    cause: 'The answer is not encrypted for this request.',
    remedy: 'Show the request anew and answer that one.',
  },
  presentation_declined: {
    cause: 'The wallet or its holder presented nothing.',
    remedy: 'Try again and agree in the wallet, or choose another way.',
  },
}
