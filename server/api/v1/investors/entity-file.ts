import { fileEntity } from '#core/securities/entities/file.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: fileEntity,
  method: 'post',
  path: '/investors/{id}/entity',
  market: 'securities',
  summary: 'File an entity',
  description:
    'What is said of an investor of type entity and of those who own and control it: kind, registration number (checked by the form and check digit of its register), LEI, address, owners with their shares, through others too. Each owner is a person of their own: open an identity session for `person_id` of each that is `required`. The next verification judges the whole file. A later file takes the place of the one before.',
  status: 201,
  errors: ['not_found', 'conflict', 'verification_in_progress', 'under_age'],
  examples: [
    {
      name: 'company',
      summary: 'A company with two owners, one through another company',
      params: { id: 'inv_…' },
      request: {
        entity_type: 'company',
        formation_date: '2015-03-02',
        registration: { country: 'GB', number: '01234567' },
        address: { line1: '1 Harbour Street', city: 'Leeds', country: 'GB' },
        notice_shown_at: '2026-11-20T10:00:00Z',
        owners: [
          { ref: 'holding', type: 'entity', full_name: 'Example Holding Ltd', country: 'GB', share_percent: 60 },
          { full_name: 'Ada Example', date_of_birth: '1985-04-02', country: 'GB', share_percent: 100, of: 'holding' },
          { full_name: 'Ben Example', date_of_birth: '1979-01-23', country: 'GB', share_percent: 40, roles: ['control_person'] },
        ],
        owners_doubt: false,
      },
      response: { success: true, object: 'entity_file', status: 'filed' },
    },
  ],
})
