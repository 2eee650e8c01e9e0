import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Operation } from './operation.ts'

const folder = fileURLToPath(new URL('./api/v1', import.meta.url))

/** What the files under server/api/v1 export. The built program has a list of them in its place (tools/build-program.mjs). */
export const operationModules = (): Promise<{ default?: Operation }[]> =>
  Promise.all(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.split('/').pop()!.startsWith('_'))
      .map((file) => import(pathToFileURL(join(folder, file)).href)),
  )
