import { Link } from 'react-router'
import { RelatedResources } from '../../components/blocks.tsx'
import { JsonView } from '../../components/json-view.tsx'
import { readingFor, remedyFor } from '../../content/error-remedies.ts'
import { longestTitle, pageMeta } from '../../lib/meta.ts'
import { operationsOf } from '../../lib/reference.ts'
import { serverContext } from '../../server-context.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/error-code.ts'

export function loader({ params, context }: Route.LoaderArgs) {
  const known = context.get(serverContext)?.verbs.describeError(params.code)
  if (!known) throw new Response(null, { status: 404 })
  const server = context.get(serverContext)!
  const all = operationsOf(server.openApi())
  const answered = all.filter((operation) => operation.errors.some((error) => error.code === params.code))
  return {
    code: params.code,
    ...known,
    ...remedyFor(params.code, known.status),
    reading: readingFor(params.code),
    type: `${server.publicUrl}/errors/${params.code}`,
    everywhere: answered.length === all.length,
    operations: answered.length === all.length ? [] : answered.map(({ id, method, path }) => ({ id, method, path })),
  }
}

const crumbs = (code: string) => [{ label: 'Home', path: '/' }, { label: 'Errors', path: '/documentation/errors' }, { label: code }]

export const meta: Route.MetaFunction = (args) => {
  const error = args.loaderData
  if (!error) return pageMeta(args, { title: 'Error code not found', description: 'There is no such error code.', noindex: true })
  const title = `${error.code}: ${error.title}`
  return pageMeta(args, {
    title: title.length > longestTitle ? error.title : title,
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
        {error.reading ? (
          <p className="mt-6 text-[1.0625rem]">
            More about it: <TextLink to={error.reading.href}>{error.reading.label}</TextLink>
          </p>
        ) : null}
        <div className="mt-12 grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 lg:grid-cols-2">
          <section aria-labelledby="as-it-comes">
            <h2 id="as-it-comes" className="title-3">
              As it comes
            </h2>
            <JsonView
              value={{
                type: error.type,
                title: error.title,
                status: error.status,
                code: error.code,
                detail: '…',
                request_id: 'req_…',
              }}
              className="mt-3 overflow-x-auto rounded-sm border border-rule bg-raised p-4 text-[0.8125rem] leading-relaxed"
            />
          </section>
          {error.everywhere || error.operations.length > 0 ? (
            <section aria-labelledby="answered-by">
              <h2 id="answered-by" className="title-3">
                Who answers with it
              </h2>
              {error.everywhere ? (
                <p className="mt-3 text-soft">
                  Every operation of the <TextLink to="/developer/api-reference">reference</TextLink>.
                </p>
              ) : (
                <ul className="mt-3 max-h-96 overflow-y-auto border-rule border-t">
                  {error.operations.map(({ id, method, path }) => (
                    <li key={id} className="border-rule border-b">
                      <Link to={`/developer/api-reference#${id}`} className="flex min-h-9 items-baseline gap-3 py-1.5 hover:text-seal">
                        <code className="w-14 shrink-0 text-[0.75rem] text-seal">{method}</code>
                        <code className="min-w-0 break-all text-[0.8438rem]">{path}</code>
                      </Link>
                    </li>
                  ))}
                </ul>
              )}
            </section>
          ) : null}
        </div>
      </article>
      <RelatedResources items={next} />
    </>
  )
}
