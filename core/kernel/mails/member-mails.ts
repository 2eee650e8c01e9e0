import { composeMail, type Mail } from './mail.ts'

interface To {
  to: string
  /** What the organisation is called. */
  organization: string
  publicUrl: string
}

const team = ({ publicUrl }: To) => ({ label: 'Open your settings', url: `${publicUrl}/settings/team` })
const UNEXPECTED = 'If you did not expect this, tell an owner of the organisation at once.'

/** To somebody who is asked to join an organisation. The link is the only copy of its token. */
export const memberInvitedMail = (p: To & { role: string; link: string; until: Date }): Mail =>
  composeMail({
    to: p.to,
    subject: `${p.organization} invites you to Sealwright`,
    heading: `Join ${p.organization}`,
    paragraphs: [
      `${p.organization} invites you to work with it at Sealwright, as ${p.role}.`,
      'Sign in with this address, or open an account with it, and open the link again. It works once.',
    ],
    facts: [['Until', `${p.until.toISOString().slice(0, 16).replace('T', ' ')} UTC`]],
    after: ['If you do not know this organisation, nothing needs to be done.'],
    button: { label: 'Look at the invitation', url: p.link },
  })

/** To who invited somebody that has joined. */
export const memberJoinedMail = (p: To & { who: string; role: string }): Mail =>
  composeMail({
    to: p.to,
    subject: `${p.who} joined ${p.organization}`,
    heading: 'Your invitation was accepted',
    paragraphs: [`${p.who} is a member of ${p.organization} now, as ${p.role}.`, UNEXPECTED],
    button: team(p),
  })

/** To somebody whom a sign-on or a directory vouched for, once two people of the organisation agreed. */
export const memberAgreedMail = (p: To & { role: string }): Mail =>
  composeMail({
    to: p.to,
    subject: `You are a member of ${p.organization}`,
    heading: 'Your organisation agreed',
    paragraphs: [`You are a member of ${p.organization} now, as ${p.role}. Sign in with your organisation to work in it.`],
    button: { label: 'Sign in with your organisation', url: `${p.publicUrl}/sign-on` },
  })

/** To a member whose role changed. */
export const memberRoleMail = (p: To & { from: string; role: string }): Mail =>
  composeMail({
    to: p.to,
    subject: `Your role in ${p.organization} changed`,
    heading: 'Your role changed',
    paragraphs: [
      `In ${p.organization} you were ${p.from}. You are ${p.role} now, and your API keys there do no more than that.`,
      UNEXPECTED,
    ],
    button: team(p),
  })

/** To who is a member no more. */
export const memberRemovedMail = (p: To): Mail =>
  composeMail({
    to: p.to,
    subject: `You are not a member of ${p.organization} any more`,
    heading: 'Your membership ended',
    paragraphs: [
      `Your membership of ${p.organization} has ended. API keys you made there do nothing any more.`,
      'Your account, and what is yours alone, stays as it is.',
    ],
  })

/** To both when an organisation gets another owner. */
export const ownershipMail = (p: To & { who: string; before: string }): Mail =>
  composeMail({
    to: p.to,
    subject: `${p.organization} has another owner`,
    heading: 'The organisation was handed over',
    paragraphs: [`${p.before} made ${p.who} owner of ${p.organization}, and is its admin now.`, UNEXPECTED],
    button: team(p),
  })

/** To its owners and admins when an organisation is about to be deleted. */
export const organizationEndingMail = (p: To & { who: string; at: Date }): Mail =>
  composeMail({
    to: p.to,
    subject: `${p.organization} is about to be deleted`,
    heading: 'An organisation is about to be deleted',
    paragraphs: [
      `${p.who} asked to delete ${p.organization}. Its API keys do nothing from now on.`,
      'Until the date below an owner can call it off. After it what no law keeps is erased.',
    ],
    facts: [['Deleted after', `${p.at.toISOString().slice(0, 10)}`]],
    button: team(p),
  })

/** To the same when that was called off. */
export const organizationKeptMail = (p: To): Mail =>
  composeMail({
    to: p.to,
    subject: `${p.organization} is not deleted`,
    heading: 'The deletion was called off',
    paragraphs: [`An owner called the deletion of ${p.organization} off. Its API keys work again.`, UNEXPECTED],
    button: team(p),
  })
