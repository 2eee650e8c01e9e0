// What is decided, offered, sold and moved.
import { OVER, SECOND, state } from './state.ts'

export const OF_MOVES = {
  /** What was decided. */
  decision: {
    allow: state('good', 'allowed'),
    deny: state('bad', 'denied', 'The rule that decided says what would help.'),
    review: state('waiting', 'in review', 'A person looks at it; nothing has to be asked again.'),
    needs_info: state('waiting', 'needs facts', 'Supply what is named as missing, and ask again.'),
  },
  /** What one rule said. */
  rule: {
    pass: state('good', 'holds'),
    fail: state('bad', 'denies'),
    needs_info: state('waiting', 'asks'),
    review: state('waiting', 'to review'),
    warn: state('waiting', 'warns'),
    info: state('neutral', 'note'),
    not_applicable: state('neutral', 'does not apply'),
  },
  offering: {
    draft: state('neutral', 'draft', 'It is not open: its issuer opens it.'),
    needs_contact: state('waiting', 'needs contact', 'Commercial terms have to be agreed first.'),
    open: state('good', 'open'),
    paused: state('waiting', 'paused', 'Nobody can invest until its issuer opens it again.'),
    closed: state('neutral', 'closed', 'It takes no investments any more.'),
    cancelled: state('neutral', 'cancelled', OVER),
  },
  token: {
    unlinked: state('waiting', 'not proven', 'A wallet that controls the contract signs for it.'),
    linked: state('good', 'linked'),
    active: state('good', 'active'),
    paused: state('waiting', 'paused', 'Nothing is issued or transferred until it goes on.'),
    deactivated: state('bad', 'deactivated', 'Nothing is issued or transferred any more.'),
  },
  investment: {
    pending: state('waiting', 'pending', 'A person looks at it; its tokens are reserved meanwhile.'),
    accepted: state('good', 'accepted', 'Its tokens are issued to the wallet.'),
    rejected: state('bad', 'rejected', 'Its decision says which rule, and what would help.'),
    cancelled: state('neutral', 'cancelled', OVER),
    refunded: state('neutral', 'refunded', OVER),
  },
  transaction: {
    approved: state('good', 'approved', 'It waits for the signature of the sender.'),
    denied: state('bad', 'denied', 'Its decision says which rule, and what would help.'),
    review: state('waiting', 'review', 'A person looks at it.'),
    awaiting_counterparty: state('waiting', 'awaiting counterparty', 'The other side has to answer.'),
    submitted: state('waiting', 'submitted', 'The chain has not confirmed it yet.'),
    settled: state('good', 'settled'),
    failed: state('bad', 'failed', 'Nothing moved.'),
    expired: state('bad', 'expired', 'It was not sent in time: check it again.'),
  },
  /** A transaction of a person's own wallet, outside the rules. */
  sent_transaction: {
    pending: state('waiting', 'pending', 'The network has not taken it in yet.'),
    confirmed: state('good', 'confirmed'),
    failed: state('bad', 'failed', 'Nothing moved but the fee.'),
  },
  issuance: {
    authorized: state('waiting', 'authorized', 'It is signed and sent before its time is over.'),
    submitted: state('waiting', 'submitted', 'The chain has not confirmed it yet.'),
    confirmed: state('good', 'confirmed'),
    denied: state('bad', 'denied', 'Its decision says which rule, and what would help.'),
    failed: state('bad', 'failed', 'Nothing was issued.'),
  },
  invitation: {
    sent: state('waiting', 'sent', 'The person has not answered.'),
    accepted: state('good', 'accepted'),
    declined: state('bad', 'declined'),
    withdrawn: state('neutral', 'withdrawn'),
    revoked: state('neutral', 'revoked'),
  },
  /** A freeze, a forced transfer, a move of a wallet. */
  holding_act: {
    proposed: state('waiting', 'waits', SECOND),
    approved: state('waiting', 'waits 24 h', 'It is done when the time is over, unless somebody stops it.'),
    active: state('bad', 'in force', 'The units do not move before it is lifted.'),
    done: state('good', 'done'),
    refused: state('neutral', 'refused', OVER),
    denied: state('bad', 'denied by rules', 'Its decision says which rule.'),
    ended: state('neutral', 'ended', OVER),
  },
  /** The same, for the person whose wallet it is. */
  wallet_move: {
    proposed: state('waiting', 'waits for a second person', 'You did not ask for it? Stop it.'),
    approved: state('waiting', 'agreed and waits for its time', 'You did not ask for it? Stop it.'),
    active: state('waiting', 'under way', 'You did not ask for it? Stop it.'),
    done: state('good', 'replaced'),
    refused: state('neutral', 'stopped'),
    denied: state('bad', 'not possible'),
    ended: state('neutral', 'ended'),
  },
  protocol_proof: {
    pending: state('waiting', 'not proven', 'Whoever controls the contract signs for it.'),
    proven: state('good', 'proven'),
  },
  venue: {
    proposed: state('waiting', 'proposed', SECOND),
    active: state('good', 'approved'),
    withdrawing: state('waiting', 'withdrawal proposed', SECOND),
    refused: state('bad', 'refused'),
    withdrawn: state('neutral', 'withdrawn'),
  },
  replay: {
    identical: state('good', 'identical'),
    differs: state('bad', 'differs', 'Tell us, with the id of the decision.'),
    inputs_altered: state('bad', 'inputs altered', 'What it was made from is not what was sealed.'),
    facts_erased: state('neutral', 'facts erased', 'A person was erased; its hash stays.'),
    ruleset_unavailable: state('neutral', 'ruleset unavailable', 'This build does not have its rules.'),
  },
  step: {
    done: state('good', 'done'),
    ready: state('good', 'ready'),
    not_yet: state('waiting', 'not yet'),
    over: state('neutral', 'over'),
  },
  reserve: {
    covered: state('good', 'covered'),
    not_covered: state('bad', 'not covered', 'Nothing more may be issued.'),
  },
} as const
