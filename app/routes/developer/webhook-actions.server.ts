import type { Verbs } from '#core/doors/verbs.ts'
import { endpointInput } from '../../components/developer/endpoint-form.tsx'
import { attempt } from '../../lib/attempt.ts'

type DeveloperVerbs = Awaited<ReturnType<Verbs['developer']>>
const hours = (form: FormData) => Math.min(168, Math.max(0, Number(form.get('overlap_hours')) || 0))

/** What the page of one endpoint can do, by the name its buttons send. */
export function actOnEndpoint(verbs: DeveloperVerbs, id: string, form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '')
  switch (text('intent')) {
    case 'edit':
      return attempt(async () => ({ kind: 'edited' as const, ...(await verbs.updateWebhookEndpoint({ id, ...endpointInput(form) })) }))
    case 'status':
      return attempt(async () => {
        const status = text('status') === 'enabled' ? ('enabled' as const) : ('disabled' as const)
        return { kind: 'status' as const, ...(await verbs.updateWebhookEndpoint({ id, status })) }
      })
    case 'version':
      return attempt(async () => {
        const answer = await verbs.updateWebhookEndpoint({ id, api_version: text('version') })
        return { kind: 'moved' as const, api_version: answer.api_version }
      })
    case 'rotate':
      return attempt(async () => ({
        kind: 'rotated' as const,
        ...(await verbs.rotateWebhookSecret({ id, overlap_hours: hours(form) })),
      }))
    case 'test':
      return attempt(async () => ({ kind: 'tested' as const, ...(await verbs.testWebhookEndpoint({ id, type: text('type') || 'ping' })) }))
    case 'drill':
      return attempt(async () => ({ kind: 'drilled' as const, ...(await verbs.drillWebhookEndpoint({ id })) }))
    case 'resend':
      return attempt(async () => ({
        kind: 'resent' as const,
        ...(await verbs.resendEvent({ id: text('event_id').trim(), endpoint_id: id })),
      }))
    case 'recover':
      return attempt(async () => {
        const at = (name: string) => (text(name) ? new Date(`${text(name)}Z`).toISOString() : undefined)
        const answer = await verbs.recoverWebhookEndpoint({
          id,
          since: at('since') ?? '',
          until: at('until'),
          only_failed: text('which') !== 'all',
          dry_run: text('dry_run') === 'true',
        })
        return { kind: 'recovered' as const, dryRun: text('dry_run') === 'true', ...answer }
      })
    default:
      throw new Response(null, { status: 400 })
  }
}
