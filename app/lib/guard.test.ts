import { expect, it } from 'vitest'
import { ownPath } from './guard.ts'

it('goes on to a page of ours only, however another site is written', () => {
  expect(ownPath('/settings?a=1#b')).toBe('/settings?a=1#b')
  expect(ownPath('/a/../settings')).toBe('/settings')
  expect(ownPath(null, '/settings')).toBe('/settings')
  for (const other of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/..//evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e%2e//evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'settings',
    '',
  ])
    expect(ownPath(other), other).toBe('/arrive')
})
