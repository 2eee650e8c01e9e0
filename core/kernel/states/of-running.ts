// What keeps an organisation and the platform running.
import { SECOND, state } from './state.ts'

export const OF_RUNNING = {
  policy_plan: {
    planned: state('neutral', 'planned', 'Nothing is changed before it is applied.'),
    waiting: state('waiting', 'waits for a second person', SECOND),
    applied: state('good', 'applied'),
    refused: state('bad', 'refused', 'Nothing was changed.'),
  },
  member_invitation: {
    awaiting_second: state('waiting', 'needs a second person', SECOND),
    open: state('waiting', 'open', 'The person has not answered.'),
    accepted: state('good', 'accepted'),
    revoked: state('neutral', 'revoked'),
    expired: state('bad', 'expired', 'Invite the person again.'),
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
  audit: {
    success: state('good', 'success'),
    failure: state('bad', 'failure'),
  },
  api_key: {
    active: state('good', 'active'),
    replaced: state('waiting', 'replaced', 'It ends when the overlap is over: change to the new one.'),
    expired: state('bad', 'expired', 'Nothing is answered to it any more.'),
    revoked: state('bad', 'revoked', 'Nothing is answered to it any more.'),
  },
  system: {
    good: state('good', 'good'),
    waiting: state('waiting', 'needs attention'),
    bad: state('bad', 'failing'),
    unknown: state('neutral', 'not known'),
  },
} as const
