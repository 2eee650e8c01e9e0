import { data } from 'react-router'
import { Refusal } from '../../components/admin/refusal.tsx'
import { AsApiCall } from '../../components/dashboard/as-api-call.tsx'
import { FileField } from '../../components/dashboard/file-field.tsx'
import { Panel } from '../../components/dashboard/layout.tsx'
import { EntityForm, entitySaid } from '../../components/issuer/entity-form.tsx'
import { IssuerFrame, useEnvironment } from '../../components/issuer/frame.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { act, errorAt, textOf, useAct } from '../../lib/act.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readUploadForm, TOO_LARGE } from '../../lib/upload-form.ts'
import { attempt, issuerWhere, type PageRefusal, readOr404 } from '../../lib/verb-errors.ts'
import { Alert } from '../../ui/alert.tsx'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/input.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { Route } from './+types/entity.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Entity', description: 'What is said of an entity, and how far it is proven.', noindex: true })

export async function loader({ context, request, params: { id } }: Route.LoaderArgs) {
  const { verbs } = await issuerWhere(context, request, { what: 'investor', id })
  const investor = await readOr404(verbs.getInvestor({ id }))
  if (investor.type !== 'entity') throw new Response('This investor is a person.', { status: 404 })
  const [filed, documents] = await Promise.all([attempt(() => verbs.getEntity({ id })), readOr404(verbs.listInvestorDocuments({ id }))])
  if (!filed.ok && filed.refusal.status !== 404) throw new Response(filed.refusal.message, { status: filed.refusal.status })
  return {
    ...{ id, name: investor.full_name ?? 'Entity', status: investor.status, file: filed.ok ? filed.result : null },
    documents: documents.data.filter(({ kind }) => Object.hasOwn(PAPERS, kind)),
  }
}

export async function action({ context, request, params: { id } }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request, ['issuer'])
  const { form, tooLarge } = await readUploadForm(request)
  if (tooLarge) return data({ ok: false as const, refusal: FILE_TOO_LARGE }, { status: 413 })
  switch (textOf(form, 'intent')) {
    case 'look_up':
      return act('The registers were asked', () => verbs.lookUpEntity({ id }))
    case 'review':
      return act('Sent: another person looks at the papers', () => verbs.reviewEntity({ id }))
    case 'session':
      return act('The page is open for a week: send them the link', () =>
        verbs.createIdentitySession({ person_id: textOf(form, 'person_id') ?? '' }),
      )
    case 'upload': {
      const file = form.get('file')
      const bytes = file instanceof File ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array()
      const file_name = file instanceof File ? file.name : 'document'
      return act('The document is kept', () =>
        verbs.uploadDocument({ owner_type: 'investor', owner_id: id, kind: textOf(form, 'kind') ?? '', file_name, bytes }),
      )
    }
    default:
      return act('Filed: it is judged anew', () => verbs.fileEntity({ id, ...entitySaid(form) } as Parameters<typeof verbs.fileEntity>[0]))
  }
}

