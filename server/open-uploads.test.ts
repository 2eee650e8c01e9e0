import { expect, test } from 'vitest'
import { readLimits } from '#core/access/budgets/limits.ts'
import { OpenUploads } from './open-uploads.ts'

test('S11 an organisation sends a few files at a time, and others are not held up by it', async () => {
  const uploads = new OpenUploads(readLimits('open-uploads=2'))
  const { promise, resolve } = Promise.withResolvers<void>()
  const sending = [uploads.run('a', () => promise), uploads.run('a', () => promise)]
  await expect(uploads.run('a', () => promise)).rejects.toMatchObject({
    code: 'rate_limited',
    message: expect.stringContaining('"open-uploads"'),
  })
  expect(await uploads.run('b', async () => 'sent')).toBe('sent')
  resolve()
  await Promise.all(sending)
  // Whoever has one link of many, and a slow line, leaves room for everybody else.
  const slow = Promise.withResolvers<void>()
  const many = new OpenUploads(readLimits('open-uploads=8'))
  const held = [many.run('a', () => slow.promise, 's1'), many.run('a', () => slow.promise, 's1')]
  await expect(many.run('a', () => slow.promise, 's1')).rejects.toMatchObject({ code: 'rate_limited' })
  expect(await many.run('a', async () => 'sent', 's2')).toBe('sent')
  slow.resolve()
  await Promise.all(held)
  await expect(uploads.run('a', () => Promise.reject(new Error('broke off')))).rejects.toThrow('broke off')
  expect(await uploads.run('a', async () => 'sent')).toBe('sent')
})
