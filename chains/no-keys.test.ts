import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
/** What signs or sends a transaction in the libraries in use. A message signed by a credential's key moves nothing. */
const SIGNS =
  /mnemonicToAccount|hdKeyToAccount|signTransaction|sendRawTransaction|sendTransaction|createWalletClient|Keypair\.|createKeyPairSigner|createSignerFrom/
/** The people of tests, and the browser, which asks the person's own wallet. */
const ELSEWHERE = /\.test\.ts$|-fixture\.ts$/

it('no file of the server signs or sends a transaction of a chain', () => {
  const files = globSync('{chains,core,credentials,db,egress,engine,jobs,screening,server}/**/*.ts', { cwd: root })
  expect(files.length).toBeGreaterThan(1_000)
  const signing = files.filter((file) => !ELSEWHERE.test(file) && SIGNS.test(readFileSync(join(root, file), 'utf8')))
  expect(signing).toEqual([])
})
