// Lays what is copied into new folders beside index.js, when the package is packed: the templates that are products, and the SDK they use.
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))
rmSync(at('files'), { recursive: true, force: true })
for (const name of readdirSync(at('../../templates')))
  if (name === 'base' || existsSync(at(`../../templates/${name}/template.json`)))
    cpSync(at(`../../templates/${name}`), at(`files/templates/${name}`), {
      recursive: true,
      filter: (path) => !/[\\/](node_modules|build|data|\.env)$/.test(path),
    })
cpSync(at('../javascript'), at('files/sdk'), { recursive: true })
