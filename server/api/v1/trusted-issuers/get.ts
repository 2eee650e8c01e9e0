import { getTrustedIssuer } from '#core/identity/trust/manage.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: getTrustedIssuer,
  method: 'get',
  path: '/identity/trusted-issuers/{id}',
  market: 'platform',
  summary: 'Read a trusted issuer',
  description: 'By what it is recognised, what its word counts as, who let it in and who agreed.',
  status: 200,
  errors: ['not_found'],
  examples: [{ name: 'one', summary: 'One issuer', params: { id: 'tis_…' }, response: { success: true, state: 'active' } }],
})
