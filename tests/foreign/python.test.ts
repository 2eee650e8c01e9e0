import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { has, run } from './commands.ts'

// The Python package as those get it who install it: built, looked at by the registry's own checker, installed from the built file in a
// fresh folder, and read by the type checkers that people use.
const root = join(import.meta.dirname, '../..')
const dir = mkdtempSync(join(tmpdir(), 'sealwright-python-package-'))
const source = join(dir, 'source')
const folder = join(dir, 'fresh')
const bin = (name: string) => join(folder, '.venv/bin', name)
const there = has('python3', '-c', 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))')
const minutes = { timeout: 600_000 }
let built: string[] = []
afterAll(() => rmSync(dir, { recursive: true, force: true, maxRetries: 3 }))

beforeAll(() => {
  if (!there) return
  // Building leaves files beside the sources, so a copy is built.
  cpSync(join(root, 'sdks/python'), source, { recursive: true })
  mkdirSync(folder)
  run('python3', ['-m', 'venv', join(dir, 'tools')], dir)
  const tool = join(dir, 'tools/bin/python')
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check']
  run(tool, [...pip, 'build==1.6.1', 'twine==7.0.0'], dir)
  run(tool, ['-m', 'build', '--outdir', dir, source], dir)
  built = readdirSync(dir).filter((name) => /\.(whl|tar\.gz)$/.test(name))
  run(tool, ['-m', 'twine', 'check', '--strict', ...built], dir)
  run('python3', ['-m', 'venv', join(folder, '.venv')], folder)
  const wheel = join(dir, built.find((name) => name.endsWith('.whl'))!)
  run(bin('python'), [...pip, 'mypy==2.4.1', `${wheel}[verify,otel]`], folder)
  run('npm', ['i', '--prefix', dir, '--ignore-scripts', '--no-audit', '--no-fund', 'pyright@1.1.414'], dir)
}, minutes.timeout)

// It looks for packages where the first `python` of the path has them.
const env = { PATH: `${join(folder, '.venv/bin')}:${process.env.PATH}` }
const PYRIGHT = join(dir, 'node_modules/.bin/pyright')
const mypy = (...args: string[]) => run(bin('python'), ['-m', 'mypy', '--strict', ...args], folder)
const pyright = (...args: string[]) => run(PYRIGHT, args, folder, env)
/** All that a checker says of what it must not take. */
function refusal(command: string, args: string[]): string {
  const { status, stdout } = spawnSync(command, args, { cwd: folder, encoding: 'utf8', env: { ...process.env, ...env } })
  expect(status, stdout).toBe(1)
  return stdout
}

test.skipIf(!there)('E12 the built files are what the registry takes, with their licence and what changed', minutes, () => {
  const version = /"(.+)"/.exec(readFileSync(join(source, 'src/sealwright/_version.py'), 'utf8'))![1]!
  expect(built.toSorted()).toEqual([`sealwright-${version}-py3-none-any.whl`, `sealwright-${version}.tar.gz`])
  expect(readFileSync(join(source, 'CHANGELOG.md'), 'utf8')).toContain(`## ${version}\n`)
  const held = (file: string) => run('python3', ['-m', file.endsWith('.whl') ? 'zipfile' : 'tarfile', '-l', file], dir)
  const [wheel, archive] = built.toSorted().map(held)
  for (const name of ['sealwright/py.typed', 'sealwright/models.py', 'licenses/LICENSE', 'licenses/NOTICE']) expect(wheel).toContain(name)
  for (const name of ['CHANGELOG.md', 'README.md', 'LICENSE', 'tests/contract.py']) expect(archive).toContain(name)
  expect(run(bin('python'), ['-c', 'import sealwright; print(sealwright.__version__)'], folder)).toBe(`${version}\n`)
})

test.skipIf(!there)('E9 mypy and pyright, strict, take what the README shows, and the package is typed in all it exports', minutes, () => {
  const blocks = [...readFileSync(join(source, 'README.md'), 'utf8').matchAll(/^```python\n([\s\S]*?)^```/gm)]
  const files = blocks.map((block, at) => {
    writeFileSync(join(folder, `readme_${at}.py`), block[1]!)
    return `readme_${at}.py`
  })
  for (const file of files) mypy(file)
  mypy('-p', 'sealwright')
  pyright(...files)
  expect(pyright('--verifytypes', 'sealwright', '--ignoreexternal')).toContain('Type completeness score: 100%')
})

/** Lines with one mistake each, and what a checker says of it. */
const WRONG: [string, RegExp][] = [
  ['client.wallets.verify({"wallet_adress": "0x1"})', /wallet_adress/],
  ['client.wallets.verify({"wallet_address": "0x1", "kyc_data": {"fullname": "A"}})', /fullname/],
  ['client.wallets.verify({"wallet_address": 1})', /int/],
  ['client.investors.create({"type": "persn", "name": "A"})', /type|persn/],
  ['client.offerings.list(limt=3)', /limt/],
  ['client.sanctions.check({"wallet_address": "0x1"}, on_deny="eror")', /eror/],
  ['answer.decision.outcom', /outcom/],
  ['answer.decisions', /decisions/],
  ['answer.wallet_address = "0x2"', /wallet_address/],
  ['print(answer.decision.outcome == "denied")', /denied/],
  ['[offering.nam for offering in client.offerings.list()]', /nam/],
  ['print(event.type == "wallet.verifed")', /wallet\.verifed/],
  ['if event.type == "wallet.verified":\n        event.payload.walletid', /walletid/],
  ['if event.type == "transaction.settled":\n        event.payload.credential', /credential/],
  ['await waiting.wallets.verify({"wallet_adress": "0x1"})', /wallet_adress/],
  ['(await waiting.offerings.list()).data[0].nam', /nam/],
]

test.skipIf(!there)('E9 mypy and pyright find a misspelt field in a body, an answer, a row and an event', minutes, () => {
  const head = `from sealwright import AsyncSealwright, Sealwright
from sealwright.events import Event
from sealwright.models import WalletVerification


async def wrong(client: Sealwright, waiting: AsyncSealwright, answer: WalletVerification, event: Event) -> None:
`
  const lines: number[] = []
  let text = head
  for (const [line] of WRONG) {
    text += `    ${line}\n`
    lines.push(text.split('\n').length - 1)
  }
  writeFileSync(join(folder, 'wrong.py'), text)
  const strict = '# pyright: strict\n'
  writeFileSync(join(folder, 'wrong_strict.py'), strict + text)
  const byMypy = refusal(bin('python'), ['-m', 'mypy', '--strict', 'wrong.py'])
  const byPyright = refusal(PYRIGHT, ['wrong_strict.py'])
  // What pyright has to say goes on in lines below.
  const saidOf = (said: string, number: number) =>
    said
      .split(/\n(?= *\S*\.py:)/)
      .filter((one) => one.includes(`.py:${number}:`))
      .join('\n')
  for (const [at, [line, words]] of WRONG.entries()) {
    expect(saidOf(byMypy, lines[at]!), `mypy: ${line}`).toMatch(words)
    expect(saidOf(byPyright, lines[at]! + 1), `pyright: ${line}`).toMatch(words)
  }
})
