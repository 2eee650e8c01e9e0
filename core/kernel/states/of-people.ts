// What is known of people, entities and their wallets, and what is done with it.
import { SECOND, state } from './state.ts'

export const OF_PEOPLE = {
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
  /** Whether somebody counts as verified where only that is asked. */
  standing: {
    verified: state('good', 'verified'),
    pending: state('waiting', 'pending', 'It is looked at; there is nothing to do meanwhile.'),
    unverified: state('neutral', 'not verified'),
  },
  /** Whether the person behind a wallet has further ones. */
  uniqueness: {
    unique: state('good', 'one wallet'),
    also_bound: state('neutral', 'further wallets'),
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
    conflicting: state('waiting', 'conflicting', 'A person looks at it before it counts.'),
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
    upheld: state('good', 'upheld', 'What was refused is looked at anew.'),
    refused: state('bad', 'refused', 'The refusal stands.'),
  },
  exclusion: {
    active: state('bad', 'excluded', 'It cannot be ended before its time.'),
    ended: state('neutral', 'ended'),
  },
  /** Data of a person at an organisation. */
  erasure: {
    restricted: state('waiting', 'restricted', 'A law or a hold keeps it; it is erased when that is over.'),
    erased: state('neutral', 'erased'),
  },
  /** An account that asked to be erased. */
  account_erasure: {
    pending: state('waiting', 'pending', 'It is answered within a month.'),
    done: state('good', 'done'),
    refused: state('bad', 'refused', 'The person may complain to a supervisory authority.'),
    withdrawn: state('neutral', 'withdrawn'),
  },
  due_diligence: {
    proposed: state('waiting', 'not approved yet', SECOND),
    approved: state('good', 'approved'),
    expired: state('bad', 'older than a year', 'It counts no more: a new file is needed.'),
    withdrawn: state('neutral', 'withdrawn'),
  },
  consent: {
    given: state('good', 'given'),
    withdrawn: state('bad', 'withdrawn', 'The organisation cannot check you any more.'),
  },
} as const
