import { eq, inArray } from 'drizzle-orm'
import type { ActRow } from '#core/identity/acts/acts.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { composeMail, type Mail } from '#core/kernel/mails/mail.ts'
import { addressesOf } from '#core/kernel/people.ts'
import { notify } from '#core/record/notifications/notify.ts'
import type { Tx } from '#db/connect.ts'
import { investors, users, wallets } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'

/**
 * Tells the holder at once that a wallet of theirs is to be replaced, so that they can stop it within its 24 hours: on their
 * dashboard, and by the mail it returns. Nobody is told where the person has no account; the organisation knows them then.
 */
export async function tellMoveAsked(tx: Tx, ctx: Ctx, act: ActRow): Promise<Mail[]> {
  const [records, held] = await Promise.all([
    tx
      .select({ id: investors.user_id })
      .from(investors)
      .where(inScope(investors, ctx, eq(investors.person_id, act.person_id))),
    tx
      .select({ id: wallets.user_id })
      .from(wallets)
      .where(inScope(wallets, ctx, eq(wallets.address, act.wallet_address!))),
  ])
  const ids = [...new Set([...records, ...held].map((one) => one.id).filter((one) => one !== null))]
  if (!ids.length) return []
  const owners = await addressesOf(tx, ctx.services, inArray(users.id, ids))
  const url = `${ctx.services.config.publicUrl}/dashboard/wallet#lost`
  const when = `${act.effective_at!.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  for (const owner of owners)
    await notify(tx, ctx, {
      userId: owner.id,
      title: 'A wallet of yours is to be replaced',
      body: `Not before ${when}, and not without a second person. If it was not you, stop it now.`,
      href: '/dashboard/wallet#lost',
    })
  return owners.map(({ email }) =>
    composeMail({
      to: email,
      subject: 'A wallet of yours is to be replaced',
      heading: 'A wallet of yours is to be replaced',
      paragraphs: [
        'Somebody reported it as lost and asked that everything it holds moves to another wallet.',
        'A second person has to agree, and nothing moves before the time below.',
      ],
      facts: [
        ['Lost', act.wallet_address!],
        ['New', act.to_address!],
        ['Not before', when],
      ],
      after: ['If this was you, nothing needs to be done. If not, stop it now.'],
      button: { label: 'Look at it, or stop it', url },
    }),
  )
}
