import { settleFile } from '../../components/due-diligence/file-acts.tsx'
import { FileForm } from '../../components/due-diligence/file-form.tsx'
import { FileTable, fileState } from '../../components/due-diligence/file-table.tsx'
import { IssuerFrame, useEnvironment } from '../../components/issuer/frame.tsx'
import { query } from '../../components/issuer/tables.ts'
import { type Acted, act, textOf } from '../../lib/act.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readTableState } from '../../lib/table-state.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import type { Route } from './+types/due-diligence.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Due diligence', description: 'What you found out about parties of higher risk.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request, ['issuer'])
  const state = readTableState(new URL(request.url), fileState)
  const found = await readOr404(verbs.listDueDiligenceRows(query(state) as Parameters<typeof verbs.listDueDiligenceRows>[0]))
  return { found, party: state.filters.q?.startsWith('inv_') ? state.filters.q : undefined }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request, ['issuer'])
  const form = await request.formData()
  if (textOf(form, 'intent') !== 'file') return settleFile(verbs, form)
  return atParty(await act('The file counts from the next check on', () => verbs.createDueDiligence(filed(form))))
}

const filed = (form: FormData) => {
  const party = textOf(form, 'party') ?? ''
  const optional = (name: string) => (textOf(form, name) ? { [name]: textOf(form, name) } : {})
  return {
    ...(party.startsWith('inv_') ? { investor_id: party } : { wallet_address: party }),
    covers: form.getAll('covers').map(String),
    findings: textOf(form, 'findings') ?? '',
    ...optional('source_of_wealth'),
    ...optional('source_of_funds'),
    ...optional('document_sha256'),
  }
}

/** What was wrong with either way to name the party is said at the one field that asks for it. */
function atParty<T>(acted: Acted<T>): Acted<T> {
  if (acted.ok) return acted
  const { refusal } = acted
  if (refusal.code === 'not_found')
    refusal.fields = [{ pointer: '/party', code: 'not_found', detail: 'You have no such investor, and no such wallet was verified.' }]
  for (const field of refusal.fields) {
    field.pointer = field.pointer.replace(/^\/(investor_id|wallet_address)\b/, '/party')
    if (field.pointer === '/covers') field.detail = 'Choose at least one.'
  }
  return acted
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

export default function DueDiligence({ loaderData: { found, party } }: Route.ComponentProps) {
  const environment = useEnvironment()
  return (
    <IssuerFrame
      title="Due diligence"
      lead="What you found out about parties from countries of higher risk, and about politically exposed persons. Kept sealed with the person’s own key. Another person of your organisation approves, here or at its desk."
      crumbs={[{ label: 'Issuer', path: '/issuer/dashboard' }, { label: 'Due diligence' }]}
      action={<FileForm party={party} environment={environment} />}
    >
      <FileTable
        found={found}
        across={false}
        empty={{
          title: 'No file yet',
          text: 'When a check asks for enhanced due diligence, file here what you found out; the next check reads it.',
        }}
      />
    </IssuerFrame>
  )
}
