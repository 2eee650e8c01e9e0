import { RelatedResources } from '../../components/blocks.tsx'
import { remedyFor } from '../../content/error-remedies.ts'
import { pageMeta } from '../../lib/meta.ts'
import { serverContext } from '../../server-context.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import type { Route } from './+types/error-code.ts'

export function loader({ params, context }: Route.LoaderArgs) {
  const known = context.get(serverContext)?.verbs.describeError(params.code)
  if (!known) throw new Response(null, { status: 404 })
  return { code: params.code, ...known, ...remedyFor(params.code, known.status) }
}

const crumbs = (code: string) => [{ label: 'Home', path: '/' }, { label: 'Errors', path: '/documentation/errors' }, { label: code }]

export const meta: Route.MetaFunction = (args) => {
  const error = args.loaderData
  if (!error) return pageMeta(args, { title: 'Error code not found', description: 'There is no such error code.', noindex: true })
  return pageMeta(args, {
    title: `${error.code}: ${error.title}`,
    description: `${error.status} ${error.code}. ${error.cause} ${error.remedy}`.slice(0, 158),
    crumbs: crumbs(error.code),
  })
}

const next = [
  {
    title: 'Errors',
    text: 'Problem details, field pointers, every status and when to retry.',
    link: { label: 'Read', href: '/documentation/errors' },
  },
  { title: 'Idempotency', text: 'How to retry without doing a thing twice.', link: { label: 'Read', href: '/documentation/idempotency' } },
  { title: 'Support', text: 'With the request id we see what happened.', link: { label: 'Ask', href: '/support' } },
]

export default function ErrorCodePage({ loaderData: error }: Route.ComponentProps) {
  return (
    <>
      <article className="shell pt-8 sm:pt-12">
        <Breadcrumb items={crumbs(error.code)} />
        <p className="mt-8 font-mono text-[0.9375rem] text-seal">{error.status}</p>
        <h1 className="title-1 mt-2">{error.title}</h1>
        <p className="mt-4 font-mono text-soft">{error.code}</p>
        <dl className="mt-10 max-w-3xl border-rule border-t">
          {[
            ['What happened', error.cause],
            ['What to do', error.remedy],
            [
              'Send it again?',
              error.retry
                ? 'Yes: with the same Idempotency-Key, after Retry-After when it is given.'
                : 'Not as it is. Change the request first.',
            ],
          ].map(([label, text]) => (
            <div key={label} className="grid gap-x-8 gap-y-1 border-rule border-b py-5 sm:grid-cols-[11rem_1fr]">
              <dt className="text-soft">{label}</dt>
              <dd className="text-[1.125rem]">{text}</dd>
            </div>
          ))}
        </dl>
      </article>
      <RelatedResources items={next} />
    </>
  )
}
