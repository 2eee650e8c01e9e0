import { whatIfOffering } from '#core/securities/offerings/what-if.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: whatIfOffering,
  method: 'post',
  path: '/offerings/{id}/what-if',
  market: 'securities',
  summary: 'Ask what other terms would have decided',
  description:
    'Decides the newest 500 investments of an offering again as if its regulation, its minimum or the amount of each had been another, from the facts kept with their decisions. Nothing is stored and no answer changes. No names.',
  status: 200,
  errors: ['conflict'],
  examples: [
    {
      name: 'accredited_only',
      summary: 'If it had been sold under Reg D 506(c)',
      request: { regulation: 'reg_d_506c' },
      response: { success: true },
    },
  ],
  idempotent: false,
})
