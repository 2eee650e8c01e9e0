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
  await expect(uploads.run('a', () => Promise.reject(new Error('broke off')))).rejects.toThrow('broke off')
  expect(await uploads.run('a', async () => 'sent')).toBe('sent')
})
