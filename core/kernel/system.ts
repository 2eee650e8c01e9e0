import type { Ctx, Environment } from './context.ts'
import { newId } from './ids.ts'
import type { Services } from './services.ts'

/** A call made by the product itself: a job, the operator's tool, a hook. */
export function systemCtx(
  services: Services,
  options: { id: string; organizationId?: string; environment?: Environment; now?: number },
): Ctx {
  const environment = options.environment ?? 'production'
  return {
    db: services.connection.db,
    services,
    actor: { type: 'system', id: options.id },
    organizationId: options.organizationId ?? 'system',
    environment,
    world: services.worldOf(environment),
    now: options.now ?? Date.now(),
    requestId: newId('request'),
    ip: null,
    userAgent: null,
    idempotency: null,
  }
}
