import type { Queryable } from '#db/connect.ts'
import { notifications } from '#db/schema.ts'
import { newId } from '../ids.ts'

export interface Notice {
  userId: string
  title: string
  body: string
  /** A path of ours that shows what it is about. */
  href?: string
}

/** Leaves word for a person, in the transaction of what it is about. */
export async function notify(tx: Queryable, notice: Notice): Promise<void> {
  await tx.insert(notifications).values({
    id: newId('notification'),
    user_id: notice.userId,
    title: notice.title,
    body: notice.body,
    href: notice.href ?? null,
    created_at: new Date(),
  })
}
