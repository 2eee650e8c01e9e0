import { spawnSync } from 'node:child_process'

/** Tools of strangers are fetched in exact versions, so their tests are asked for: `FOREIGN=1`. */
export const asked = process.env.FOREIGN === '1'
export const has = (command: string, ...args: string[]): boolean => asked && spawnSync(command, args).status === 0

/** What a command said. Throws with the end of it when it failed. */
export function run(command: string, args: string[], cwd: string, env: Record<string, string> = {}): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', env: { ...process.env, ...env }, maxBuffer: 1e8 })
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${`${stdout}${stderr}`.slice(-4_000)}`)
  return `${stdout}${stderr}`
}
