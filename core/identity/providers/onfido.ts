import { z } from 'zod'
import { alpha2Of } from '#core/kernel/alpha3.ts'
import { bodyOf, type ProviderAdapter, requireHmac } from './provider.ts'

const run = z.object({
  id: z.string(),
  status: z.string(),
  link: z
    .object({ url: z.url({ protocol: /^https?$/ }).nullish() })
    .loose()
    .nullish(),
  output: z.record(z.string(), z.unknown()).nullish(),
})
const knocked = z.object({ payload: z.object({ resource_type: z.literal('workflow_run'), object: z.object({ id: z.string() }) }) })

const headersOf = (key: string) => ({ authorization: `Token token=${key}`, 'content-type': 'application/json' })

/**
 * Onfido, of Entrust: runs of a workflow made in its Studio, with a link. What was read is what the workflow gives out: `first_name`,
 * `last_name`, `date_of_birth`, `document_number`, `date_of_expiry`, `issuing_country`, and `face_result` (`clear`) where a face was
 * compared. documentation.onfido.com
 */
export const onfido: ProviderAdapter = {
  title: 'Onfido',
  needs: ['webhook_secret', 'flow', 'region'],
  isTestKey: (key) => (/^api_(sandbox|live)/.test(key) ? key.startsWith('api_sandbox') : null),
  async begin(ask, { api_key, flow }, { sessionId, returnUrl, name }) {
    const headers = headersOf(api_key)
    const words = (name ?? 'Not known').split(/\s+/)
    const applicant = { first_name: words.slice(0, -1).join(' ') || words[0], last_name: words.at(-1) }
    const { id } = await ask(
      { method: 'POST', path: '/v3.6/applicants', headers, body: JSON.stringify(applicant) },
      z.object({ id: z.string() }),
    )
    const body = JSON.stringify({
      workflow_id: flow,
      applicant_id: id,
      customer_user_id: sessionId,
      ...(returnUrl && { link: { completed_redirect_url: returnUrl } }),
    })
    const made = await ask(
      { method: 'POST', path: '/v3.6/workflow_runs', headers, body },
      run.extend({ link: z.object({ url: z.url({ protocol: /^https?$/ }) }).loose() }),
    )
    return { externalId: made.id, url: made.link.url }
  },
  async goOn(ask, { api_key }, { externalId }) {
    const found = await ask({ path: `/v3.6/workflow_runs/${encodeURIComponent(externalId)}`, headers: headersOf(api_key) }, run)
    return found.status === 'awaiting_input' ? (found.link?.url ?? null) : null
  },
  knock(message, { webhook_secret }) {
    requireHmac(message.header('x-sha2-signature'), webhook_secret, message.raw)
    const read = knocked.safeParse(bodyOf(message))
    return read.success ? read.data.payload.object.id : null
  },
  async verdict(ask, { api_key }, externalId) {
    const found = await ask({ path: `/v3.6/workflow_runs/${encodeURIComponent(externalId)}`, headers: headersOf(api_key) }, run)
    if (found.status === 'processing' || found.status === 'review') return { state: 'processing' }
    if (found.status !== 'approved' && found.status !== 'declined') return { state: 'waiting' }
    const text = (name: string) => (typeof found.output?.[name] === 'string' ? (found.output[name] as string) : undefined)
    const number = text('document_number')
    return {
      state: found.status === 'approved' ? 'verified' : 'rejected',
      read: {
        full_name: [text('first_name'), text('last_name')].filter(Boolean).join(' ') || undefined,
        date_of_birth: text('date_of_birth'),
        issuing_country: alpha2Of(text('issuing_country') ?? '') ?? undefined,
        document_number: number,
      },
      document: number ? { expires_on: text('date_of_expiry') ?? null } : null,
      liveness: text('face_result') === 'clear',
      outcome: found.status,
    }
  },
}
