import type { IncidentView } from '#core/portal/incidents/incident.ts'
import { words } from '../../lib/format.ts'
import { Status, type Tone } from '../../ui/badge.tsx'

const tone = ({ status, open, impact, kind }: Pick<IncidentView, 'status' | 'open' | 'impact' | 'kind'>): Tone =>
  !open ? 'good' : kind === 'maintenance' ? (status === 'in_progress' ? 'waiting' : 'neutral') : impact === 'outage' ? 'bad' : 'waiting'

export const IncidentStatus = ({ incident }: { incident: Pick<IncidentView, 'status' | 'open' | 'impact' | 'kind'> }) => (
  <Status tone={incident.status === 'cancelled' ? 'neutral' : tone(incident)}>{words(incident.status)}</Status>
)
