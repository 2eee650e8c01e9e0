import { and, eq, isNull } from 'drizzle-orm'
import { composeMail } from '#core/kernel/mails/mail.ts'
import { queueMails } from '#core/kernel/mails/queue.ts'
import { mailAddresses } from '#core/kernel/people.ts'
import type { Services } from '#core/kernel/services.ts'
import { notify } from '#core/record/notifications/notify.ts'
import type { Queryable } from '#db/connect.ts'
import { userRoles, users } from '#db/schema.ts'
import type { Finding } from '#screening/lists/judge.ts'

interface Held {
  source: string
  version: string
  findings: Finding[]
  inForce: boolean
  readable: boolean
}

/** What holds meanwhile, and who ends it: the same words in log, mail, page and at `/readyz`. */
export const meanwhile = (held: Pick<Held, 'source' | 'inForce' | 'readable'>): string =>
  `${held.inForce ? 'The version in force stays, and goes on ageing.' : `No version of ${held.source} is in force.`} ${
    held.readable ? 'Two administrators release or discard it on the page of the lists.' : 'Give a whole file.'
  }`

/** Administrators who can sign in. */
export async function adminIds(tx: Queryable): Promise<string[]> {
  const admins = await tx
    .selectDistinct({ id: users.id })
    .from(userRoles)
    .innerJoin(users, and(eq(users.id, userRoles.user_id), isNull(users.suspended_at)))
    .where(eq(userRoles.role, 'admin'))
  return admins.map(({ id }) => id)
}

/** Tells every administrator that a version was held back, by notice and mail, in the transaction that holds it. */
export async function tellHeld(tx: Queryable, services: Services, held: Held): Promise<void> {
  const admins = await adminIds(tx)
  const what = held.source === 'pep' ? 'The list of politically exposed persons' : 'A sanctions list'
  const title = `${what} was held back: ${held.source}`
  const reasons = held.findings.map((one) => one.detail)
  for (const userId of admins)
    await notify(tx, { services }, { userId, title, body: `${reasons[0]} ${meanwhile(held)}`, href: '/admin/lists' })
  const addresses = await mailAddresses(tx, services, admins)
  const mail = {
    subject: title,
    heading: `${what} was held back`,
    paragraphs: [`Version ${held.version} of ${held.source} was not put in force.`, ...reasons, meanwhile(held)],
    button: { label: 'Look at the lists', url: `${services.config.publicUrl}/admin/lists` },
  }
  await queueMails(
    tx,
    services,
    [...addresses.values()].map((to) => composeMail({ to, ...mail })),
  )
}
