import { newId } from '#core/kernel/ids.ts'
import { accountKeyId, sealValue } from '#core/kernel/sealed.ts'
import type { Services } from '#core/kernel/services.ts'
import type { Queryable } from '#db/connect.ts'
import { notifications } from '#db/schema.ts'

export interface Notice {
  userId: string
  title: string
  body: string
  /** A path of ours that shows what it is about. */
  href?: string
}

/** What the words of a notice are sealed to. */
export const noticeContext = (id: string) => `notifications:${id}`

/** Leaves word for a person, in the transaction of what it is about. */
export async function notify(tx: Queryable, { services }: { services: Services }, notice: Notice): Promise<void> {
  const id = newId('notification')
  const seal = (text: string) => sealValue(tx, services, accountKeyId(notice.userId), noticeContext(id), text)
  await tx.insert(notifications).values({
    id,
    user_id: notice.userId,
    title: await seal(notice.title),
    body: await seal(notice.body),
    href: notice.href ?? null,
    created_at: new Date(),
  })
}
