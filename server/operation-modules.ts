import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Operation } from './operation.ts'

const folder = fileURLToPath(new URL('./api/v1', import.meta.url))

/** The files under server/api/v1 that may hold an operation. */
export const operationFiles = (): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !basename(file).startsWith('_'))
    .map((file) => join(folder, file))
    .sort()

/** What they export. The built program has a list of them in the place of this file (tools/build-program.mjs). */
export const operationModules = (): Promise<{ default?: Operation }[]> =>
  Promise.all(operationFiles().map((file) => import(pathToFileURL(file).href)))
