import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Ctx } from './context.ts'
import { AppError } from './errors.ts'

/** limit and cursor of every list. */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(100).default(20).meta({ description: 'How many, 1 to 100' }),
  cursor: z.string().max(500).optional().meta({ description: '`next_cursor` of the page before' }),
}

export interface Page<T> {
  data: T[]
  has_more: boolean
  next_cursor: string | null
}

/** A cursor is signed, so that it can only be what this service gave out, for this list and tenant. */
export function encodeCursor(ctx: Ctx, list: string, position: unknown[]): string {
  const body = Buffer.from(JSON.stringify(position)).toString('base64url')
  return `${body}.${sign(ctx, list, body)}`
}

export function decodeCursor(ctx: Ctx, list: string, cursor: string | undefined): unknown[] | null {
  if (cursor === undefined) return null
  const [body = '', signature = ''] = cursor.split('.')
  const expected = sign(ctx, list, body)
  if (signature.length !== expected.length || !timingSafeEqual(Buffer.from(signature), Buffer.from(expected)))
    throw new AppError('invalid_cursor', 'Use next_cursor of the page before, as it was given.', {
      fields: [{ pointer: '/cursor', code: 'invalid_cursor', detail: 'This cursor was not made by this list.' }],
    })
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as unknown[]
}

const sign = (ctx: Ctx, list: string, body: string) =>
  createHmac('sha256', ctx.services.keyring.derive('cursors'))
    .update(`${ctx.organizationId}|${ctx.environment}|${list}|${body}`)
    .digest('base64url')
    .slice(0, 16)

/** Cuts one row more than asked for down to a page. */
export function pageOf<R, T>(
  ctx: Ctx,
  list: string,
  rows: R[],
  limit: number,
  present: (row: R) => T,
  position: (row: R) => unknown[],
): Page<T> {
  const has_more = rows.length > limit
  const shown = rows.slice(0, limit)
  return { data: shown.map(present), has_more, next_cursor: has_more ? encodeCursor(ctx, list, position(shown.at(-1)!)) : null }
}
