import { LayoutDashboard, LogOut, Settings, Shield, Users } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { dashboardOf, useSession } from '../lib/session.tsx'
import type { SessionUser } from '../server-context.ts'
import { toast } from '../ui/toast.ts'
import { Disclosure } from './disclosure.tsx'
import { OrganisationSwitch } from './organisation-switch.tsx'

const initialsOf = (user: SessionUser) =>
  `${user.firstName.charAt(0)}${user.lastName.charAt(0)}`.toUpperCase() || user.email.charAt(0).toUpperCase()

/** Ends the session on the server, and at the identity provider that opened it where that can be; else shows the home page as a visitor sees it. */
export function useSignOut() {
  const { refresh } = useSession()
  const navigate = useNavigate()
  return async () => {
    const response = await fetch('/api/accounts/sign-out', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    }).catch(() => null)
    if (!response?.ok) {
      toast.error('Logout failed')
      return
    }
    const { next } = (await response.json().catch(() => ({}))) as { next?: string }
    await refresh()
    // Whose organisation signs people out at its identity provider goes on there, and comes back.
    if (next) window.location.assign(next)
    else await navigate('/')
  }
}

/** `dashboard`: where theirs is, if not at the one of their role. */
export function userLinks(user: SessionUser, dashboard = dashboardOf(user.role)) {
  return [
    { label: 'Dashboard', to: dashboard, Icon: LayoutDashboard },
    { label: 'Settings', to: '/settings', Icon: Settings },
    { label: 'Team', to: '/settings/team', Icon: Users },
    ...(user.role === 'admin' ? [{ label: 'Admin Panel', to: '/admin/dashboard', Icon: Shield }] : []),
  ]
}

export function Who({ user }: { user: SessionUser }) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Initials user={user} />
      <div className="min-w-0 leading-snug">
        <p className="truncate font-semibold">
          {user.firstName} {user.lastName}
        </p>
        <p className="text-[0.9375rem] text-soft [overflow-wrap:anywhere]">{user.email}</p>
        <p className="text-[0.875rem] text-soft capitalize">{user.role}</p>
      </div>
    </div>
  )
}

const Initials = ({ user }: { user: SessionUser }) => (
  <span aria-hidden className="grid size-9 shrink-0 place-items-center rounded-full border border-rule-strong font-mono text-[0.8125rem]">
    {initialsOf(user)}
  </span>
)

export function UserMenu({ user, dashboard }: { user: SessionUser; dashboard?: string }) {
  const signOut = useSignOut()
  const [open, setOpen] = useState(false)
  const item = 'flex min-h-10 w-full items-center gap-2.5 rounded-sm px-3 text-left hover:bg-sunk'
  return (
    <Disclosure
      className="relative"
      onToggle={setOpen}
      label={`${initialsOf(user)}, account menu of ${user.firstName} ${user.lastName}`}
      summaryClassName="grid size-10 place-items-center rounded-full hover:bg-sunk"
      summary={<Initials user={user} />}
      panelClassName="absolute top-full right-0 mt-2 w-72 rounded-md border border-rule bg-raised p-1.5 shadow-lift"
    >
      <div className="border-rule border-b px-3 pt-2 pb-3">
        <Who user={user} />
      </div>
      <OrganisationSwitch open={open} item={item} />
      <ul className="pt-1.5">
        {userLinks(user, dashboard).map(({ label, to, Icon }) => (
          <li key={label}>
            <Link to={to} className={item}>
              <Icon className="size-4 text-soft" aria-hidden />
              {label}
            </Link>
          </li>
        ))}
        <li>
          <button type="button" className={item} onClick={signOut}>
            <LogOut className="size-4 text-soft" aria-hidden />
            Log out
          </button>
        </li>
      </ul>
    </Disclosure>
  )
}
