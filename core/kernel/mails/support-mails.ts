import { composeMail, type Mail } from './mail.ts'

interface To {
  to: string
  /** What the organisation is called. */
  organization: string
  reason: string
  hours: number
  publicUrl: string
}

const lasting = ({ reason, hours }: To): [string, string][] => [
  ['Why', reason],
  ['For', hours === 1 ? '1 hour' : `${hours} hours`],
]

/** To who may allow it, when an administrator of the platform asks to look at an organisation's data. */
export const supportAskedMail = (p: To & { who: string }): Mail =>
  composeMail({
    to: p.to,
    subject: `Sealwright asks to look at the data of ${p.organization}`,
    heading: 'Support asks to look',
    paragraphs: [
      `${p.who} of Sealwright asks to read what ${p.organization} keeps. They see nothing of it until one of you allows it, can change nothing, and each thing they look at stands in your audit log.`,
      'Decline it if you did not ask for help.',
    ],
    facts: lasting(p),
    button: { label: 'Allow or decline', url: `${p.publicUrl}/desk/support` },
  })

/** To the same people once somebody of them allowed it. */
export const supportGrantedMail = (p: To & { who: string; until: Date }): Mail =>
  composeMail({
    to: p.to,
    subject: `Sealwright may look at the data of ${p.organization} for a time`,
    heading: 'Support may look',
    paragraphs: [
      `${p.who} let the administrators of Sealwright read what ${p.organization} keeps. Any of you ends it at any time.`,
      'If you did not expect this, end it at once.',
    ],
    facts: [...lasting(p), ['Until', `${p.until.toISOString().slice(0, 16).replace('T', ' ')} UTC`]],
    button: { label: 'Look at it', url: `${p.publicUrl}/desk/support` },
  })
