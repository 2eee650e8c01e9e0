import { Bell } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { callBackEnd } from '../lib/back-end.ts'
import { dateTime } from '../lib/dates.ts'
import { Disclosure } from './disclosure.tsx'

interface Notice {
  id: string
  title: string
  body: string
  href: string | null
  read: boolean
  created_at: string
}

/**
 * What the person was told. Asked for when it is opened, when the page changes and when the window comes back into view; on arrival
 * too, where the page does not say how much is unread.
 */
export function NotificationBell({ unreadAtFirst }: { unreadAtFirst?: number }) {
  const { pathname } = useLocation()
  const [notices, setNotices] = useState<Notice[] | null>(null)
  const [unread, setUnread] = useState(unreadAtFirst ?? 0)
  const shownAt = useRef(unreadAtFirst === undefined ? '' : pathname)
  const load = useCallback(async () => {
    try {
      const answer = await callBackEnd<{ data: Notice[]; unread: number }>('/api/notifications')
      setNotices(answer.data)
      setUnread(answer.unread)
    } catch {
      // Offline or signed out meanwhile: what is shown stays as it was.
    }
  }, [])
  useEffect(() => {
    if (shownAt.current !== pathname) void load()
    shownAt.current = pathname
  }, [load, pathname])
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && void load()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [load])
  const read = (id?: string) => {
    setUnread((before) => (id ? Math.max(0, before - 1) : 0))
    setNotices((before) => (before ?? []).map((each) => (!id || each.id === id ? { ...each, read: true } : each)))
    callBackEnd('/api/notifications/read', id ? { id } : {}).catch(() => void load())
  }
  const shown = unread > 9 ? '9+' : String(unread)
  return (
    <Disclosure
      className="relative"
      onToggle={(open) => open && void load()}
      label={unread > 0 ? `Notifications, ${shown} unread` : 'Notifications'}
      summaryClassName="relative grid size-10 place-items-center rounded-full hover:bg-sunk"
      summary={
        <>
          <Bell className="size-[1.15rem]" aria-hidden />
          {unread > 0 ? (
            <span
              aria-hidden
              className="absolute top-1 right-0.5 grid h-4 min-w-4 place-items-center rounded-full bg-seal-fill px-1 font-mono text-[0.625rem] text-on-seal"
            >
              {shown}
            </span>
          ) : null}
        </>
      }
      panelClassName="absolute top-full right-0 mt-2 w-88 max-w-[calc(100vw-2rem)] rounded-md border border-rule bg-raised shadow-lift max-sm:fixed max-sm:inset-x-4 max-sm:top-(--header-height) max-sm:mt-0 max-sm:w-auto"
    >
      <div className="flex min-h-11 items-center justify-between gap-4 border-rule border-b px-4">
        <p className="font-semibold">Notifications</p>
        {unread > 0 ? (
          <button type="button" className="link min-h-8 text-[0.875rem]" onClick={() => read()}>
            Mark all as read
          </button>
        ) : null}
      </div>
      {notices?.length === 0 ? <p className="px-4 py-6 text-soft">Nothing to tell.</p> : null}
      <ul>
        {notices?.map((each) => (
          <OneNotice key={each.id} notice={each} onRead={() => each.read || read(each.id)} />
        ))}
      </ul>
      <Link to="/dashboard/notifications" className="link flex min-h-11 items-center px-4">
        All notifications
      </Link>
    </Disclosure>
  )
}

function OneNotice({ notice, onRead }: { notice: Notice; onRead: () => void }) {
  return (
    <li className="border-rule border-b">
      <Link to={notice.href ?? '/dashboard/notifications'} onClick={() => onRead()} className="block px-4 py-2.5 hover:bg-sunk">
        <span className={notice.read ? 'block leading-snug' : 'block font-semibold leading-snug'}>
          {notice.read ? null : <span className="sr-only">Unread: </span>}
          {notice.title}
        </span>
        <span className="block truncate text-[0.9375rem] text-soft">{notice.body}</span>
        <span className="tabular text-[0.8125rem] text-soft">{dateTime(notice.created_at)}</span>
      </Link>
    </li>
  )
}
