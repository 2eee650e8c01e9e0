import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const pages = ['app/components', 'app/routes']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`))
  .filter((path) => path.endsWith('.tsx'))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

/** Fields by which somebody decides, gives the ground of an act, or consents. */
const DECIDES = /\bname="(reason|reason_code|outcome|decision|choice|legal_basis|agreed|acceptedTerms|consent|accreditation|revoke_keys)"/

it('U3 nothing is chosen or ticked beforehand where somebody decides, gives a ground or consents', () => {
  const chosen = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/<(Select|input|CheckLine|Checkbox)\b[^<]*?>/g)]
      .filter(([tag]) => DECIDES.test(tag))
      .filter(([tag, element]) =>
        element === 'Select'
          ? !/defaultValue=""|value=\{/.test(tag)
          : // What somebody has ticked before stays so when the form comes back.
            /\bdefaultChecked(?!=\{(sent|draft|file)\b)/.test(tag),
      )
      .map(([tag]) => `${path}: ${tag.slice(0, 80)}`),
  )
  expect(chosen).toEqual([])
})
