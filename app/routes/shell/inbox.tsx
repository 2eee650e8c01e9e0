import { Link } from 'react-router'
import { DashboardLayout } from '../../components/dashboard/layout.tsx'
import { shortDate } from '../../lib/dates.ts'
import { count, daysAway } from '../../lib/format.ts'
import { requireSession } from '../../lib/guard.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import { DUE_WORDS, whatWords } from '../../shell/due-words.ts'
import { placed } from '../../shell/navigation.ts'
import { Status } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/inbox.ts'

export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Inbox', description: 'What is due for you.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs, environment, worksAs } = requireSession(context, request)
  return { ...(await readOr404(verbs.readInbox())), environment, works: worksAs === 'issuer' }
}

/** Everything that is due for whoever is signed in, late things first; each leads to where it is done. */
export default function Inbox({ loaderData: { due, now, environment, works } }: Route.ComponentProps) {
  const all = due.reduce((sum, each) => sum + each.count, 0)
  const late = due.reduce((sum, each) => sum + each.overdue, 0)
  return (
    <DashboardLayout
      title="Inbox"
      lead={
        all === 0 ? undefined : `${count(all)} due${late ? `, ${count(late)} of them late` : ''}. What waits for somebody else is not here.`
      }
      {...(works && { environment })}
    >
      {all === 0 ? (
        <EmptyState title="Nothing is due">
          What you have to decide, sign or renew comes here by itself, the late things first. What happened meanwhile is under{' '}
          <TextLink to="/dashboard/notifications">notifications</TextLink>.
        </EmptyState>
      ) : null}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-9">
        {due.map((each) => (
          <section key={each.kind} aria-labelledby={`due-${each.kind}`}>
            <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
              <h2 id={`due-${each.kind}`} className="title-3">
                {DUE_WORDS[each.kind].title}
              </h2>
              <span className="tabular text-soft">{each.count >= 1000 ? '1,000 or more' : count(each.count)}</span>
              {each.overdue > 0 ? <Status tone="bad">{count(each.overdue)} late</Status> : null}
              {each.href === '/inbox' ? null : (
                <TextLink to={placed(each.href, environment)} className="ml-auto text-[0.9375rem]">
                  All<span className="sr-only"> of {DUE_WORDS[each.kind].title}</span>
                </TextLink>
              )}
            </div>
            <p className="text-[0.9375rem] text-soft">{DUE_WORDS[each.kind].act}</p>
            <ul className="mt-2 divide-y divide-rule border-rule border-y empty:hidden">
              {each.items.map((item) => (
                <li key={item.id}>
                  <Link
                    to={placed(item.href, environment)}
                    prefetch="intent"
                    className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-2 py-2 hover:bg-sunk sm:grid-cols-[14rem_minmax(0,1fr)_auto]"
                  >
                    <span className="font-semibold text-[0.9688rem]">{whatWords(item.what)}</span>
                    <span className="min-w-0 truncate text-[0.9375rem] text-soft max-sm:order-last max-sm:col-span-2">{item.about}</span>
                    {item.due_at ? (
                      <time
                        dateTime={item.due_at}
                        title={shortDate(item.due_at)}
                        className={item.due_at < now ? 'font-semibold text-madder' : 'tabular text-soft'}
                      >
                        {item.due_at < now ? 'late, ' : ''}
                        {daysAway(item.due_at, now)}
                      </time>
                    ) : (
                      <span />
                    )}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </DashboardLayout>
  )
}
