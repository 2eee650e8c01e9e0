import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** A lock without a readable owner is being written right now, unless it stays so for this long. */
const UNREADABLE_MS = 5_000

/**
 * Runs `work` while no other process holds the lock `file`. A lock left by a dead process is taken over.
 * Throws when a living process keeps it longer than `timeoutMs`.
 */
export async function withFileLock<T>(file: string, timeoutMs: number, work: () => Promise<T>): Promise<T> {
  const mine = `${process.pid} ${randomUUID()}`
  const deadline = Date.now() + timeoutMs
  while (!tryCreate(file, mine)) {
    if (!removeIfStale(file)) {
      if (Date.now() > deadline) throw new Error(`Another process (${readOwner(file) ?? 'unknown'}) is holding ${file}.`)
      await delay(25)
    }
  }
  try {
    return await work()
  } finally {
    if (readText(file) === mine) rmSync(file, { force: true })
  }
}

function tryCreate(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function removeIfStale(file: string): boolean {
  const text = readText(file)
  if (text === null) return true
  const owner = Number.parseInt(text, 10)
  const stale = owner > 0 ? !isAlive(owner) : ageMs(file) > UNREADABLE_MS
  if (!stale) return false
  // Moving first makes sure that two waiters cannot both remove it, the second one a fresh lock of the first.
  const aside = `${file}.${randomUUID()}`
  try {
    renameSync(file, aside)
  } catch {
    return true
  }
  if (readText(aside) !== text) {
    try {
      linkSync(aside, file)
    } catch {
      // A third process has the lock by now; the one moved aside loses it, and notices nothing worse than a wait.
    }
  }
  rmSync(aside, { force: true })
  return true
}

/** Whether a process with this id exists, also when it belongs to somebody else. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const readOwner = (file: string) => readText(file)?.split(' ')[0]

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

function ageMs(file: string): number {
  try {
    return Date.now() - statSync(file).mtimeMs
  } catch {
    return 0
  }
}
