// Makes build/client ready to be served: puts the public address into the pages written at build time, then compresses
// everything once. Run it again with another address and only the pages that carry it are written anew.
// Usage: node tools/precompress.mjs [public address]; default PUBLIC_URL, else http://localhost:PORT.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const token = 'https://public-url.sealwright.invalid'
const root = join(import.meta.dirname, '..', 'build')
const client = join(root, 'client')
const templates = join(root, 'templates')
const origin = (process.argv[2] ?? process.env.PUBLIC_URL ?? `http://localhost:${process.env.PORT ?? 3000}`).replace(/\/$/, '')

const filesIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    : []

function compress(file, body, quality = body.length > 2_000_000 ? 9 : 11) {
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
  )
  writeFileSync(`${file}.gz`, gzipSync(body, { level: 9 }))
}

let stamped = 0
let compressed = 0
// A fresh build: pages that carry the token become templates, so that they can be stamped again later.
for (const name of filesIn(client)) {
  if (!/\.(html|xml|txt|md|data|webmanifest)$/.test(name)) continue
  const file = join(client, name)
  if (!readFileSync(file).includes(token)) continue
  const template = join(templates, name)
  mkdirSync(dirname(template), { recursive: true })
  renameSync(file, template)
}
const stampFile = join(templates, '.origin')
const last = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : ''
for (const name of filesIn(templates)) {
  if (name === '.origin') continue
  const target = join(client, name)
  if (last === origin && existsSync(target)) continue
  const body = Buffer.from(readFileSync(join(templates, name), 'utf8').replaceAll(token, origin))
  writeFileSync(target, body)
  // Written anew whenever the address changes, so a start must not wait for the last few bytes.
  compress(target, body, 9)
  stamped++
}
if (existsSync(templates)) writeFileSync(stampFile, origin)
for (const name of filesIn(client)) {
  const file = join(client, name)
  if (!/\.(js|css|html|svg|json|txt|xml|data|webmanifest|md)$/.test(name) || existsSync(`${file}.br`)) continue
  compress(file, readFileSync(file))
  compressed++
}
console.log(`pages for ${origin}: ${stamped} stamped, ${compressed} other files compressed`)
