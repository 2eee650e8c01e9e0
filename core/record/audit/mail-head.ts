import { composeMail } from '#core/kernel/mails/mail.ts'
import type { Services } from '#core/kernel/services.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { write } from '../transaction.ts'
import { publishCheckpoint } from './checkpoint.ts'

/** Sends the log's newest head to those who keep it for the operator: a mail cannot be taken back. */
export async function mailHead(services: Services): Promise<void> {
  const { headMails, publicUrl } = services.config
  if (!headMails.length) return
  const { size, note } = await publishCheckpoint(services)
  const mails = headMails.map((to) =>
    composeMail({
      to,
      subject: `The log of ${new URL(publicUrl).host} has ${size} entries`,
      heading: `The log has ${size} entries`,
      paragraphs: [
        'Keep this mail. A log that is later shorter than this, or that does not extend it, was changed after it was signed.',
        ...note.trimEnd().split('\n').filter(Boolean),
      ],
    }),
  )
  // no event: the head is public, and published as an event when it is made.
  await write(systemCtx(services, { id: 'log' }), async () => ({
    result: null,
    audit: { action: 'log_head_mailed', category: 'system', details: { size, receivers: mails.length } },
    mails,
  }))
}
