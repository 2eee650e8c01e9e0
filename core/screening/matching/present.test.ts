import { expect, test } from 'vitest'
import { sandboxSample } from '#screening/sandbox-sample.ts'
import { createScreener } from '#screening/screen.ts'
import { presentMatch } from './present.ts'

test('of many numbers the one that was found is shown, explained or not', () => {
  const sample = sandboxSample({ loadedAt: '2026-01-01T00:00:00Z' })
  const identifiers = Array.from({ length: 12 }, (_, n) => ({ type: 'passport', value: `QX-77000${10 + n}`, country: 'FR' }))
  const screener = createScreener([{ ...sample, entries: [{ ...sample.entries[0]!, identifiers }] }])
  const subject = { full_name: '', identifiers: [{ type: 'passport' as const, value: 'qx7700021', country: 'FR' }] }
  for (const explain of [true, false]) {
    const [match] = screener.screen(subject, { explain })
    const shown = presentMatch({ kind: 'name', match: match! }, null).listed.identifiers
    expect(shown).toHaveLength(8)
    expect(shown[0]).toEqual({ type: 'passport', value: 'QX-7700021', country: 'FR' })
  }
})
