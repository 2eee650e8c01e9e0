import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const rows = readFileSync('docs/glossary.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| term') && !line.startsWith('| ---'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )

/** What is said to people: pages with their comments and code taken away, and documents without their samples. */
const said = [
  ...files('app', /\.(tsx|ts)$/).filter((path) => !/\.test\.tsx?$/.test(path)),
  ...files('app/content', /\.mdx?$/),
  ...files('docs', /\.md$/).filter((path) => !/^docs\/(glossary|methodology\/changes)\.md$|^docs\/decisions\//.test(path)),
  ...files('core/kernel/mails', /\.ts$/),
].map((path) => {
  const text = readFileSync(path, 'utf8')
  const bare = /\.mdx?$/.test(path)
    ? text.replace(/```[\s\S]*?```|`[^`\n]*`/g, '')
    : text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '')
  return { path, text: bare.replace(/\s+/g, ' ') }
})

function files(folder: string, wanted: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => wanted.test(path))
    .map((path) => `${folder}/${path}`)
}

it('U11 pages and documents use the terms of the glossary, and none of the words it has instead', () => {
  expect(rows.length).toBeGreaterThan(25)
  const instead = rows.flatMap(([term, , not]) => not!.split(', ').map((word) => ({ term: term!, word })))
  const found = said.flatMap(({ path, text }) =>
    instead.filter(({ word }) => new RegExp(`\\b${word}\\b`, 'i').test(text)).map(({ term, word }) => `${path}: “${word}” is ${term}`),
  )
  expect([...new Set(found)]).toEqual([])
})

it('U11 each term is explained once, and in the order of the alphabet', () => {
  const terms = rows.map(([term]) => term!)
  expect(terms).toEqual([...terms].sort((a, b) => a.localeCompare(b, 'en')))
  expect(new Set(terms).size).toBe(terms.length)
})
