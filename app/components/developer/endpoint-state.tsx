import type { StateName } from '#core/kernel/states.ts'
import { StateBadge } from '../state-badge.tsx'

/** How a webhook endpoint takes what it is sent. */
export const EndpointState = ({ state }: { state: StateName<'webhook'> }) => <StateBadge of="webhook" state={state} />
