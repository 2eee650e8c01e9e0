/** What is stored sealed, opened for tests: mails and people, by the address only the product's keys can find. */
import { asc, eq } from 'drizzle-orm'
import { openMails, sentTo } from '#core/kernel/mails/queue.ts'
import { findByEmail, openUser } from '#core/kernel/people.ts'
import type { Services } from '#core/kernel/services.ts'
import { mails, users } from '#db/schema.ts'

type Keys = Pick<Services, 'connection' | 'keyring'>

/** The mails to an address, oldest first. */
export async function mailsTo(services: Keys, address: string) {
  const { db } = services.connection
  return openMails(db, services, await db.select().from(mails).where(sentTo(services, address)).orderBy(asc(mails.id)))
}

/** Every mail there is, oldest first. */
export async function allMails(services: Keys) {
  const { db } = services.connection
  return openMails(db, services, await db.select().from(mails).orderBy(asc(mails.id)))
}

export const userByEmail = (services: Keys, email: string) => findByEmail(services.connection.db, services, email)

export async function userById(services: Keys, id: string) {
  const { db } = services.connection
  const [row] = await db.select().from(users).where(eq(users.id, id))
  return row && openUser(db, services, row)
}
