import { composeMail, type Mail } from './mail.ts'

const when = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** To the owner, after a sign-in from a browser the account has not been used from before. */
export function newSignInMail(p: { to: string; device: string; ip: string | null; at: Date; publicUrl: string }): Mail {
  return composeMail({
    to: p.to,
    subject: 'New sign-in to your Sealwright account',
    heading: 'A sign-in from a new device',
    paragraphs: ['Your account was signed in to from a browser we have not seen with it before.'],
    facts: [
      ['Device', p.device],
      ['Network address', p.ip ?? 'unknown'],
      ['When', when(p.at)],
    ],
    after: ['If this was you, nothing needs to be done. If not, end that session and change your password now.'],
    button: { label: 'Look at your sessions', url: `${p.publicUrl}/settings#sessions` },
  })
}

const FACTOR_WORDS = {
  mfa_enabled: 'Two-step sign-in with an authenticator app was turned on.',
  mfa_disabled: 'Two-step sign-in was turned off. Your password alone now opens the account.',
  backup_codes_regenerated: 'New backup codes were made. The old ones no longer work.',
  backup_code_used: 'A backup code was used to sign in.',
  passkey_added: 'A passkey was added.',
  passkey_removed: 'A passkey was removed.',
  password_changed: 'The password was changed.',
  password_reset: 'The password was reset with a mailed link.',
  session_copied:
    'A session of an app or program was ended: its refresh token was used twice, which happens when somebody copied it. Sign in there anew.',
  wallet_added: 'A wallet was added as a way to sign in.',
  wallet_removed: 'A wallet was removed from the ways to sign in.',
} as const
export type FactorChange = keyof typeof FACTOR_WORDS

/** To the owner, after anything that protects the account changed. */
export function factorMail(p: { to: string; change: FactorChange; note?: string; publicUrl: string }): Mail {
  return composeMail({
    to: p.to,
    subject: 'A security setting of your account changed',
    heading: 'A security setting changed',
    paragraphs: [FACTOR_WORDS[p.change] + (p.note ? ` ${p.note}` : '')],
    facts: [['When', when(new Date())]],
    after: ['If this was not you, sign in, change your password and end all other sessions, or reset the password if you cannot sign in.'],
    button: { label: 'Open security settings', url: `${p.publicUrl}/settings#security` },
  })
}

/** To the owner of an address somebody tried to sign up with again. */
export function alreadySignedUpMail(p: { to: string; publicUrl: string }): Mail {
  return composeMail({
    to: p.to,
    subject: 'You already have a Sealwright account',
    heading: 'You already have an account',
    paragraphs: [
      'Somebody, most likely you, tried to open a Sealwright account with this address. There is one already, so nothing was changed.',
      'You can sign in, or choose a new password if you forgot the old one.',
    ],
    button: { label: 'Sign in', url: `${p.publicUrl}/login` },
  })
}

const SUSPENDED_WORDS: Record<string, string> = {
  compromised: 'There are signs that somebody else has used it.',
  left: 'It is said that you no longer work with it.',
  misuse: 'It was used against our terms.',
  asked: 'It was asked for.',
  other: '',
}

/** To the person whose account an administrator suspended. */
export function suspendedMail(p: { to: string; reason: string; contact: string }): Mail {
  const why = SUSPENDED_WORDS[p.reason]
  return composeMail({
    to: p.to,
    subject: 'Your Sealwright account was suspended',
    heading: 'Your account was suspended',
    paragraphs: [
      `An administrator suspended your account.${why ? ` ${why}` : ''} You were signed out everywhere, and API keys you made do nothing.`,
      'Nothing of yours was deleted.',
    ],
    facts: [['When', when(new Date())]],
    after: [`If you think this is wrong, write to ${p.contact}.`],
  })
}

/** To the person whose account works again. */
export function reactivatedMail(p: { to: string; publicUrl: string }): Mail {
  return composeMail({
    to: p.to,
    subject: 'Your Sealwright account works again',
    heading: 'Your account works again',
    paragraphs: ['An administrator reactivated your account. You can sign in again.'],
    facts: [['When', when(new Date())]],
    button: { label: 'Sign in', url: `${p.publicUrl}/login` },
  })
}