const FILE_TOO_LARGE: PageRefusal = {
  status: 413,
  code: 'body_too_large',
  message: TOO_LARGE,
  fields: [{ pointer: '/file', code: 'too_large', detail: TOO_LARGE }],
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

type File = NonNullable<Route.ComponentProps['loaderData']['file']>

const words = (text: string) => text.replaceAll('_', ' ')

export default function Entity({ loaderData: { id, name, status, file, documents } }: Route.ComponentProps) {
  const environment = useEnvironment()
  return (
    <IssuerFrame
      title={name}
      lead="What an entity says of itself is no evidence. It is shown by its register, or by papers that another person reads; and everybody behind it proves who they are."
      badge={
        <>
          <StateBadge of="verification" state={status} />
          {file ? <StateBadge of="entity_file" state={file.status} /> : null}
        </>
      }
      crumbs={[{ label: 'Issuer', path: '/issuer/dashboard' }, { label: 'Investors', path: '/issuer/investors' }, { label: name }]}
    >
      <div className="grid gap-10">
        {file ? <Shown file={file} documents={documents} /> : null}
        {file ? <People file={file} /> : null}
        <Panel title={file ? 'Change the file' : 'File the entity'} note="A later file takes the place of the one before.">
          {file?.status === 'in_review' ? (
            <Alert tone="info">Somebody looks at the papers. The file can be changed once they have decided.</Alert>
          ) : (
            <EntityForm file={file} />
          )}
        </Panel>
        <AsApiCall
          environment={environment}
          label="File it by the API"
          call={{
            method: 'POST',
            path: `/v1/investors/${id}/entity`,
            body: {
              entity_type: 'company',
              formation_date: '2015-03-02',
              registration: { country: 'GB', number: '01234567' },
              owners_doubt: false,
            },
          }}
        />
      </div>
    </IssuerFrame>
  )
}

const PAPERS: Record<string, string> = {
  register_extract: 'Extract of its register',
  articles: 'Articles, or the deed of a trust',
  ownership_chart: 'Chart of its owners',
}

/** How the entity itself is shown: its number and LEI, its papers, and what can be done. */
function Shown({ file, documents }: { file: File; documents: Route.ComponentProps['loaderData']['documents'] }) {
  const ask = useAct()
  const send = (intent: string) => void ask.submit({ intent }, { method: 'post' })
  const open = ['filed', 'refused', 'expired'].includes(file.status)
  return (
    <Panel title="Does it exist" note="An extract is at most 90 days old. What was shown counts for a year.">
      <dl className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
        {(
          [
            [
              'Number',
              file.registration ? `${file.registration.number}, ${file.registration.register ?? file.registration.country}` : 'none',
              file.registration?.status,
            ],
            ['LEI', file.lei?.value ?? 'none', file.lei?.status],
          ] as const
        ).map(([label, value, state]) => (
          <div key={label} className="flex flex-wrap items-center gap-x-3 border-rule border-b py-2">
            <dt className="text-soft">{label}</dt>
            <dd className="flex min-w-0 flex-wrap items-center gap-x-3 break-all">
              {value}
              {state && state !== 'none' ? <StateBadge of="registration" state={state} /> : null}
            </dd>
          </div>
        ))}
      </dl>
      {documents.length ? (
        <ul className="mt-4 border-rule border-t">
          {documents.map((one) => (
            <li key={one.id} className="flex flex-wrap items-center justify-between gap-3 border-rule border-b py-2.5">
              <span className="min-w-0 break-words">
                <span className="font-semibold">{one.file_name}</span> <span className="text-soft">{PAPERS[one.kind]}</span>
              </span>
              <span className="flex items-center gap-3">
                <StateBadge of="document" state={one.status} />
                <a href={`/issuer/documents/${one.id}`} className="link" download>
                  Read
                </a>
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {open ? (
        <>
          <Upload />
          <Refusal refusal={ask.refusal} className="mt-4" />
          <div className="mt-4 flex flex-wrap gap-3">
            <Button busy={ask.busy} onClick={() => send('review')}>
              Send to a reviewer
            </Button>
            <Button variant="outline" busy={ask.busy} onClick={() => send('look_up')}>
              Ask the registers
            </Button>
          </div>
        </>
      ) : null}
    </Panel>
  )
}

function Upload() {
  const form = useAct()
  return (
    <form.Form method="post" encType="multipart/form-data" className="mt-4 grid items-start gap-4 sm:grid-cols-[1fr_1fr_auto]">
      <input type="hidden" name="intent" value="upload" />
      <Field label="What it is" error={errorAt(form.refusal, 'kind')}>
        <Select name="kind">
          {Object.entries(PAPERS).map(([kind, label]) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <FileField error={errorAt(form.refusal, 'file')} hint="PDF, PNG or JPEG, at most 10 MB." />
      <Button type="submit" variant="outline" busy={form.busy} className="sm:mt-7">
        Upload
      </Button>
      <Refusal refusal={form.refusal} fields={['kind', 'file']} className="sm:col-span-3" />
    </form.Form>
  )
}

/** Everybody behind the entity, with how far their proof has come. */
function People({ file }: { file: File }) {
  return (
    <Panel title="Who is behind it" note="Whoever owns a quarter in the end, or controls it, proves who they are on a page of their own.">
      {file.owners.length === 0 ? (
        <EmptyState title="Nobody is named">Name its owners, and who controls it, in the file below.</EmptyState>
      ) : null}
      <ul className="border-rule border-t">
        {file.owners.map((one, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one person may stand here twice.
          <li key={i} className="flex flex-wrap items-center justify-between gap-3 border-rule border-b py-2.5">
            <span className="min-w-0 break-words">
              <span className="font-semibold">{one.full_name ?? 'Somebody who was erased'}</span>
              <span className="block text-[0.9375rem] text-soft">
                {[
                  `${one.share_percent} % ${one.of ? `of ${file.owners.find(({ person_id }) => person_id === one.of)?.full_name ?? 'another'}` : 'directly'}`,
                  ...one.roles.map(words),
                ].join(', ')}
              </span>
            </span>
            <span className="flex flex-wrap items-center gap-3">
              {one.required || one.verification !== 'unknown' ? (
                <StateBadge of="owner" state={one.verification} />
              ) : (
                <Status>not asked</Status>
              )}
              {one.required && one.type === 'individual' && one.verification !== 'verified' ? <AskProof person={one.person_id} /> : null}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Opens a page on which somebody proves who they are. Its address is shown once. */
function AskProof({ person }: { person: string }) {
  const form = useAct<{ url: string }>()
  if (form.result)
    return (
      <span className="flex items-center gap-2">
        <code className="max-w-56 truncate text-[0.8125rem]">{form.result.url}</code>
        <CopyButton text={form.result.url} label="Copy the link" />
      </span>
    )
  return (
    <form.Form method="post">
      <input type="hidden" name="intent" value="session" />
      <input type="hidden" name="person_id" value={person} />
      <Button type="submit" variant="outline" size="sm" busy={form.busy}>
        Ask for proof
      </Button>
      <Refusal refusal={form.refusal} />
    </form.Form>
  )
}
