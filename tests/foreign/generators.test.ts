import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadCatalogue } from '#server/catalogue.ts'
import { publishedDocument } from '#server/openapi.ts'
import { asked, has, run } from './commands.ts'

// Generators of strangers make clients of the published document, and their compilers take what they made. They are installed here
// in exact versions, so this is asked for: `FOREIGN=1`.
const pinned = join(import.meta.dirname, 'generators')

const dir = mkdtempSync(join(tmpdir(), 'sealwright-generators-'))
const document = join(dir, 'openapi.json')
let operations = 0
beforeAll(async () => {
  const catalogue = await loadCatalogue()
  operations = catalogue.length
  writeFileSync(document, JSON.stringify(publishedDocument(catalogue, 'https://sealwright.example')))
})
afterAll(() => rmSync(dir, { recursive: true, force: true, maxRetries: 3 }))

test.skipIf(!asked)('A3 openapi-typescript generates, and TypeScript takes it', { timeout: 300_000 }, () => {
  const folder = join(dir, 'typescript')
  mkdirSync(folder)
  run('npm', ['i', '--prefix', folder, '--no-audit', '--no-fund', 'openapi-typescript@7.13.0', 'typescript@5.9.3'], folder)
  const bin = (name: string) => join(folder, 'node_modules/.bin', name)
  run(bin('openapi-typescript'), [document, '--default-non-nullable', 'false', '-o', 'api.d.ts'], folder)
  writeFileSync(
    join(folder, 'use.ts'),
    `import type { components, paths } from './api.d.ts'
type Body = paths['/wallets/verify']['post']['requestBody']['content']['application/json']
export const body: Body = { wallet_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002' }
export const outcome: components['schemas']['Decision']['outcome'] = 'allow'
`,
  )
  run(bin('tsc'), ['--noEmit', '--strict', '--allowImportingTsExtensions', 'use.ts'], folder)
})

test.skipIf(!asked)('A14 Redocly and Spectral find no error by their recommended rules', { timeout: 300_000 }, () => {
  const folder = join(dir, 'rules')
  mkdirSync(folder)
  run('npm', ['i', '--prefix', folder, '--no-audit', '--no-fund', '@redocly/cli@2.77.0', '@stoplight/spectral-cli@6.16.3'], folder)
  const bin = (name: string) => join(folder, 'node_modules/.bin', name)
  const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  run(bin('redocly'), ['lint', document, '--extends', 'recommended'], folder, quiet)
  writeFileSync(join(folder, '.spectral.yaml'), "extends: ['spectral:oas']\n")
  run(bin('spectral'), ['lint', document, '--ruleset', '.spectral.yaml', '--fail-severity', 'error'], folder)
})

test.skipIf(!has('go', 'version'))('A3 oapi-codegen generates, and Go compiles it', { timeout: 600_000 }, () => {
  const folder = join(dir, 'go')
  mkdirSync(folder)
  for (const name of ['go.mod', 'go.sum']) copyFileSync(join(pinned, name), join(folder, name))
  run('go', ['install', 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'], folder, { GOBIN: folder, GOFLAGS: '' })
  run(join(folder, 'oapi-codegen'), ['-generate', 'types,client', '-package', 'sealwright', '-o', 'sealwright.go', document], folder)
  run('go', ['vet', '.'], folder)
})

test.skipIf(!has('python3', '-c', 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))'))(
  'A3 openapi-python-client generates every operation, and mypy finds nothing',
  { timeout: 600_000 },
  () => {
    const folder = join(dir, 'python')
    run('python3', ['-m', 'venv', folder], dir)
    const bin = (name: string) => join(folder, 'bin', name)
    run(bin('pip'), ['install', '--quiet', '--disable-pip-version-check', '-r', join(pinned, 'requirements.txt')], folder)
    const args = ['generate', '--path', document, '--output-path', 'sealwright', '--meta', 'none', '--config', join(pinned, 'python.yaml')]
    const said = run(bin('openapi-python-client'), args, folder)
    expect(said).not.toMatch(/WARNING|will not be generated|omitted/)
    const api = join(folder, 'sealwright/api')
    const made = readdirSync(api, { recursive: true, encoding: 'utf8' }).filter((name) => /\/(?!__)\w+\.py$/.test(name))
    expect(made).toHaveLength(operations)
    // What several operations say alike has one name: without that it is more than six an operation.
    const models = readFileSync(join(folder, 'sealwright/models/__init__.py'), 'utf8').match(/^from /gm)!
    expect(models.length).toBeLessThan(operations * 4)
    run(bin('mypy'), ['sealwright'], folder)
  },
)
