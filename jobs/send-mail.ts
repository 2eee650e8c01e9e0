import { and, asc, eq, lte, or, sql } from 'drizzle-orm'
import nodemailer from 'nodemailer'
import { mailColumns, openMails } from '#core/kernel/mails/queue.ts'
import type { Services } from '#core/kernel/services.ts'
import { storable } from '#core/kernel/storable.ts'
import { mails } from '#db/schema.ts'

const MAX_ATTEMPTS = 12

/** Where mail goes: an SMTP server, or nowhere (the local mailbox shows what is in the table). */
export interface Mailer {
  /** Whether the table is the mailbox: then what was sent stays readable there. */
  keeps?: boolean
  send(mail: Outgoing): Promise<void>
}

interface Outgoing {
  messageId: string
  to: string
  subject: string
  html: string
  text: string
  headers: Record<string, string>
}

/** A server that falls silent holds up the mails behind, and the end of this process, no longer than this. The address may say otherwise. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

export function smtpMailer(url: string, from: string): Mailer {
  // A mail is what it says: nothing in it is a file or an address to read from.
  const transport = nodemailer.createTransport({ url, ...PATIENCE, disableFileAccess: true, disableUrlAccess: true })
  // An address by itself is not parsed, so that it is one however it is written.
  return { send: async ({ to, ...mail }) => void (await transport.sendMail({ from, to: { name: '', address: to }, ...mail })) }
}

/** Throws what the mail server says to whoever connects and signs in, without sending a mail. */
export async function askMailServer(url: string): Promise<void> {
  await nodemailer.createTransport({ url, ...PATIENCE }).verify()
}

/** Mail programs end a subscription with one POST to this address, without opening a page (RFC 8058). */
const unsubscribeHeaders = (url: string | null): Record<string, string> =>
  url ? { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}

export const localMailbox: Mailer = { keeps: true, send: async () => {} }

/** What the server said, without the addresses it says it about. */
const withoutAddresses = (text: string) => text.replace(/[^\s<>"'(:,;]+@[^\s<>"'),:;]+/g, '[address]')

/** Sends the mails that are due, one after the other; a failed one is tried again later, each time later. */
export async function sendDueMails(services: Services, mailer: Mailer): Promise<boolean> {
  return services.connection.db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(mails)
      // A mail never tried is due whatever the clock says: it may have been set back since the mail was written.
      .where(and(eq(mails.status, 'queued'), or(eq(mails.attempts, 0), lte(mails.next_attempt_at, sql`now()`))))
      .orderBy(asc(mails.next_attempt_at))
      .limit(1)
      .for('update', { skipLocked: true })
    if (!row) return false
    const [mail] = await openMails(tx, services, [row])
    if (!mail) return false
    const attempts = mail.attempts + 1
    try {
      const { to, subject, html, text } = mail
      // Sent a second time after a crash, it has the same id: mail programs show it once.
      const messageId = `<${mail.id}@${new URL(services.config.publicUrl).hostname}>`
      await mailer.send({ messageId, to, subject, html, text, headers: unsubscribeHeaders(mail.unsubscribe_url ?? null) })
      // Its links open accounts: once they are with their receiver nobody else need read them.
      const kept = mailer.keeps ? {} : await mailColumns(tx, services, mail.id, { to, subject, html: '', text: '' })
      await tx
        .update(mails)
        .set({ status: 'sent', attempts, sent_at: sql`now()`, last_error: null, ...kept })
        .where(eq(mails.id, mail.id))
    } catch (error) {
      const last_error = storable(withoutAddresses((error as Error).message).slice(0, 500))
      const exhausted = attempts >= MAX_ATTEMPTS
      const seconds = Math.min(6 * 3_600, 15 * 2 ** attempts)
      await tx
        .update(mails)
        .set({
          status: exhausted ? 'failed' : 'queued',
          attempts,
          last_error,
          next_attempt_at: sql`now() + make_interval(secs => ${seconds})`,
        })
        .where(eq(mails.id, mail.id))
      services.log.warn({ mail: mail.id, attempts, error: last_error }, 'mail not sent')
    }
    return true
  })
}
