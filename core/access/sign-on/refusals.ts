/** Why a sign-on was refused: what the log says, and what the person is told. */
export const SIGN_ON_REFUSALS = {
  only_way_in:
    'People with this address sign in with their organisation. An owner of it gets in with password and a second factor that they have had for a day.',
  no_sign_on: 'No organisation signs on with addresses of this domain. Sign in with your password, or ask your organisation.',
  unknown_request: 'This answer belongs to no sign-on that was begun here, or to one that was answered already. Begin again.',
  another_browser: 'This sign-on was begun in another browser. Begin again in this one.',
  not_set_up: 'Your organisation has not set up its sign-on, or has changed it since. Begin again, or ask its owner.',
  provider_unreachable: 'Your organisation’s identity provider does not answer as it should. Try again, or tell who keeps it.',
  provider_refused: 'Your organisation’s identity provider did not sign you in. Ask who keeps it.',
  token_issuer: 'The answer comes from another issuer than your organisation named. Tell its owner.',
  token_audience: 'The answer was made for another service. Tell who keeps your identity provider.',
  token_expired: 'The answer is not valid at this time. Begin again; if it stays so, the clock of your identity provider is wrong.',
  token_nonce: 'The answer belongs to another request. Begin again.',
  token_algorithm: 'The answer is signed in another way than your organisation said. Tell its owner.',
  token_signature: 'The signature of the answer does not hold. Tell who keeps your identity provider.',
  token_invalid: 'The answer of your identity provider cannot be read. Tell who keeps it.',
  logout_invalid: 'What came is no word of your identity provider that somebody is signed out, or one that counts no more.',
  logout_replayed: 'This word that somebody is signed out was taken already.',
  logout_unsigned: 'The word that somebody is signed out is not signed by your organisation’s identity provider. Tell who keeps it.',
  logout_binding:
    'Single logout comes with the browser, by the redirect or the POST binding. SOAP is not taken: leave its address empty at the provider.',
  logout_unknown: 'This answers no request to sign somebody out that was made here, or one that was answered already.',
  assertion_unreadable: 'The answer of your identity provider cannot be read. Tell who keeps it.',
  assertion_dtd: 'The answer defines a document type or entities, which none may. Tell who keeps your identity provider.',
  assertion_comment: 'The answer has comments, instructions or CDATA in it, which none may. Tell who keeps your identity provider.',
  assertion_wrapped: 'The answer has more in it than one signed assertion. Tell who keeps your identity provider.',
  assertion_encrypted: 'What your identity provider encrypted does not open as it should. Tell who keeps it.',
  assertion_plain:
    'Your organisation takes encrypted assertions alone, and this one is not. Tell who keeps your identity provider to encrypt for the key in the metadata.',
  name_encrypted:
    'The assertion names its person encrypted, which is not read. Tell who keeps your identity provider to encrypt the assertion as a whole.',
  assertion_key:
    'What your identity provider sent is encrypted for another key than your organisation has here. Give it the metadata of your organisation anew.',
  assertion_cipher:
    'What your identity provider sent is encrypted in a way that does not count. AES-GCM with a key by RSA-OAEP does, and AES-CBC where the response around it is signed.',
  assertion_unsigned: 'The assertion is not signed by your organisation’s identity provider. Tell who keeps it.',
  assertion_algorithm: 'The assertion is signed in a way that does not count, such as SHA-1. Tell who keeps your identity provider.',
  assertion_status: 'Your organisation’s identity provider did not sign you in. Ask who keeps it.',
  assertion_issuer: 'The assertion comes from another issuer than your organisation named. Tell its owner.',
  assertion_audience: 'The assertion was made for another service. Tell who keeps your identity provider.',
  assertion_recipient: 'The assertion was sent to another address than it was made for. Tell who keeps your identity provider.',
  assertion_request: 'The assertion answers another request, or none. Begin here, not at your identity provider.',
  assertion_expired: 'The assertion is not valid at this time. Begin again; if it stays so, the clock of your identity provider is wrong.',
  assertion_subject: 'The assertion names nobody who can be known again. Tell who keeps your identity provider.',
  no_email: 'Your identity provider did not say your e-mail address. Tell who keeps it.',
  email_letters: 'Your identity provider gave an e-mail address with letters that are not a to z. Tell who keeps it.',
  email_not_verified: 'Your identity provider says that your e-mail address is not verified. Tell who keeps it.',
  another_domain: 'Your address is not of a proven domain of this organisation, so its sign-on does not open your account.',
  not_a_member: 'You are not a member of this organisation. Ask one of its owners to invite you.',
  awaiting_second:
    'Your organisation has two people agree to each new member, and one of them has to agree yet. We write to you when that is done.',
  deactivated: 'Your organisation’s directory says that you are not active. Ask who keeps it.',
  organization_ending: 'This organisation is about to be deleted, so nobody new joins it.',
} as const

export type SignOnRefusal = keyof typeof SIGN_ON_REFUSALS

/** A sign-on that does not go on, and why. */
export class SignOnRefused extends Error {
  readonly why: SignOnRefusal
  constructor(why: SignOnRefusal, cause?: unknown) {
    super(SIGN_ON_REFUSALS[why], { cause })
    this.name = 'SignOnRefused'
    this.why = why
  }
}
