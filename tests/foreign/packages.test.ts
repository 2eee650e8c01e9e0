import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
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

test.skipIf(!has('python3', '-c', 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))'))(
  'E16 mypy and pyright, strict, find the Python package as installed typed in all it exports',
  minutes,
  () => {
    const folder = join(dir, 'python')
    // Building leaves files beside the sources, so a copy is built.
    cpSync(join(root, 'sdks/python'), join(dir, 'source'), { recursive: true })
    run('python3', ['-m', 'venv', folder], dir)
    const bin = (name: string) => join(folder, 'bin', name)
    run(bin('pip'), ['install', '--quiet', '--disable-pip-version-check', 'mypy==2.4.1', join(dir, 'source')], folder)
    run('npm', ['i', '--prefix', dir, '--ignore-scripts', '--no-audit', '--no-fund', 'pyright@1.1.414'], dir)
    // It looks for packages where the first `python` of the path has them.
    const PATH = `${join(folder, 'bin')}:${process.env.PATH}`
    const pyright = (...args: string[]) => run(join(dir, 'node_modules/.bin/pyright'), args, folder, { PATH })
    writeFileSync(
      join(folder, 'use.py'),
      'from sealwright import Sealwright, verify_webhook\n\n\ndef outcome(client: Sealwright) -> str:\n' +
        '    return str(client.wallets.verify({"wallet_address": "0x1"})["decision"]["outcome"])\n',
    )
    run(bin('mypy'), ['--strict', '-p', 'sealwright'], folder)
    run(bin('mypy'), ['--strict', 'use.py'], folder)
    pyright('use.py')
    expect(pyright('--verifytypes', 'sealwright', '--ignoreexternal')).toContain('Type completeness score: 100%')
  },
)

test.skipIf(!has('go', 'version'))('E16 go vet and staticcheck find nothing in the Go package', minutes, () => {
  run('go', ['install', 'honnef.co/go/tools/cmd/staticcheck@v0.8.2'], dir, { GOBIN: dir, GOFLAGS: '' })
  const go = join(root, 'sdks/go')
  run('go', ['vet', './...'], go)
  run(join(dir, 'staticcheck'), ['./...'], go)
})
