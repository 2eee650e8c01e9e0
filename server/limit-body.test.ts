import { Readable } from 'node:stream'
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

const parts = (n: number, name: string) =>
  `${Array.from({ length: n }, (_, i) => `------b\r\nContent-Disposition: ${name}; name="f${i}"\r\n\r\nx\r\n`).join('')}------b--\r\n`
const upload = (body: string, step = body.length) =>
  new Request('http://localhost/dashboard/verification', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=----b' },
    body: Readable.from(Array.from({ length: Math.ceil(body.length / step) }, (_, i) => Buffer.from(body.slice(i * step, (i + 1) * step)))),
    duplex: 'half',
  } as unknown as RequestInit)

test('S4 a form with files and of 150,000 parts is refused before it is taken apart, in any case and any chunks', async () => {
  for (const [body, step] of [[parts(150_000, 'form-data')], [parts(150_000, 'Form-Data')], [parts(3_000, 'form-data'), 7]] as const) {
    const sent = upload(body, step)
    const before = process.threadCpuUsage()
    const { request, exceeded } = limitBody(sent, Number.POSITIVE_INFINITY)
    await expect(request.formData().then(() => 'read')).rejects.toThrow()
    expect(exceeded()).toBe(true)
    const { user, system } = process.threadCpuUsage(before)
    // Taken apart it cost seconds.
    expect((user + system) / 1_000).toBeLessThan(200)
  }
})

test('a form with a file is read whole', async () => {
  const { request, exceeded } = limitBody(upload(parts(20, 'form-data'), 5), Number.POSITIVE_INFINITY)
  expect([...(await request.formData()).keys()]).toHaveLength(20)
  expect(exceeded()).toBe(false)
})

test('a form as people send them is read whole', async () => {
  const { request, exceeded } = limitBody(form('email=ada%40people.example&notes=a%26b'), MAX_FORM)
  expect(Object.fromEntries(await request.formData())).toEqual({ email: 'ada@people.example', notes: 'a&b' })
  expect(exceeded()).toBe(false)
})
