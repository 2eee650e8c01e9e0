#!/usr/bin/env node
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'

// Writes a folder with an application: the files that all templates share, over them those of one, and the SDK.

const at = (path) => fileURLToPath(new URL(path, import.meta.url))
/** Beside this file when packed, else in the repository. */
const packed = existsSync(at('files'))
const templatesFolder = packed ? at('files/templates') : at('../../templates')
const sdkFolder = packed ? at('files/sdk') : at('../javascript')
/** npm leaves these out of a package under their own names. */
const DOTTED = ['gitignore', 'dockerignore', 'env.example']

const read = (path) => JSON.parse(readFileSync(path, 'utf8'))
const templates = Object.fromEntries(
  readdirSync(templatesFolder)
    .filter((name) => existsSync(join(templatesFolder, name, 'template.json')))
    .map((name) => [name, read(join(templatesFolder, name, 'template.json'))]),
)
const list = Object.entries(templates).map(([name, { about }]) => `  ${name}\n      ${about}`)
const USAGE = `npm create sealwright@latest [template] [folder]

${list.join('\n')}

Without a template it is asked for; the folder is named after it unless you say.`

function stop(text, code = 2) {
  console.error(text)
  process.exit(code)
}

async function choose() {
  if (!process.stdin.isTTY) stop(`Say which template.\n\n${USAGE}`)
  const names = Object.keys(templates)
  const ask = createInterface({ input: process.stdin, output: process.stdout })
  console.log(names.map((name, index) => `${index + 1}  ${templates[name].title}\n   ${templates[name].about}`).join('\n'))
  const said = (await ask.question('Which one? ')).trim()
  ask.close()
  return names[Number(said) - 1] ?? said
}

const words = process.argv.slice(2)
if (words.some((word) => word === '--help' || word === '-h')) {
  console.log(USAGE)
  process.exit(0)
}
const option = words.find((word) => word.startsWith('-'))
if (option || words.length > 2) stop(`${option ?? words[2]} is not understood.\n\n${USAGE}`)
const template = words[0] ?? (await choose())
if (!Object.hasOwn(templates, template)) stop(`There is no template ${template}.\n\n${USAGE}`)
const folder = resolve(words[1] ?? template)
if (existsSync(folder) && readdirSync(folder).length > 0) stop(`${folder} is there already and not empty. Name another folder.`, 1)

const own = join(templatesFolder, template)
const left = ['template.json', 'node_modules', 'build', 'data', '.env']
mkdirSync(folder, { recursive: true })
for (const source of [join(templatesFolder, 'base'), own])
  cpSync(source, folder, { recursive: true, filter: (path) => !left.includes(relative(source, path)) })
for (const name of DOTTED) renameSync(join(folder, name), join(folder, `.${name}`))
cpSync(sdkFolder, join(folder, 'vendor/sealwright-sdk'), { recursive: true })
rmSync(join(folder, 'vendor/sealwright-sdk/node_modules'), { recursive: true, force: true })

const { dependencies = {}, devDependencies = {}, optionalDependencies } = templates[template]
const shared = read(join(folder, 'package.json'))
const name =
  basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+/, '') || template
writeFileSync(
  join(folder, 'package.json'),
  `${JSON.stringify(
    {
      ...shared,
      name,
      dependencies: { ...shared.dependencies, ...dependencies },
      devDependencies: { ...shared.devDependencies, ...devDependencies },
      ...(optionalDependencies && { optionalDependencies }),
    },
    null,
    2,
  )}\n`,
)
const where = relative(process.cwd(), folder)
console.log(`${templates[template].title} is in ${folder}. Next, with Node 24 and Sealwright running at http://localhost:3000:

  ${where && !where.startsWith('..') ? `cd ${where}` : `cd ${folder}`} && npm install
  npm start`)
