import { listVenues } from '#core/securities/venues/read.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listVenues,
  method: 'get',
  path: '/venues',
  market: 'securities',
  summary: 'List venues',
  description:
    'The register of venues, kept by two people of the platform each time. Name one as venue_id of a trade, after naming it in the offering’s venue_ids; one that is missing is asked for through the contact form.',
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
})
