import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/security/asvs.md'), 'utf8')
const pages = ['docs/security/asvs.md', 'docs/security/threat-model.md', 'SECURITY.md']

/** Requirements of levels 1 and 2 of ASVS 5.0 by section, as published. */
const PUBLISHED = (
  '1.1:1,2;1.2:1,2,3,4,5,6,7,8,9;1.3:1,2,3,4,5,6,7,8,9,10,11;1.4:1,2,3;1.5:1,2;2.1:1,2,3;2.2:1,2,3;2.3:1,2,3,4;2.4:1;3.2:1,2;3.3:1,2,3,4;3.4:1,2,3,4,5,6;' +
  '3.5:1,2,3,4,5;3.7:1,2;4.1:1,2,3;4.2:1;4.3:1,2;4.4:1,2,3,4;5.1:1;5.2:1,2,3;5.3:1,2;5.4:1,2,3;6.1:1,2,3;6.2:1,2,3,4,5,6,7,8,9,10,11,12;' +
  '6.3:1,2,3,4;6.4:1,2,3,4;6.5:1,2,3,4,5;6.6:1,2,3;6.8:1,2,3,4;7.1:1,2,3;7.2:1,2,3,4;7.3:1,2;7.4:1,2,3,4,5;7.5:1,2;7.6:1,2;8.1:1,2;' +
  '8.2:1,2,3;8.3:1;8.4:1;9.1:1,2,3;9.2:1,2,3,4;10.1:1,2;10.2:1,2;10.3:1,2,3,4;10.4:1,2,3,4,5,6,7,8,9,10,11;10.5:1,2,3,4,5;10.6:1,2;10.7:1,2,3;' +
  '11.1:1,2;11.2:1,2,3;11.3:1,2,3;11.4:1,2,3,4;11.5:1;11.6:1;12.1:1,2,3;12.2:1,2;12.3:1,2,3,4;13.1:1;13.2:1,2,3,4,5;13.3:1,2;' +
  '13.4:1,2,3,4,5;14.1:1,2;14.2:1,2,3,4;14.3:1,2,3;15.1:1,2,3;15.2:1,2,3;15.3:1,2,3,4,5,6,7;16.1:1;16.2:1,2,3,4,5;16.3:1,2,3,4;16.4:1,2,3;16.5:1,2,3;' +
  '17.1:1;17.2:1,2,3,4;17.3:1,2'
)
  .split(';')
  .map((line) => line.split(/[:,]/))

const numbers = PUBLISHED.flatMap(([section, ...own]) => own.map((n) => `V${section}.${n}`))
const rows = [...page.matchAll(/^\| (V[\d.]+) \| ([a-z ]+) \| (.+) \| (.*) \|$/gm)].map(([, number, state, words, shown]) => ({
  number: number!,
  state: state!,
  words: words!.trim(),
  shown: shown!.trim(),
}))

it('has one row for each of the 253 requirements of levels 1 and 2', () => {
  expect(numbers).toHaveLength(253)
  expect(rows.map((row) => row.number)).toEqual(numbers)
})

it('shows what it calls passed by a test or file, and gives a reason for all else', () => {
  expect(rows.filter(({ state }) => !['pass', 'not applicable', 'open'].includes(state))).toEqual([])
  expect(rows.filter(({ state, shown }) => state === 'pass' && !shown).map((row) => row.number)).toEqual([])
  expect(rows.filter(({ words }) => words.length < 5).map((row) => row.number)).toEqual([])
})

it('names every open requirement at its head, and counts right', () => {
  const head = page.slice(page.indexOf('## Open'), page.indexOf('\n## V'))
  const of = (state: string) => rows.filter((row) => row.state === state)
  expect([...head.matchAll(/^- \*\*(V[\d.]+)\*\*/gm)].map(([, number]) => number)).toEqual(of('open').map((row) => row.number))
  expect(page).toContain(`${of('pass').length} pass, ${of('not applicable').length} not applicable, ${of('open').length} open.`)
})

it('names only files that exist, and only tests that they hold', () => {
  const wrong = pages.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return [...text.matchAll(/`([\w./-]+\/[\w./-]+|[\w.-]+\.(?:md|json|mjs))`(?: "([^"]+)")?/g)].flatMap(([, path, title]) => {
      if (!existsSync(join(root, path!)))
        return /^(\.data|build)\//.test(path!) || path!.startsWith('/') ? [] : [`${file}: ${path} does not exist`]
      return title && !readFileSync(join(root, path!), 'utf8').includes(title) ? [`${file}: ${path} has no "${title}"`] : []
    })
  })
  expect(wrong).toEqual([])
})
