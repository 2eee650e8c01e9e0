import { createHash, randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { newId } from '#core/kernel/ids.ts'
import { composeMail } from '#core/kernel/mails/mail.ts'
import { openValue, PLATFORM_KEY, sealValue } from '#core/kernel/sealed.ts'
import type { Services } from '#core/kernel/services.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { statusSubscribers } from '#db/schema.ts'
import { subscriberContext, subscriberOfLink, unsubscribeParts } from '../incidents/notify.ts'

/** A keyed hash by which a subscriber is found. */
export const subscriberHash = (services: Pick<Services, 'keyring'>, email: string) =>
  services.keyring.mac('status-subscriber', email.toLowerCase())

const hash = (token: string) => createHash('sha256').update(token).digest('hex')

/** Mails a link that confirms a subscription. Answers the same whether or not the address is known. */
export async function subscribeToStatus({ ctx, input }: { ctx: Ctx; input: { email: string } }): Promise<{ success: true }> {
  const email = input.email.toLowerCase()
  const token = randomBytes(24).toString('base64url')
  const url = `${ctx.services.config.publicUrl}/api-status/confirm?token=${token}`
  // no event: a subscription to status mails concerns its owner only.
  await write(ctx, async (tx) => {
    const id = newId('subscriber')
    const sealed = await sealValue(tx, ctx.services, PLATFORM_KEY, subscriberContext(id), email)
    const email_hash = subscriberHash(ctx.services, email)
    const [row] = await tx
      .insert(statusSubscribers)
      .values({ id, email: sealed, email_hash, token_hash: hash(token), created_at: new Date() })
      .onConflictDoUpdate({
        target: statusSubscribers.email_hash,
        set: { token_hash: hash(token), unsubscribed_at: sql`${statusSubscribers.unsubscribed_at}` },
      })
      .returning({ id: statusSubscribers.id })
    return {
      result: null,
      audit: { action: 'status_subscribe', category: 'system', subject: { type: 'subscriber', id: row!.id } },
      mails: [
        composeMail({
          to: email,
          subject: 'Confirm your status subscription',
          heading: 'Confirm your subscription',
          paragraphs: [
            'Confirm that you want a mail when a Sealwright service has an incident or a maintenance window. Without the click nothing is sent.',
          ],
          button: { label: 'Confirm subscription', url },
          unsubscribeUrl: unsubscribeParts(ctx.services, row!.id).unsubscribeUrl,
        }),
      ],
    }
  })
  ctx.services.wake('mail')
  return { success: true }
}

/** The token of a mail, and whether it confirms the subscription or ends it. */
const statusLink = z.strictObject({ token: z.string(), subscribe: z.boolean() })

async function subscriberOf(ctx: Ctx, { token, subscribe }: z.output<typeof statusLink>) {
  const known = subscribe ? null : subscriberOfLink(ctx.services, token)
  const [row] = await ctx.db
    .select()
    .from(statusSubscribers)
    .where(known ? eq(statusSubscribers.id, known) : eq(statusSubscribers.token_hash, hash(token)))
    .limit(1)
  return row
}

/** Whose subscription a link of a status mail is about; null when the link is not valid. Changes nothing. */
export const readStatusLink = definePageVerb({
  name: 'status.read_link',
  permission: null,
  input: statusLink,
  run: async ({ ctx, input }): Promise<{ email: string } | null> => {
    const row = await subscriberOf(ctx, input)
    return row ? { email: await openValue(ctx.db, ctx.services, subscriberContext(row.id), row.email) } : null
  },
})

/** Confirms a subscription by the token of its mail, or ends it by the link every message carries. Throws `link_invalid`. */
export const answerStatusSubscription = definePageVerb({
  name: 'status.answer_subscription',
  permission: null,
  input: statusLink,
  run: async ({ ctx, input }): Promise<void> => {
    const row = await subscriberOf(ctx, input)
    if (!row) throw new AppError('link_invalid', 'This link is not valid any more. Subscribe again to get a new one.')
    // no event: a subscription to status mails concerns its owner only.
    await write(ctx, async (tx) => {
      await tx
        .update(statusSubscribers)
        .set(input.subscribe ? { confirmed_at: new Date(), unsubscribed_at: null } : { unsubscribed_at: new Date() })
        .where(eq(statusSubscribers.id, row.id))
      return {
        result: null,
        audit: {
          action: input.subscribe ? 'status_subscription_confirmed' : 'status_unsubscribed',
          category: 'system',
          subject: { type: 'subscriber', id: row.id },
        },
      }
    })
  },
})
