import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { API_VERSIONS, CURRENT_VERSION, VERSIONS } from '../versions.ts'
import { CHANGES } from './convert.ts'

const page = (name: string) => readFileSync(new URL(`../../../app/content/docs/${name}.mdx`, import.meta.url), 'utf8')

test('the changelog says of each version what it changed, in the words of the change', () => {
  const changelog = page('changelog')
  for (const version of API_VERSIONS) expect(changelog).toContain(`## ${version}: `)
  for (const [version, changes] of Object.entries(CHANGES)) {
    const [, part] = changelog.split(`## ${version}: `)
    for (const { title, description } of changes) expect(part!.split('\n## ')[0]).toContain(`- **${title}.** ${description}`)
  }
})

test('the guide names every version, the newest as such, and none with an end that it has not', () => {
  const guide = page('versioning')
  expect(guide).toContain(`The newest is \`${CURRENT_VERSION}\``)
  for (const version of API_VERSIONS) expect(guide).toContain(`\`${version}\``)
  if (VERSIONS.every(({ ends }) => ends === null)) expect(guide).toContain('neither has an end')
})
