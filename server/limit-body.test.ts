import { expect, test } from 'vitest'
import { limitBody, MAX_FORM } from './limit-body.ts'

const form = (body: string) =>
  new Request('http://localhost/login', { method: 'POST', body, headers: { 'content-type': 'application/x-www-form-urlencoded' } })

test('S4 a form of half a million fields is refused before it is taken apart', async () => {
  const before = process.threadCpuUsage()
  const { request, exceeded } = limitBody(form('a&'.repeat(500_000)), MAX_FORM)
  await expect(request.formData()).rejects.toThrow()
  expect(exceeded()).toBe(true)
  const { user, system } = process.threadCpuUsage(before)
  // Taken apart it cost 1.7 seconds.
  expect((user + system) / 1_000).toBeLessThan(200)
})

test('a form as people send them is read whole', async () => {
  const { request, exceeded } = limitBody(form('email=ada%40people.example&notes=a%26b'), MAX_FORM)
  expect(Object.fromEntries(await request.formData())).toEqual({ email: 'ada@people.example', notes: 'a&b' })
  expect(exceeded()).toBe(false)
})
