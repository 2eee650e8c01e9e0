import { eq } from 'drizzle-orm'
import { notFound } from '#core/kernel/errors.ts'
import type { Services } from '#core/kernel/services.ts'
import { systemCtxIn } from '#core/sources/world.ts'
import { IDENTITY_PROVIDERS, identityProviders } from '#db/schema.ts'
import type { Message, ProviderName } from './provider.ts'
import { PROVIDERS } from './registry.ts'
import { opened, rowAt } from './settings.ts'
import { settleKnock } from './settle.ts'

/**
 * Hears a message of a provider. Its signature is checked, and the session that it names is settled by what the provider says when it is
 * asked: so a message that is repeated, late or out of order does nothing. Throws `not_found`, `signature_invalid`, and what lets the
 * provider send it again.
 */
export async function hearProvider(services: Services, name: string, id: string, message: Message): Promise<void> {
  const provider = IDENTITY_PROVIDERS.find((one) => one === name) as ProviderName | undefined
  const row = provider && (await rowAt(services.connection.db, provider, id))
  if (!provider || !row) throw notFound()
  const ctx = await systemCtxIn(services, { id: 'identity_providers', organizationId: row.organization_id, environment: row.environment })
  const account = await opened(ctx, row)
  // no audit: that a message came is no act; what it does says its own.
  const note = (at: { heard_at: Date } | { refused_at: Date }) =>
    services.connection.db.update(identityProviders).set(at).where(eq(identityProviders.id, id))
  let about: string | null
  try {
    about = PROVIDERS[provider].knock(message, account)
  } catch (error) {
    await note({ refused_at: new Date(message.now) })
    throw error
  }
  await note({ heard_at: new Date(message.now) })
  if (about !== null) await settleKnock(ctx, provider, account, about)
}
