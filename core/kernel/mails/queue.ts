import { eq, type SQL } from 'drizzle-orm'
import type { Queryable } from '#db/connect.ts'
import { mails } from '#db/schema.ts'
import { newId } from '../ids.ts'
import { openValue, PLATFORM_KEY, prepareValues, sealValue } from '../sealed.ts'
import type { Services } from '../services.ts'
import type { Mail } from './mail.ts'

type Keys = Pick<Services, 'connection' | 'keyring'>
type MailRow = typeof mails.$inferSelect

const contentContext = (id: string) => `mails.content:${id}`

/** A keyed hash by which the mails to an address are found. */
export const sentTo = (services: Pick<Services, 'keyring'>, address: string): SQL => eq(mails.to_hash, toHash(services, address))
const toHash = (services: Pick<Services, 'keyring'>, address: string) => services.keyring.mac('mail-address', address.toLowerCase())

/** Puts mails into the outbox, sealed; the worker opens them to send them. */
export async function queueMails(db: Queryable, services: Keys, list: readonly Mail[], { id }: { id?: string } = {}): Promise<void> {
  if (!list.length) return
  const rows = await Promise.all(
    list.map(async (mail) => {
      const own = id ?? newId('mail')
      return { id: own, to_hash: toHash(services, mail.to), content_sealed: await sealMail(db, services, own, mail) }
    }),
  )
  await db.insert(mails).values(rows)
}

const sealMail = (db: Queryable, services: Keys, id: string, mail: Mail) => sealValue(db, services, PLATFORM_KEY, contentContext(id), mail)

/** What to write into `mails` for this content. */
export async function mailColumns(db: Queryable, services: Keys, id: string, mail: Mail) {
  return {
    to_hash: toHash(services, mail.to),
    content_sealed: await sealMail(db, services, id, mail),
    plain_to: null,
    plain_subject: null,
    plain_html: null,
    plain_text: null,
    plain_unsubscribe_url: null,
  }
}

/** Rows of the outbox with what they say. */
export async function openMails(db: Queryable, services: Keys, rows: readonly MailRow[]): Promise<(MailRow & Mail)[]> {
  await prepareValues(
    db,
    services,
    rows.map((row) => row.content_sealed),
  )
  return Promise.all(rows.map(async (row) => ({ ...row, ...(await contentOf(db, services, row)) })))
}

async function contentOf(db: Queryable, services: Keys, row: MailRow): Promise<Mail> {
  if (row.content_sealed) {
    const { unsubscribe_url, ...mail } = await openValue(db, services, contentContext(row.id), row.content_sealed)
    return { ...mail, ...(unsubscribe_url !== undefined && { unsubscribe_url }) }
  }
  return plainMail(row)
}

/** From before mails were sealed. */
export function plainMail(row: MailRow): Mail {
  return {
    to: row.plain_to ?? '',
    subject: row.plain_subject ?? '',
    html: row.plain_html ?? '',
    text: row.plain_text ?? '',
    ...(row.plain_unsubscribe_url && { unsubscribe_url: row.plain_unsubscribe_url }),
  }
}
