import { sql } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { KEY_GROUPS, type KeyGroup, ROTATED } from '#core/kernel/keys/groups.ts'
import { makeRoot, wrapAnew } from '#core/kernel/keys/roots.ts'
import { write } from '#core/record/transaction.ts'
import { keyRoots } from '#db/schema.ts'

const ROTATION_LOCK = 'sealwright:rotate-keys'
/** Generations are one byte in what they seal. */
const LAST = 255

export interface Rotation {
  group: KeyGroup
  generation: number
  /** From when on the new key is used. Until then it is only shown. */
  since: string
}

/**
 * Replaces the keys of these groups (by default all but those that contracts trust). What the former ones signed or sealed
 * stays good: they go on being shown, and sign beside the new ones where receivers check against a key they keep. Every
 * process takes the new keys in at once. With `now` they are used at once, too. The operator's own act: no permission.
 */
export async function rotateKeys({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { only?: readonly KeyGroup[]; now?: boolean }
}): Promise<{ rotations: Rotation[]; rewrapped: number }> {
  const { keyring } = ctx.services
  if (!keyring.source) throw new AppError('conflict', 'These keys are kept nowhere, so that they cannot be replaced.')
  const service = keyring.source.services[0]!
  const groups = input.only?.length ? [...new Set(input.only)] : ROTATED
  for (const group of groups)
    if (!Object.hasOwn(KEY_GROUPS, group))
      throw new AppError('validation_failed', `There are no keys "${group}": there are ${Object.keys(KEY_GROUPS).join(', ')} and wrapping.`)
  // no event: keys belong to the installation, not to a tenant. Their documents are public.
  const rotations = await write(ctx, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${ROTATION_LOCK}, 0))`)
    const { rows } = await tx.execute<{ group: string; last: number }>(
      sql`select "group", max(generation)::int as last from key_roots group by "group"`,
    )
    const made: (typeof keyRoots.$inferInsert)[] = []
    for (const group of groups) {
      const generation = (rows.find((row) => row.group === group)?.last ?? 0) + 1
      if (generation > LAST) throw new AppError('conflict', `The keys of the ${group} cannot be replaced more than ${LAST} times.`)
      made.push(await makeRoot(service, group, generation, input.now ?? false))
    }
    await tx.insert(keyRoots).values(made)
    await tx.execute(sql`select pg_notify('keys_rotated', 'all')`)
    const result = made.map(({ group, generation, since }) => ({ group: group as KeyGroup, generation, since: since.toISOString() }))
    return {
      result,
      audit: { action: 'keys_rotated', category: 'admin', details: { service: service.name, keys: result } },
    }
  })
  await keyring.reload()
  const rewrapped = groups.includes('sealing') ? await keyring.rewrap(ctx.db) : 0
  return { rotations, rewrapped }
}

/** Wraps the installation's own secrets anew: with the key service, or with a new APP_SECRET. Gives how many. */
export async function rewrapSecrets({ ctx }: { ctx: Ctx }): Promise<number> {
  const { keyring } = ctx.services
  const { source } = keyring
  if (!source) throw new AppError('conflict', 'These keys are kept nowhere, so that they cannot be wrapped anew.')
  // no event: as above.
  return write(ctx, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${ROTATION_LOCK}, 0))`)
    const result = await wrapAnew(tx, source.services, keyring.master)
    return {
      result,
      audit: { action: 'keys_wrapped', category: 'admin', details: { service: source.services[0]!.name, secrets: result } },
    }
  })
}
