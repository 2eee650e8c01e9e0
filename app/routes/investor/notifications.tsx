import { Form, Link, useNavigation } from 'react-router'
import { ActivityTable } from '../../components/activity-table.tsx'
import { ViewTabs } from '../../components/dashboard/layout.tsx'
import { InvestorFrame } from '../../components/investor/frame.tsx'
import { cn } from '../../lib/cn.ts'
import { dateTime } from '../../lib/dates.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { Route } from './+types/notifications.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Notifications', description: 'What you were told, and what you did.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request)
  const params = new URL(request.url).searchParams
  const view = params.get('view') === 'activity' ? 'activity' : 'notifications'
  const before = params.get('before') ?? undefined
  const [notifications, activity] = await Promise.all([
    verbs.listNotifications({ limit: 25, ...(view === 'notifications' && before && { before }) }),
    view === 'activity' ? verbs.listOwnActivity({ limit: 25, ...(before && { before }) }) : null,
  ])
  return { view, notifications, activity: activity?.data ?? [], more: activity?.has_more ?? notifications.has_more }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request)
  const id = String((await request.formData()).get('id') ?? '')
  return verbs.markNotificationsRead(id ? { id } : {})
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

export default function Notifications({ loaderData, actionData }: Route.ComponentProps) {
  const { view, notifications, activity, more } = loaderData
  const busy = useNavigation().state !== 'idle'
  return (
    <InvestorFrame
      title={view === 'activity' ? 'Activity' : 'Notifications'}
      action={
        view === 'notifications' && notifications.unread > 0 ? (
          <Form method="post">
            <Button type="submit" variant="outline" size="sm" busy={busy}>
              Mark all as read
            </Button>
          </Form>
        ) : undefined
      }
    >
      {actionData && 'refusal' in actionData ? <Alert tone="error">{actionData.refusal.message}</Alert> : null}
      <ViewTabs
        label="Notifications or activity"
        views={[
          { key: 'notifications', label: 'Notifications', count: notifications.unread },
          { key: 'activity', label: 'Activity' },
        ]}
      />
      <div className="mt-5">
        {view === 'activity' ? (
          activity.length > 0 ? (
            <ActivityTable rows={activity} />
          ) : (
            <EmptyState title="Nothing yet">What you do here is listed as it happens.</EmptyState>
          )
        ) : notifications.data.length === 0 ? (
          <EmptyState title="Nothing to tell">Decisions about you, invitations and deadlines are announced here.</EmptyState>
        ) : (
          <ul className="border-rule border-t">
            {notifications.data.map((each) => (
              <li key={each.id} className="flex flex-wrap items-start gap-x-4 gap-y-1 border-rule border-b py-3.5">
                <span aria-hidden className={cn('mt-2 size-2 shrink-0 rounded-full', each.read ? 'bg-transparent' : 'bg-seal')} />
                <div className="min-w-0 flex-1 basis-60">
                  <p className={each.read ? undefined : 'font-semibold'}>
                    {each.read ? null : <span className="sr-only">Unread: </span>}
                    {each.href ? (
                      <Link to={each.href} className="link">
                        {each.title}
                      </Link>
                    ) : (
                      each.title
                    )}
                  </p>
                  <p className="text-soft">{each.body}</p>
                </div>
                <time dateTime={each.created_at} className="tabular text-[0.875rem] text-soft max-sm:w-full max-sm:pl-6">
                  {dateTime(each.created_at)}
                </time>
                {each.read ? null : (
                  <Form method="post" className="max-sm:ml-3">
                    <input type="hidden" name="id" value={each.id} />
                    <Button type="submit" variant="ghost" size="sm" disabled={busy}>
                      Mark as read<span className="sr-only">: {each.title}</span>
                    </Button>
                  </Form>
                )}
              </li>
            ))}
          </ul>
        )}
        {more ? (
          <Link
            to={view === 'activity' ? `?view=activity&before=${activity.at(-1)!.id}` : `?before=${notifications.data.at(-1)!.id}`}
            className="link mt-4 inline-flex min-h-10 items-center"
          >
            Older ones
          </Link>
        ) : null}
      </div>
    </InvestorFrame>
  )
}
