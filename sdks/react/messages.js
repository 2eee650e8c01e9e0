/** Every text of the components. Give those you want to say otherwise to `messages` of the provider; `{name}` stands for a value. */
export const messages = {
  status: {
    none: 'Not verified',
    pending: 'Verification pending',
    verified: 'Verified',
    verified_until: 'Verified until {date}',
    expired: 'Verification expired',
    suspended: 'Verification suspended',
    revoked: 'Verification revoked',
    rejected: 'Not accepted',
    loading: 'Reading the status…',
    unknown: 'Status unknown',
  },
  verify: {
    start: 'Verify your identity',
    again: 'Verify again',
    opening: 'Opening…',
    title: 'Verify your identity',
    close: 'Close',
    window: 'Open in a new window',
    elsewhere: 'Go on in the window that was opened. This page notices when you are done.',
    cancel: 'Stop waiting',
    open: 'Not finished yet.',
    processing: 'It is being checked.',
    in_review: 'A person is looking at it. You can close this.',
    done: 'Done. You can close this.',
    rejected: 'It could not be accepted.',
    expired: 'The time for it is over. Start again.',
    cancelled: 'It was called off.',
  },
  onboarding: {
    title: 'What is needed',
    identity: 'Prove who you are',
    accreditation: 'Show that you are accredited',
    details: 'Give more details',
    organization: '{organization} completes the rest',
    to_do: 'To do',
    waiting: 'Waiting',
    done: 'Done',
    refused: 'Not accepted',
    missing: 'Still missing:',
    all_done: 'Everything is done.',
  },
  /** Words for a fact that is missing, by its name in `missing`, such as `/subject/verification/status`. */
  facts: {},
  appeal: {
    title: 'Appeal',
    none: 'There is nothing to appeal.',
    refused: 'Refused',
    refused_on: 'Refused on {date}',
    until: 'You can appeal once, until {date}. Somebody who did not decide it reads what you write.',
    statement: 'Why is this wrong?',
    too_short: 'Write at least 10 characters.',
    send: 'Send the appeal',
    sending: 'Sending…',
    sent: 'Your appeal was sent.',
    in_review: 'Appealed on {date}. An answer comes by {until}.',
    upheld: 'Your appeal of {date} was upheld.',
    still_refused: 'Your appeal of {date} was looked at: the refusal stands.',
    reasons: {
      sanctions_screening: 'Screening against sanctions lists',
      jurisdiction: 'Where you live or are',
      age: 'Age',
      self_exclusion: 'Self-exclusion',
      identity: 'Identity',
      investor_status: 'Status as an investor',
      limits: 'Limits',
      consent: 'Consent',
      other: 'Another reason',
    },
  },
  consent: {
    title: 'Your consent',
    none: 'There is no consent of yours here.',
    given: '{organization} relies on your verification since {date}.',
    levels: 'It sees: {levels}.',
    withdrawn: 'Taken back on {date}.',
    withdraw: 'Take it back',
    sure: 'What {organization} sealed on it is suspended at once. Take it back?',
    yes: 'Yes, take it back',
    no: 'Keep it',
    give: 'Give it again',
    present: 'To give it again, present your credential.',
    was_withdrawn: 'Your consent was taken back.',
    was_given: 'Your consent is given again.',
    busy: 'One moment…',
  },
  retry: 'Try again',
  failed: 'This did not work: {reason}',
  unreachable: 'There is no answer just now.',
}

const isObject = (value) => value !== null && typeof value === 'object'

/** The texts with those of somebody else in their place. */
export const merge = (own, other) =>
  isObject(other)
    ? {
        ...own,
        ...Object.fromEntries(Object.entries(other).map(([name, text]) => [name, isObject(own?.[name]) ? merge(own[name], text) : text])),
      }
    : own

/** A text with its values. */
export const fill = (text, values = {}) => text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole))
