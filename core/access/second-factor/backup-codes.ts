import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Services } from '#core/kernel/services.ts'
import type { Queryable } from '#db/connect.ts'
import { backupCodes } from '#db/schema.ts'

const CODE_COUNT = 8
/** Without the letters and digits people mix up. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const derive = promisify(scrypt) as (secret: string, salt: Buffer, length: number) => Promise<Buffer>

/** Eight codes of four groups of four characters, 80 random bits each. */
export function newBackupCodes(): string[] {
  const group = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return Array.from({ length: CODE_COUNT }, () => [group(), group(), group(), group()].join('-'))
}

/** The same of a set-up that may be shown again: whoever lacks the product's key cannot tell them from random ones. */
export function setupBackupCodes(services: Services, authId: string, secret: Uint8Array): string[] {
  return Array.from({ length: CODE_COUNT }, (_, i) => {
    const bytes = Buffer.from(
      services.keyring.mac('second-factor', `backup-code ${i} of ${authId}: ${Buffer.from(secret).toString('hex')}`),
      'hex',
    )
    const letters = [...bytes.subarray(0, 16)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
    return letters.match(/.{4}/g)!.join('-')
  })
}

/** A code as it is compared: groups, spaces and letter case do not matter. Null when it cannot be one. */
export function normalCode(typed: string): string | null {
  const text = typed.toUpperCase().replace(/[\s-]/g, '')
  return /^[A-Z2-9]{16}$/.test(text) ? text : null
}

/** Keeps the hashes of a set of codes, in place of those it replaces: all, or those of an unfinished set-up. */
export async function storeBackupCodes(tx: Queryable, authId: string, codes: string[], active: boolean): Promise<void> {
  await tx
    .delete(backupCodes)
    .where(active ? eq(backupCodes.userId, authId) : and(eq(backupCodes.userId, authId), eq(backupCodes.active, false)))
  // One salt a set: the codes are random, and one derivation finds any of them.
  const salt = randomBytes(16)
  const rows = await Promise.all(
    codes.map(async (code) => ({
      id: crypto.randomUUID(),
      userId: authId,
      codeHash: `${salt.toString('base64url')}.${(await derive(normalCode(code)!, salt, 32)).toString('base64url')}`,
      active,
    })),
  )
  await tx.insert(backupCodes).values(rows)
}

/** Uses up one code. Says how many are left, or null when it is none of them or was used before. */
export async function useBackupCode(db: Queryable, authId: string, code: string): Promise<number | null> {
  const rows = await db
    .select()
    .from(backupCodes)
    .where(and(eq(backupCodes.userId, authId), eq(backupCodes.active, true)))
  const salt = rows[0]?.codeHash.split('.')[0]
  if (!salt) return null
  const hash = await derive(code, Buffer.from(salt, 'base64url'), 32)
  const found = rows.find((row) => timingSafeEqual(Buffer.from(row.codeHash.split('.')[1]!, 'base64url'), hash))
  if (!found) return null
  const used = await db
    .update(backupCodes)
    .set({ usedAt: sql`now()` })
    .where(and(eq(backupCodes.id, found.id), isNull(backupCodes.usedAt)))
    .returning({ id: backupCodes.id })
  return used.length ? countLeft(db, authId) : null
}

/** How many codes are still good. */
export async function countLeft(db: Queryable, authId: string): Promise<number> {
  const rows = await db
    .select({ id: backupCodes.id })
    .from(backupCodes)
    .where(and(eq(backupCodes.userId, authId), eq(backupCodes.active, true), isNull(backupCodes.usedAt)))
  return rows.length
}
