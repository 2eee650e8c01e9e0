// Compiles the contracts into `artifacts.generated.json` (abi and bytecode only), or with --check compares with it.
// The compiler is no dependency of the product. Get it into any folder and name that folder:
//   npm i solc@0.8.37 @openzeppelin/contracts@5.7.0 @openzeppelin/contracts-upgradeable@5.7.0
//   node chains/contracts/compile.mjs FOLDER [--check]
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

const here = import.meta.dirname
const folder = process.argv[2]
if (!folder) {
  console.error('usage: node chains/contracts/compile.mjs FOLDER [--check]')
  process.exit(2)
}
const solc = createRequire(join(resolve(folder), 'x.js'))('solc')
const names = readdirSync(here).filter((name) => name.endsWith('.sol'))
const input = {
  language: 'Solidity',
  sources: Object.fromEntries(names.map((name) => [name, { content: readFileSync(join(here, name), 'utf8') }])),
  settings: {
    evmVersion: 'cancun',
    optimizer: { enabled: true, runs: 200 },
    // Without the metadata hash the same source gives the same bytes on every machine.
    metadata: { bytecodeHash: 'none', appendCBOR: false },
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
  },
}
const read = (path) => ({ contents: readFileSync(join(resolve(folder), 'node_modules', path), 'utf8') })
const output = JSON.parse(solc.compile(JSON.stringify(input), { import: read }))
for (const problem of output.errors ?? []) console.error(problem.formattedMessage)
if ((output.errors ?? []).some((problem) => problem.severity === 'error')) process.exit(1)

const artifacts = { compiler: solc.version() }
for (const name of names) {
  for (const [contract, { abi, evm }] of Object.entries(output.contracts[name])) {
    // What has no functions of its own is compiled into those that use it.
    if (evm.bytecode.object && abi.length > 0) artifacts[contract] = { abi, bytecode: `0x${evm.bytecode.object}` }
  }
}
const text = `${JSON.stringify(artifacts)}\n`
const target = join(here, 'artifacts.generated.json')
if (!process.argv.includes('--check')) writeFileSync(target, text)
else if (readFileSync(target, 'utf8') !== text) {
  console.error('the committed artifacts are not what these sources compile to')
  process.exit(1)
}
console.log(
  Object.entries(artifacts)
    .map(([name, a]) => (a.bytecode ? `${name} ${a.bytecode.length / 2 - 1} bytes` : a))
    .join('\n'),
)
