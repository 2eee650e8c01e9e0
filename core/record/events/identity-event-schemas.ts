import { z } from 'zod'
import { id, object, exampleText as text, time } from './event-words.ts'

const evidence = object({
  id: id('evd'),
  person_id: id('per'),
  proves: z.enum(['identity', 'accreditation', 'entity', 'age']),
  method: text('document_review'),
  level: text('enhanced'),
  ial: text('IAL2').nullable(),
  eidas: text('substantial').nullable(),
  state: text('valid'),
  reason_code: text('data_conflict').nullable(),
  session_id: id('ids').nullable(),
  expires_at: time.nullable(),
})
const session = object({
  id: id('ids'),
  status: text('verified'),
  level: text('enhanced'),
  claims: z.array(z.string()).nullable(),
  method: text('document_review').nullable(),
  person_id: id('per').nullable(),
  wallet_id: id('wal').nullable(),
  investor_id: id('inv').nullable(),
  evidence_id: id('evd').nullable(),
  reason_code: text('data_conflict').nullable(),
})

const offer = object({
  id: id('cof'),
  credential_id: id('cre'),
  status: text('open'),
  end_reason: text('cancelled').nullable(),
  named: z.boolean(),
  expires_at: time,
})

/** Events of proving who somebody is, and of taking the proof along. */
export const IDENTITY_EVENTS = {
  'credential.offer.created': offer,
  'credential.offer.ended': offer,
  'credential.collected': object({
    credential_id: id('cre'),
    offer_id: id('cof'),
    configuration: text('identity_assurance'),
    format: text('dc+sd-jwt'),
  }),
  'identity.session.processing': session,
  'identity.session.in_review': session,
  'erasure.updated': object({
    id: id('era'),
    person_id: id('per'),
    status: text('restricted'),
    erase_from: text('2031-01-16').nullable(),
    legal_hold: z.boolean(),
    act: object({
      act: text('release_hold'),
      reason_code: text('litigation_ended')
        .nullable()
        .meta({ description: 'Why; null where a file was opened, of which nobody is told why' }),
      asked_by: text('usr_01m7yzyss7wn2xy9fx73kq4v6d'),
      countersigned_by: text('usr_01m7yzyss7wn2xy9fx73kq4v6e').nullable(),
      at: time,
    })
      .nullable()
      .meta({ description: 'What somebody did; null when its day had come' }),
  }),
  'identity.session.reopened': session,
  'identity.session.verified': session,
  'identity.session.rejected': session,
  'identity.session.expired': session,
  'identity.session.cancelled': session,
  'identity.evidence.recorded': evidence,
  'identity.evidence.withdrawn': evidence,
}
