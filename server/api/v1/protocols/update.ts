import { updateProtocol } from '#core/markets/protocols/update.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: updateProtocol,
  method: 'patch',
  path: '/protocols/{id}',
  market: 'defi',
  summary: 'Change the policy of a protocol',
  description:
    'Changes what is sent, from the next check on, as a new version; what changes nothing makes none. A contract taken off the list loses its proof. `paused` stops every check of the protocol. Permits already made end within ten minutes.',
  status: 200,
  errors: [],
  examples: [{ name: 'pause', summary: 'Pause it', request: { paused: true }, response: { success: true, paused: true } }],
})
