import { expect, test } from 'vitest'
import type { ServerContext } from '../server-context.ts'
import { goWhereItIs } from './chosen-environment.ts'

const looking = (environment: 'sandbox' | 'production', publicUrl = 'https://seal.example') => ({ environment, publicUrl }) as ServerContext
const request = new Request('https://seal.example/desk/reviews/cas_1.data?view=all&_routes=routes%2Fdesk')

function answerOf(run: () => void): Response | null {
  try {
    run()
    return null
  } catch (answer) {
    return answer as Response
  }
}

test('a page of one thing is shown in the environment the thing is in, and the pages go on there', () => {
  const sent = answerOf(() => goWhereItIs(looking('sandbox'), request, { environment: 'production' }))!
  expect([sent.status, sent.headers.get('location')]).toEqual([302, '/desk/reviews/cas_1?view=all'])
  expect(sent.headers.get('set-cookie')).toMatch(/^sealwright\.environment=production; Path=\/; .*; Secure$/)
  const back = answerOf(() => goWhereItIs(looking('production', 'http://localhost:3000'), request, { environment: 'sandbox' }))!
  expect(back.headers.get('set-cookie')).toMatch(/^sealwright\.environment=sandbox; (?!.*Secure)/)
  expect(answerOf(() => goWhereItIs(looking('production'), request, { environment: 'production' }))).toBeNull()
})
