import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

export interface DeadReference {
  file: string
  line: number
  path: string
}

const topFiles = ['README.md', 'AGENTS.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md']
/** Made at run time or by tools, so they are named in the documents without being in the tree. */
const made = /^(\.data|build|node_modules|test-results|coverage)(\/|$)/
/** The first segment tells a path of this repository from a package name, an address or a setting. */
const ownFolder = /^(\.ci|app|bench|chains|core|credentials|db|docs|engine|jobs|public|screening|sdks|server|templates|tests|tools)\//

/** Paths that `markdown`, a file at `file`, names and that do not exist: link targets and code words that look like our paths. */
export function deadReferences(root: string, file: string, markdown: string): DeadReference[] {
  const dead: DeadReference[] = []
  let inBlock = false
  markdown.split('\n').forEach((text, index) => {
    if (/^\s*```/.test(text)) inBlock = !inBlock
    if (inBlock) return
    const named = [...text.matchAll(/`([^`\s]+)`/g)].map((match) => match[1]!).filter((path) => ownFolder.test(path))
    for (const path of named) {
      const plain = path.replace(/[:#].*$/, '')
      if (!/[<>{}*…()]/.test(plain) && !made.test(plain) && !existsSync(join(root, plain))) dead.push({ file, line: index + 1, path })
    }
    for (const match of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      const target = match[1]!.replace(/#.*$/, '')
      if (!target || /^[a-z]+:/.test(target)) continue
      if (!existsSync(resolve(root, dirname(file), target))) dead.push({ file, line: index + 1, path: match[1]! })
    }
  })
  return dead
}

/** All dead references in the documents of the repository. */
export function checkDocs(root: string): DeadReference[] {
  const docs = existsSync(join(root, 'docs'))
    ? readdirSync(join(root, 'docs'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
        .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    : []
  return [...topFiles.filter((file) => existsSync(join(root, file))), ...docs].flatMap((file) =>
    deadReferences(root, file, readFileSync(join(root, file), 'utf8')),
  )
}

if (import.meta.main) {
  const dead = checkDocs(resolve(import.meta.dirname, '..'))
  for (const { file, line, path } of dead) console.error(`${file}:${line}  ${path} does not exist`)
  process.exitCode = dead.length ? 1 : 0
}
