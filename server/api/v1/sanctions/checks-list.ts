import { listSanctionsChecks } from '#core/screening/screenings/read.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listSanctionsChecks,
  method: 'get',
  path: '/sanctions/checks',
  market: 'stablecoins',
  summary: 'List sanctions checks',
  description:
    'Checks as they were recorded, newest first: those asked for, and those made while a wallet or an investor was verified. Filter by kind, status, wallet, subject or time.',
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
})
