import { expect, test } from 'vitest'
import { crumbsOf } from '../../ui/breadcrumb.tsx'
import { withListNames } from './list-names.ts'

test('U4 a sentence about lists names them as people do, and leaves every other word', () => {
  expect(withListNames('us_ofac_sdn is required and no version of it is in force.')).toBe(
    'OFAC SDN (US) is required and no version of it is in force.',
  )
  expect(withListNames('un_sc 2026-11-22 was held back: some_field is empty.')).toBe(
    'UN Security Council 2026-11-22 was held back: some_field is empty.',
  )
})

test('the breadcrumb of a path writes names as they are written', () => {
  expect(crumbsOf('/developer/api-playground').map((each) => each.label)).toEqual(['Home', 'Developer', 'API Playground'])
})
