import { and, asc, gt, isNotNull, isNull } from 'drizzle-orm'
import { composeMail } from '#core/kernel/mails/mail.ts'
import { queueMails } from '#core/kernel/mails/queue.ts'
import { openValue } from '#core/kernel/sealed.ts'
import type { Services } from '#core/kernel/services.ts'
import type { Tx } from '#db/connect.ts'
import { statusSubscribers } from '#db/schema.ts'
import type { IncidentRow } from './incident.ts'

const BATCH = 500

const WORDS: Record<string, string> = {
  investigating: 'Investigating',
  identified: 'Identified',
  monitoring: 'Monitoring',
  resolved: 'Resolved',
  scheduled: 'Planned maintenance',
  in_progress: 'Maintenance in progress',
  completed: 'Maintenance completed',
  cancelled: 'Maintenance cancelled',
}
const moment = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** What the address of a subscriber is sealed to. */
export const subscriberContext = (id: string) => `status_subscribers.email:${id}`

/** Queues one mail to every confirmed subscriber about the newest update, within the given transaction. Returns how many. */
export async function queueStatusMails(tx: Tx, services: Services, incident: IncidentRow): Promise<number> {
  const update = incident.updates.at(-1)!
  const subject = `${WORDS[update.status] ?? 'Update'}: ${incident.title}`
  const paragraphs = [
    update.text,
    `Services: ${incident.services.join(', ')}.`,
    ...(incident.kind === 'maintenance' && incident.ends_at
      ? [`From ${moment(incident.starts_at)} to ${moment(incident.ends_at)}.`]
      : [`Began ${moment(incident.starts_at)}.`]),
  ]
  const url = `${services.config.publicUrl}/api-status#${incident.id}`
  let count = 0
  let after = ''
  for (;;) {
    const batch = await tx
      .select({ id: statusSubscribers.id, email: statusSubscribers.email })
      .from(statusSubscribers)
      .where(and(isNotNull(statusSubscribers.confirmed_at), isNull(statusSubscribers.unsubscribed_at), gt(statusSubscribers.id, after)))
      .orderBy(asc(statusSubscribers.id))
      .limit(BATCH)
    if (!batch.length) return count
    const addresses = await Promise.all(batch.map((row) => openValue(tx, services, subscriberContext(row.id), row.email)))
    await queueMails(
      tx,
      services,
      batch.map((subscriber, i) =>
        composeMail({
          to: addresses[i]!,
          subject,
          heading: incident.title,
          paragraphs,
          button: { label: 'Read the timeline', url },
          ...unsubscribeParts(services, subscriber.id),
        }),
      ),
    )
    count += batch.length
    after = batch.at(-1)!.id
  }
}

/**
 * What every message says about ending the subscription: a page with a button for people, an address for mail programs. Both are
 * signed, so that they need no stored secret. Opening the page changes nothing: mail scanners follow every link.
 */
export function unsubscribeParts(services: Services, subscriberId: string) {
  const token = `${subscriberId}.${signature(services, subscriberId)}`
  const { publicUrl } = services.config
  return {
    footer: `You asked for these messages. To stop them: ${publicUrl}/api-status/unsubscribe?token=${token}`,
    unsubscribeUrl: `${publicUrl}/api/status/unsubscribe?token=${token}`,
  }
}

/** The subscriber a link of `unsubscribeParts` names, or null when it was not made here. */
export function subscriberOfLink(services: Services, token: string): string | null {
  const [id = '', given = ''] = token.split('.')
  if (!id.startsWith('sub_')) return null
  return services.keyring.isStamp('status-unsubscribe', id, given, 32) ? id : null
}

const signature = (services: Services, id: string) => services.keyring.stamp('status-unsubscribe', id, 32)
