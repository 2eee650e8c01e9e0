import { stateTenantFacts } from '#core/access/tenant/facts.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: stateTenantFacts,
  method: 'patch',
  path: '/tenant-facts',
  market: 'platform',
  summary: 'State your organisation’s licences and duties',
  description:
    'What you say counts in every decision of this environment from now on, or from `effective_at` on, with your name and the time; what was said before stays in the history. In production nothing is assumed: a rule that needs a fact nobody said asks for it.',
  status: 200,
  errors: ['already_exists', 'second_person_required'],
  examples: [
    {
      name: 'licensed',
      summary: 'A sports book licensed in New Jersey',
      request: { facts: { licences: ['gambling:US-NJ:sports'] }, note: 'New Jersey Division of Gaming Enforcement, permit of 2026' },
      response: {
        success: true,
        object: 'tenant_facts',
        organization_id: 'org_01kah3m8v0x5q7w9e2r4t6y8za',
        environment: 'production',
        second_person: null,
        facts: [
          {
            fact: 'licences',
            value: ['gambling:US-NJ:sports'],
            source: 'configured',
            note: 'New Jersey Division of Gaming Enforcement, permit of 2026',
            stated_by: 'key_01kah3m8v0x5q7w9e2r4t6y8zb',
            at: '2026-11-23T10:00:00.000Z',
            effective_at: '2026-11-23T10:00:00.000Z',
            from: 'tenant',
          },
        ],
        pending: [],
      },
    },
  ],
})
