// What every state is called, how good it is, and what follows from it: the one source that pages, files and mails show states by.
// A test sweeps the database's words and the answers of all verbs, so that no state lacks its words.

/** How a state stands: `good` counts, `waiting` is somebody's turn, `bad` stands in the way, `neutral` is over or has not begun. */
export type StateTone = 'good' | 'waiting' | 'bad' | 'neutral' | 'seal'

export interface State {
  readonly word: string
  readonly tone: StateTone
  /** What follows from it, for whoever reads it; null where nothing does. */
  readonly next: string | null
}

const state = (tone: StateTone, word: string, next: string | null = null): State => ({ word, tone, next })

const OVER = 'Nothing follows from it any more.'
const SECOND = 'Another person has to agree.'

export const STATES = {
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
  /** Identity, accreditation or documents of a person. */
  verification: {
    incomplete: state('neutral', 'incomplete', 'Something is still to be given or shown.'),
    pending: state('waiting', 'pending', 'It is looked at; there is nothing to do meanwhile.'),
    verified: state('good', 'verified'),
    rejected: state('bad', 'rejected', 'The reason says whether it can be corrected or appealed.'),
    /** Verified once, and over: as good as incomplete. */
    ended: state('bad', 'expired', 'It has to be proven again.'),
  },
  /** How far the holder of a wallet is verified. */
  wallet_verification: {
    none: state('neutral', 'not verified', 'The holder has not been verified.'),
    pending: state('waiting', 'pending', 'It is looked at; there is nothing to do meanwhile.'),
    basic: state('good', 'basic'),
    enhanced: state('good', 'enhanced'),
    rejected: state('bad', 'rejected', 'The reason says whether it can be corrected or appealed.'),
  },
  /** A person behind an entity. */
  owner: {
    verified: state('good', 'verified'),
    too_low: state('waiting', 'level too low', 'This person has to be verified at a higher level.'),
    pending: state('waiting', 'pending', 'This person is being verified.'),
    rejected: state('bad', 'rejected', 'The entity does not count with this person behind it.'),
    unknown: state('waiting', 'not verified', 'This person has to be verified.'),
  },
  credential: {
    active: state('good', 'active'),
    suspended: state('waiting', 'suspended', 'Nobody accepts it while something about it is looked at.'),
    expired: state('bad', 'expired', 'Nobody accepts it any more. The holder verifies again for a new one.'),
    revoked: state('bad', 'revoked', 'Nobody accepts it any more.'),
    superseded: state('neutral', 'replaced', 'A newer credential stands in its place.'),
  },
  /** A credential of another organisation that somebody showed here. */
  shown_credential: {
    active: state('good', 'counts'),
    suspended: state('waiting', 'suspended', 'It does not count while whoever gave it out looks at it.'),
    ended: state('bad', 'ended', 'It counts no more.'),
  },
  /** A credential or its status on a chain. */
  chain: {
    none: state('neutral', 'not on chain'),
    live: state('good', 'live on chain'),
    issued: state('waiting', 'sent', 'The chain has not confirmed it yet.'),
    pending: state('waiting', 'pending', 'The chain has not confirmed it yet.'),
    confirmed: state('good', 'confirmed'),
    unknown: state('waiting', 'unknown', 'The chain could not be asked; it is asked again.'),
  },
  wallet: {
    active: state('good', 'active'),
    unlinked: state('neutral', 'unlinked', 'It is nobody’s here until somebody connects it again.'),
    superseded: state('neutral', 'replaced', 'Another wallet of the same holder stands in its place.'),
  },
  /** Whether somebody showed that a wallet is theirs. */
  control: {
    proven: state('good', 'control proven'),
    asserted: state('waiting', 'not proven', 'Its holder signs a message to prove it.'),
  },
  identity_session: {
    open: state('waiting', 'open', 'The person has not begun.'),
    processing: state('waiting', 'processing', 'What was shown is being checked.'),
    in_review: state('waiting', 'in review', 'A person looks at what was shown.'),
    verified: state('good', 'verified'),
    rejected: state('bad', 'rejected', 'The reason says whether the person may try again.'),
    expired: state('bad', 'expired', 'Open another session for the person.'),
    cancelled: state('neutral', 'cancelled'),
  },
  /** A credential offered to a wallet app. */
  credential_offer: {
    open: state('waiting', 'waits for your wallet', 'Open it in the wallet app before its time is over.'),
    redeemed: state('waiting', 'code used', 'The wallet app has used the code and not taken the credential yet.'),
    collected: state('good', 'taken into a wallet'),
    expired: state('neutral', 'expired', 'Make another offer.'),
    ended: state('bad', 'ended', 'Make another offer.'),
  },
  evidence: {
    valid: state('good', 'valid'),
    expired: state('bad', 'expired', 'It counts no more: newer evidence is needed.'),
    rejected: state('bad', 'rejected', 'It does not count.'),
    conflicting: state('waiting', 'conflicting', 'It contradicts other evidence; a person looks at it.'),
    withdrawn: state('neutral', 'withdrawn', 'It does not count any more.'),
  },
  entity_file: {
    filed: state('waiting', 'filed', 'It is to be confirmed by its register or by papers.'),
    in_review: state('waiting', 'in review', 'A person reads its papers.'),
    confirmed: state('good', 'confirmed'),
    refused: state('bad', 'refused', 'File it anew with better papers.'),
    expired: state('bad', 'expired', 'It has to be confirmed again.'),
    superseded: state('neutral', 'replaced', 'A later file stands in its place.'),
  },
  /** A number in a register, or an LEI. */
  registration: {
    none: state('neutral', 'none'),
    unchecked: state('waiting', 'not checked', 'The register has not been asked.'),
    unconfirmed: state('waiting', 'not confirmed', 'The register has not confirmed it.'),
    well_formed: state('waiting', 'well formed', 'Its form is right; no register has confirmed it.'),
    confirmed: state('good', 'confirmed'),
    differs: state('bad', 'differs', 'The register says otherwise.'),
    not_found: state('bad', 'not found', 'The register does not know it.'),
    not_active: state('bad', 'not active', 'The register says that it is not active.'),
  },
  accreditation_file: {
    open: state('waiting', 'open', 'Something is still to be shown.'),
    in_review: state('waiting', 'in review', 'A person reads it.'),
    accepted: state('good', 'accepted'),
    refused: state('bad', 'refused', 'Another file can be sent.'),
    replaced: state('neutral', 'replaced', 'A later file stands in its place.'),
    withdrawn: state('neutral', 'withdrawn'),
  },
  document: {
    pending: state('waiting', 'pending', 'It has not arrived whole.'),
    uploaded: state('waiting', 'uploaded', 'Nobody has read it yet.'),
    accepted: state('good', 'accepted'),
    refused: state('bad', 'refused', 'Send another one.'),
    removed: state('neutral', 'removed'),
  },
  /** Two words on one field of a person. */
  comparison: {
    same: state('good', 'same'),
    near: state('waiting', 'alike', 'Look at the two yourself.'),
    differs: state('bad', 'differs', 'Find out which of the two is true.'),
    one: state('neutral', 'not compared'),
  },
  screening: {
    clear: state('good', 'clear'),
    possible_match: state('waiting', 'possible match', 'A person compares it with the entry.'),
    hit: state('bad', 'match', 'Nothing goes on while the match stands.'),
  },
  exception: {
    proposed: state('waiting', 'proposed', SECOND),
    active: state('good', 'active'),
    refused: state('bad', 'refused', 'The match stays open.'),
    expired: state('neutral', 'expired', 'The match is compared anew.'),
    voided: state('neutral', 'revoked', 'The match is compared anew.'),
  },
  bulk: {
    uploading: state('waiting', 'uploading'),
    queued: state('waiting', 'queued'),
    running: state('waiting', 'running'),
    completed: state('good', 'completed'),
    cancelled: state('neutral', 'cancelled'),
    failed: state('bad', 'failed', 'Send the file again.'),
  },
  case: {
    open: state('waiting', 'open', 'Somebody takes it from the queue.'),
    assigned: state('waiting', 'taken', 'The person who took it decides.'),
    awaiting_info: state('waiting', 'waits for an answer', 'The deadline stands still until the answer.'),
    awaiting_second: state('seal', 'needs a second person', SECOND),
    decided: state('neutral', 'decided'),
  },
  appeal: {
    in_review: state('waiting', 'in review', 'A person who did not refuse decides.'),
    upheld: state('good', 'upheld', 'Ask for the same check again.'),
    refused: state('bad', 'refused', 'The refusal stands.'),
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
  exclusion: {
    active: state('bad', 'excluded', 'It cannot be ended before its time.'),
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
  policy_plan: {
    planned: state('neutral', 'planned', 'Nothing is changed before it is applied.'),
    waiting: state('waiting', 'waits for a second person', SECOND),
    applied: state('good', 'applied'),
    refused: state('bad', 'refused', 'Nothing was changed.'),
  },
  /** Data of a person at an organisation. */
  erasure: {
    restricted: state('waiting', 'restricted', 'A law keeps it for a time; it is erased when that is over.'),
    erased: state('neutral', 'erased'),
  },
  /** An account that asked to be erased. */
  account_erasure: {
    pending: state('waiting', 'pending', 'It is answered within a month.'),
    done: state('good', 'done'),
    refused: state('bad', 'refused', 'The person may complain to a supervisory authority.'),
    withdrawn: state('neutral', 'withdrawn'),
  },
  role_request: {
    pending: state('waiting', 'pending', 'An administrator decides.'),
    approved: state('good', 'approved'),
    declined: state('bad', 'declined'),
  },
  support: {
    asked: state('waiting', 'asked for', 'The organisation allows it or declines.'),
    active: state('seal', 'may look', 'Everything that is looked at stands in the log.'),
    declined: state('neutral', 'declined'),
    ended: state('neutral', 'ended'),
    over: state('neutral', 'expired'),
  },
  domain: {
    pending: state('waiting', 'pending', 'Put its proof in place, and have it checked.'),
    verified: state('good', 'verified'),
    lost: state('bad', 'lost', 'Its proof is gone: put it back.'),
  },
  webhook: {
    unverified: state('waiting', 'unverified', 'It has not answered its challenge.'),
    enabled: state('good', 'enabled'),
    failing: state('bad', 'failing', 'Deliveries are tried again; look at their answers.'),
    disabled: state('bad', 'disabled', 'Nothing is sent to it.'),
  },
  delivery: {
    pending: state('waiting', 'pending', 'It is tried again.'),
    delivered: state('good', 'delivered'),
    exhausted: state('bad', 'given up', 'Send it again by hand.'),
    aborted: state('neutral', 'aborted'),
  },
  mail: {
    queued: state('waiting', 'queued'),
    sent: state('good', 'sent'),
    failed: state('bad', 'failed', 'It is tried again.'),
  },
  inquiry: {
    new: state('waiting', 'new', 'Somebody answers it.'),
    handled: state('good', 'handled'),
  },
  incident: {
    investigating: state('waiting', 'investigating'),
    identified: state('waiting', 'identified'),
    monitoring: state('waiting', 'monitoring'),
    resolved: state('good', 'resolved'),
    scheduled: state('neutral', 'scheduled'),
    in_progress: state('waiting', 'in progress'),
    completed: state('good', 'completed'),
    cancelled: state('neutral', 'cancelled'),
    open: state('waiting', 'open'),
    closed: state('neutral', 'closed'),
  },
  service: {
    operational: state('good', 'operational'),
    degraded: state('waiting', 'degraded'),
    outage: state('bad', 'outage'),
    maintenance: state('neutral', 'maintenance'),
  },
  trusted_issuer: {
    proposed: state('waiting', 'waits for another person', SECOND),
    active: state('good', 'trusted'),
    ended: state('neutral', 'not any more'),
  },
  trust_list: {
    current: state('good', 'counts'),
    overdue: state('bad', 'overdue', 'Its issuers count no more until a newer one is imported.'),
  },
  revocation_list: {
    current: state('good', 'current'),
    overdue: state('waiting', 'overdue', 'A newer one is asked for.'),
    unavailable: state('bad', 'unavailable', 'Nothing counts that only it could clear.'),
  },
  /** Data by its age. */
  list: {
    fresh: state('good', 'fresh'),
    reviews: state('waiting', 'reviews', 'What rests on it goes to a person.'),
    refuses: state('bad', 'refuses', 'Nothing rests on it any more until it is loaded anew.'),
    failed: state('bad', 'failed', 'This version stays in force; it is tried again within the hour.'),
  },
  /** A new version of a list that lost more than it should. */
  held_list: {
    held: state('bad', 'held back', 'The version before stays in force until two people decide.'),
    asked: state('waiting', 'waits for a second person', SECOND),
    released: state('good', 'released'),
    discarded: state('neutral', 'discarded'),
    superseded: state('neutral', 'replaced'),
  },
  due_diligence: {
    proposed: state('waiting', 'not approved yet', SECOND),
    approved: state('good', 'approved'),
    expired: state('bad', 'older than a year', 'It counts no more: a new file is needed.'),
    withdrawn: state('neutral', 'withdrawn'),
  },
  audit: {
    success: state('good', 'success'),
    failure: state('bad', 'failure'),
  },
  replay: {
    identical: state('good', 'identical'),
    differs: state('bad', 'differs', 'Tell us, with the id of the decision.'),
    inputs_altered: state('bad', 'inputs altered', 'What it was made from is not what was sealed.'),
    facts_erased: state('neutral', 'facts erased', 'A person was erased; its hash stays.'),
    ruleset_unavailable: state('neutral', 'ruleset unavailable', 'This build does not have its rules.'),
  },
  api_key: {
    active: state('good', 'active'),
    replaced: state('waiting', 'replaced', 'It ends when the overlap is over: change to the new one.'),
    expired: state('bad', 'expired', 'Nothing is answered to it any more.'),
    revoked: state('bad', 'revoked', 'Nothing is answered to it any more.'),
  },
  consent: {
    given: state('good', 'given'),
    withdrawn: state('bad', 'withdrawn', 'The organisation cannot check you any more.'),
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
  system: {
    good: state('good', 'good'),
    waiting: state('waiting', 'needs attention'),
    bad: state('bad', 'failing'),
    unknown: state('neutral', 'not known'),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, State>>>>

export type Noun = keyof typeof STATES
export type StateName<N extends Noun> = keyof (typeof STATES)[N] & string

/** The words of a state. What is not known is said as it is and never looks good. */
export const stateOf = (noun: Noun, name: string): State =>
  (STATES[noun] as Readonly<Record<string, State>>)[name] ?? state('neutral', name.replaceAll('_', ' '))

/** Only its word: for files, filters and sentences. */
export const stateWord = <N extends Noun>(noun: N, name: StateName<N>): string => stateOf(noun, name).word

/** The choices of a filter by state, in the order given. */
export const stateOptions = <N extends Noun>(noun: N, names: readonly StateName<N>[]): { value: StateName<N>; label: string }[] =>
  names.map((value) => ({ value, label: stateOf(noun, value).word }))
