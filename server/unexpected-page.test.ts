import { expect, it } from 'vitest'
import { gaveUp, notReady, unexpectedPage } from './unexpected-page.ts'

it('is the last page there is: its words, its id as text, three ways on', async () => {
  const answer = unexpectedPage('req_1"><script>')
  expect(answer.status).toBe(500)
  const text = await answer.text()
  expect(text).toContain('<h1>Unexpected Application Error!</h1>')
  expect(text).toContain('<code>req_1script</code>')
  for (const way of ['Try Again', 'Go Home', 'Report Bug']) expect(text).toContain(`${way}</a>`)
  expect(gaveUp(new Response('Unexpected Server Error', { status: 500 }))).toBe(true)
  expect(gaveUp(answer)).toBe(false)
  expect(gaveUp(new Response('x', { status: 404 }))).toBe(false)
})

it('is not ready where the database went away under it, and stays as it is where it could be made', async () => {
  const failed = notReady(new Response('<h1>words</h1>', { status: 500, headers: { 'content-type': 'text/html' } }))
  expect([failed.status, failed.headers.get('retry-after'), failed.headers.get('content-type')]).toEqual([503, '5', 'text/html'])
  expect(await failed.text()).toBe('<h1>words</h1>')
  for (const status of [200, 404]) expect(notReady(new Response('x', { status })).status).toBe(status)
})
