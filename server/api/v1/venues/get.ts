import { getVenue } from '#core/securities/venues/read.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: getVenue,
  method: 'get',
  path: '/venues/{id}',
  market: 'securities',
  summary: 'Read a venue',
  description:
    'One venue of the register, and whether its registration counts today. In the sandbox `ven_sandbox_ats` does and `ven_sandbox_lapsed` does not.',
  status: 200,
  errors: [],
  examples: [{ name: 'live', summary: 'A venue every sandbox has', params: { id: 'ven_sandbox_ats' }, response: { success: true } }],
})
