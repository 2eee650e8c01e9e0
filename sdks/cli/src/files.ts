import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { UsageError } from './command.ts'

/** What a file holds; `-` is standard input. Throws `UsageError` where it cannot be read. */
export async function readText(path: string): Promise<string> {
  if (path === '-') return text(process.stdin)
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}.`)
  }
}

/** What a file says in JSON. Throws `UsageError`. */
export async function readJson(path: string): Promise<unknown> {
  const said = await readText(path)
  try {
    return JSON.parse(said)
  } catch {
    throw new UsageError(`${path} is not JSON.`)
  }
}
