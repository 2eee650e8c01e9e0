import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import type { Tx } from '#db/connect.ts'
import { directories } from '#db/schema.ts'
import { lockOrganization } from '../members/role.ts'
import { ScimError } from './scim.ts'

/** The call of a directory: who may make it was seen to. */
export interface DirectoryCall {
  ctx: Ctx
  directory: { id: string; created_by: string }
}

/** So many changes of one organisation's directories wait here for those before them, and so long. */
const MOST_WAITING = 20
const LONGEST_MS = 10_000

/** Who waits behind the change that is under way, by organisation; one without an entry has none under way. */
const lines = new Map<string, Set<() => void>>()

/**
 * Does the changes of an organisation's directories one after another: they would wait for each other in the database, where each holds
 * a place that other organisations need. Throws `rate_limited` for one too many, or where its turn does not come.
 */
export async function inLine<T>(organizationId: string, work: () => Promise<T>): Promise<T> {
  await turnOf(organizationId)
  try {
    return await work()
  } finally {
    const waiting = lines.get(organizationId)!
    const [next] = waiting
    if (next) next()
    else lines.delete(organizationId)
  }
}

async function turnOf(organizationId: string): Promise<void> {
  const waiting = lines.get(organizationId)
  if (!waiting) {
    lines.set(organizationId, new Set())
    return
  }
  if (waiting.size >= MOST_WAITING) throw busy()
  await new Promise<void>((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer)
      waiting.delete(enter)
    }
    const enter = () => {
      leave()
      resolve()
    }
    const timer = setTimeout(() => {
      leave()
      reject(busy())
    }, LONGEST_MS)
    waiting.add(enter)
  })
}

const busy = () =>
  new AppError('rate_limited', 'Other changes by a directory of this organisation are under way. Send this one again in a few seconds.', {
    extra: { headers: { 'retry-after': '5' } },
  })

/** Holds the organisation for a change by its directory. Throws 401 where the directory was ended while the change waited. */
export async function lockFor(tx: Tx, { ctx, directory }: DirectoryCall): Promise<void> {
  await lockOrganization(tx, ctx.organizationId)
  const [open] = await tx
    .select({ id: directories.id })
    .from(directories)
    .where(and(eq(directories.id, directory.id), isNull(directories.ended_at)))
    .limit(1)
  if (!open) throw new ScimError(401, 'The token of this directory was ended.')
}
