import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/** The first 32 bits of the SHA-256 of a password in lower case. */
export const breachHash = (password: string): number => createHash('sha256').update(password.toLowerCase()).digest().readUInt32BE(0)

let known: Promise<Set<number>> | undefined

/** Gaps between sorted hashes, seven bits a byte, the lowest first. */
async function readList(): Promise<Set<number>> {
  const bytes = await readFile(new URL('./breached-passwords.bin', import.meta.url))
  const hashes = new Set<number>()
  let hash = 0
  let gap = 0
  let factor = 1
  for (const byte of bytes) {
    gap += (byte & 127) * factor
    factor *= 128
    if (byte > 127) continue
    hash += gap
    hashes.add(hash)
    gap = 0
    factor = 1
  }
  return hashes
}

/**
 * Whether a password is among the quarter of a million best known leaked ones, in any mixture of capitals. No network:
 * the list is part of the product. One in 17,000 good passwords is taken for a leaked one.
 */
export async function isBreached(password: string): Promise<boolean> {
  known ??= readList()
  return (await known).has(breachHash(password))
}
