import { notFound } from '#core/kernel/errors.ts'
import type { Services } from '#core/kernel/services.ts'
import { systemCtxIn } from '#core/sources/world.ts'
import { IDENTITY_PROVIDERS } from '#db/schema.ts'
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
  const about = PROVIDERS[provider].knock(message, account)
  if (about !== null) await settleKnock(ctx, provider, account, about)
}
