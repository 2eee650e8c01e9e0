import { desc } from 'drizzle-orm'
import { mails } from '#db/schema.ts'
import type { Services } from '../services.ts'
import { openMails, sentTo } from './queue.ts'

export interface KeptMail {
  id: string
  to: string
  subject: string
  text: string
  html: string
  status: string
  created_at: string
}

/** The hundred newest mails, or those to one address, as they were composed. For installations without a mail server, outside production. */
export async function listKeptMails(services: Services, to: string | undefined): Promise<KeptMail[]> {
  const rows = await services.connection.db
    .select()
    .from(mails)
    .where(to ? sentTo(services, to) : undefined)
    .orderBy(desc(mails.created_at), desc(mails.id))
    .limit(100)
  return (await openMails(services.connection.db, services, rows)).map(({ id, to, subject, text, html, status, created_at }) => ({
    id,
    to,
    subject,
    text,
    html,
    status,
    created_at: created_at.toISOString(),
  }))
}
