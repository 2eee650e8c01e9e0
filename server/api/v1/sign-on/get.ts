import { readSignOn } from '#core/access/sign-on/settings.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: readSignOn,
  method: 'get',
  path: '/sign-on',
  market: 'platform',
  summary: 'Read the sign-on',
  description:
    'With which identity provider people of your organisation sign on, by which domains, and what it asks of their sessions. An owner changes it in the settings; the client secret is never shown.',
  status: 200,
  errors: [],
  examples: [],
})
