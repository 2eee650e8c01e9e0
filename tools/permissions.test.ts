import { expect, test } from 'vitest'
import { permissionsPage, writtenPermissionsPage } from './permissions.ts'

test('docs/methodology/permissions.md is what the table says (run `node tools/permissions.ts`)', () => {
  expect(writtenPermissionsPage()).toBe(permissionsPage())
})
