import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, test } from 'vitest'
import { asked, has, run } from './commands.ts'

// What we hand out, looked at by the tools of those who take it.
const root = join(import.meta.dirname, '../..')
const dir = mkdtempSync(join(tmpdir(), 'sealwright-packages-'))
afterAll(() => rmSync(dir, { recursive: true, force: true, maxRetries: 3 }))
const minutes = { timeout: 600_000 }

test.skipIf(!asked)('E16 forge finds the contracts as it would set them', minutes, () => {
  run('npm', ['i', '--prefix', dir, '--ignore-scripts', '--no-audit', '--no-fund', '@foundry-rs/forge@1.7.1'], dir)
  run(join(dir, 'node_modules/.bin/forge'), ['fmt', '--check', '--root', join(root, 'chains/contracts')], dir)
})

test.skipIf(!has('go', 'version'))('E16 go vet and staticcheck find nothing in the Go package, and its own tests pass', minutes, () => {
  run('go', ['install', 'honnef.co/go/tools/cmd/staticcheck@v0.8.2'], dir, { GOBIN: dir, GOFLAGS: '' })
  const go = join(root, 'sdks/go')
  run('go', ['vet', './...'], go)
  run('go', ['test', './verify'], go)
  run(join(dir, 'staticcheck'), ['./...'], go)
})
