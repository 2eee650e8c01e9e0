import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { UsageError } from './command.ts'

/** What the person keeps for this program, in files that nobody else may read. */
interface Kept {
  url?: string
  key?: string
}

/** Where listening stopped, and with which secret it signs, for each key. */
export interface Listening {
  after?: string
  secret: string
}

export interface Settings {
  url: string | undefined
  key: string | undefined
  /** Where the key is from, in words. */
  from: string
  folder: string
}

const FILE = 'config.json'

/** The person's folder for settings, as their system has it. */
export function folderOf(env: NodeJS.ProcessEnv): string {
  if (env.SEALWRIGHT_CONFIG_DIR) return env.SEALWRIGHT_CONFIG_DIR
  if (process.platform === 'win32' && env.APPDATA) return join(env.APPDATA, 'Sealwright')
  return join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'sealwright')
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '')

/**
 * The key and the address: of the environment, or as kept by `login`. A kept key goes to the address it was kept for and to no other.
 */
export function readSettings(env: NodeJS.ProcessEnv, asked: string | undefined): Settings {
  const folder = folderOf(env)
  const kept = readFile<Kept>(folder, FILE) ?? {}
  const url = asked ?? env.SEALWRIGHT_URL ?? kept.url
  const base = url === undefined ? undefined : withoutSlash(url)
  // The one name of this program, and the one of every sample and every SDK.
  for (const from of ['SEALWRIGHT_API_KEY', 'SEALWRIGHT_KEY']) if (env[from]) return { url: base, key: env[from], from, folder }
  if (kept.key && kept.url && base !== withoutSlash(kept.url))
    throw new UsageError(`The key that is kept is for ${kept.url}, not for ${base}. Log in there, or set SEALWRIGHT_KEY.`)
  return { url: base, key: kept.key, from: join(folder, FILE), folder }
}

/** Whether what is said there stays on this machine. */
const isLocal = (url: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(parsed(url).hostname)

/** A key is not sent where anybody on the way reads it. Throws `UsageError`. */
export function requireSafe(url: string): void {
  if (parsed(url).protocol !== 'https:' && !isLocal(url))
    throw new UsageError(`${url} is not an https address: keys and events would be read by whoever is on the way.`)
}

function parsed(url: string): URL {
  if (!/^https?:/.test(url) || !URL.canParse(url)) throw new UsageError(`${url} is no address: it begins with https://.`)
  return new URL(url)
}

/** Where the service runs, without asking for a key. */
export function addressOf(settings: Settings): string {
  if (!settings.url) throw new UsageError('Say where the service runs: --url, SEALWRIGHT_URL, or `sealwright login`.')
  parsed(settings.url)
  return settings.url
}

export const keepLogin = (folder: string, kept: Required<Kept>): void => writeFile(folder, FILE, kept)
export const forgetLogin = (folder: string): void => writeFile(folder, FILE, {})

export const readListening = (folder: string, key: string): Listening | undefined =>
  readFile<Record<string, Listening>>(folder, 'listen.json')?.[key]

export function keepListening(folder: string, key: string, state: Listening): void {
  writeFile(folder, 'listen.json', { ...readFile<Record<string, Listening>>(folder, 'listen.json'), [key]: state })
}

function readFile<T>(folder: string, name: string): T | undefined {
  const path = join(folder, name)
  let text: string
  try {
    // Who else can read a key can use it.
    if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0)
      throw new UsageError(`Others can read ${path}. Say: chmod 600 ${path}`)
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    return JSON.parse(text) as T
  } catch {
    throw new UsageError(`${path} cannot be read. Remove it, and log in again.`)
  }
}

/** Whole or not at all, and never for a moment readable by others. */
function writeFile(folder: string, name: string, value: unknown): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, name)
  const fresh = `${path}.${process.pid}`
  writeFileSync(fresh, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  chmodSync(fresh, 0o600)
  renameSync(fresh, path)
}
