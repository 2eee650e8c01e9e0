import { and, asc, eq, lte, sql } from 'drizzle-orm'
import nodemailer from 'nodemailer'
import type { Services } from '#core/services.ts'
import { mails } from '#db/schema.ts'

const MAX_ATTEMPTS = 12

/** Where mail goes: an SMTP server, or nowhere (the local mailbox shows what is in the table). */
export interface Mailer {
  send(mail: { to: string; subject: string; html: string; text: string; headers: Record<string, string> }): Promise<void>
}

export function smtpMailer(url: string, from: string): Mailer {
  const transport = nodemailer.createTransport(url)
  return { send: async (mail) => void (await transport.sendMail({ from, ...mail })) }
}

/** Mail programs end a subscription with one POST to this address, without opening a page (RFC 8058). */
const unsubscribeHeaders = (url: string | null): Record<string, string> =>
  url ? { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}

export const localMailbox: Mailer = { send: async () => {} }

/** Sends the mails that are due, one after the other; a failed one is tried again later, each time later. */
export async function sendDueMails(services: Services, mailer: Mailer): Promise<boolean> {
  return services.connection.db.transaction(async (tx) => {
    const [mail] = await tx
      .select()
      .from(mails)
      .where(and(eq(mails.status, 'queued'), lte(mails.next_attempt_at, sql`now()`)))
      .orderBy(asc(mails.next_attempt_at))
      .limit(1)
      .for('update', { skipLocked: true })
    if (!mail) return false
    const attempts = mail.attempts + 1
    try {
      const { to, subject, html, text } = mail
      await mailer.send({ to, subject, html, text, headers: unsubscribeHeaders(mail.unsubscribe_url) })
      await tx.update(mails).set({ status: 'sent', attempts, sent_at: new Date(), last_error: null }).where(eq(mails.id, mail.id))
    } catch (error) {
      const last_error = (error as Error).message.slice(0, 500)
      const exhausted = attempts >= MAX_ATTEMPTS
      const delayMs = Math.min(6 * 3_600_000, 15_000 * 2 ** attempts)
      await tx
        .update(mails)
        .set({ status: exhausted ? 'failed' : 'queued', attempts, last_error, next_attempt_at: new Date(Date.now() + delayMs) })
        .where(eq(mails.id, mail.id))
      services.log.warn({ mail: mail.id, attempts, error: last_error }, 'mail not sent')
    }
    return true
  })
}
