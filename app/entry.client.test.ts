import { expect, it, vi } from 'vitest'

it('says what is missing when there is no page to take over', async () => {
  vi.stubGlobal('document', { documentElement: null, body: null })
  await expect(import('./entry.client.tsx')).rejects.toThrow('Root element not found')
  vi.unstubAllGlobals()
})
