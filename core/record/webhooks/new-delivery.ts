import { newId } from '#core/kernel/ids.ts'
import type { webhookDeliveries } from '#db/schema.ts'
import type { EventRow } from '../event-log/present.ts'
import type { EndpointRow } from './endpoints.ts'

/** A delivery of an event to an endpoint of its organisation, first tried at `due` by the event's clock. */
export const newDelivery = (
  endpoint: Pick<EndpointRow, 'id'>,
  event: Pick<EventRow, 'id' | 'organization_id' | 'environment' | 'resource_id' | 'sequence'>,
  due: Date,
): typeof webhookDeliveries.$inferInsert => ({
  id: newId('webhook_delivery'),
  organization_id: event.organization_id,
  environment: event.environment,
  endpoint_id: endpoint.id,
  event_id: event.id,
  resource_id: event.resource_id,
  sequence: event.sequence,
  next_attempt_at: due,
  created_at: new Date(),
})
