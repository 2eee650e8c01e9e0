import { and, count, eq, isNull } from 'drizzle-orm'
import { listOwnOrganizations, type OwnOrganization } from '#core/access/members/work-in.ts'
import { may, PERMISSIONS, type PermissionName } from '#core/kernel/permissions.ts'
import { noteLook } from '#core/record/support.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { notifications } from '#db/schema.ts'
import { type Due, dueFor } from './due.ts'

/** What the frame of a signed-in person's pages shows: what they may, what is due, what they were told, and where else they work. */
export interface OwnPlace {
  may: PermissionName[]
  due: Omit<Due, 'items'>[]
  unread: number
  organizations: OwnOrganization[]
  /** They have no second factor, without which the dangerous acts of an administrator are refused. */
  unprotected: boolean
}

/** The frame of a signed-in person's pages, read with each of them: figures, and nothing of anybody. */
export const readPlace = definePageVerb({
  name: 'own.place',
  permission: 'account.keep',
  run: async ({ ctx }): Promise<OwnPlace> => {
    const [due, organizations, [unread]] = await Promise.all([
      dueFor(ctx, { items: 0 }),
      listOwnOrganizations({ ctx }),
      ctx.db
        .select({ n: count() })
        .from(notifications)
        .where(and(eq(notifications.user_id, ctx.actor.id), isNull(notifications.read_at))),
    ])
    return {
      may: (Object.keys(PERMISSIONS) as PermissionName[]).filter((name) => may(ctx.actor, name)),
      due: due.map(({ items: _, ...figures }) => figures),
      unread: unread!.n,
      organizations,
      unprotected: ctx.actor.type === 'user' && ctx.actor.hasSecondFactor === false,
    }
  },
})

const SHOWN = 6

/** What is due for the signed-in person where they work, with the most urgent of each kind. */
export const readInbox = definePageVerb({
  name: 'own.inbox',
  permission: 'account.read',
  run: async ({ ctx }): Promise<{ due: Due[]; now: string }> => {
    await noteLook(ctx, { verb: 'own.inbox', permission: 'cases.read' })
    return { due: await dueFor(ctx, { items: SHOWN }), now: new Date(ctx.now).toISOString() }
  },
})
