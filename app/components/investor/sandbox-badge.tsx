import { Badge } from '../../ui/badge.tsx'

/** Says that something is a test. Production is the rule and needs no word. */
export const SandboxBadge = ({ environment }: { environment: string }) => (environment === 'sandbox' ? <Badge>sandbox</Badge> : null)
