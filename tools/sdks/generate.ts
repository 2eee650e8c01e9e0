import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generate as go } from './go.ts'
import { javascriptFiles } from './javascript.ts'
import { generate as python } from './python.ts'
import { generate as ruby } from './ruby.ts'

const root = join(import.meta.dirname, '../..')

/** The generated files of all SDKs, by path from the root. */
export async function generateAll(): Promise<Record<string, string>> {
  const javascript = Object.entries(await javascriptFiles()).map(([name, text]) => [`sdks/javascript/${name}`, text] as const)
  return { ...Object.fromEntries(javascript), ...(await go()), ...(await python()), ...(await ruby()) }
}

if (import.meta.main) for (const [path, text] of Object.entries(await generateAll())) writeFileSync(join(root, path), text)
