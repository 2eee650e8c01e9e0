import { Link } from 'react-router'
import type { SessionUser } from '../server-context.ts'
import { ButtonLink } from '../ui/button.tsx'
import { OrganisationSwitch } from './organisation-switch.tsx'
import { userLinks, useSignOut, Who } from './user-menu.tsx'

/** The signed-in part of the mobile menu. */
export default function MobileAccount({ user, row, open }: { user: SessionUser; row: string; open: boolean }) {
  const signOut = useSignOut()
  return (
    <>
      <p className="eyebrow pt-6 pb-3">Account</p>
      <Who user={user} />
      <OrganisationSwitch open={open} item={`${row} w-full gap-2 text-left`} />
      <ul className="mt-3 border-rule border-t">
        {userLinks(user).map((link) => (
          <li key={link.label}>
            <Link to={link.to} className={row}>
              {link.label}
            </Link>
          </li>
        ))}
        <li>
          <button type="button" className={`${row} w-full text-left`} onClick={signOut}>
            Log out
          </button>
        </li>
      </ul>
      <ButtonLink to="/developer" className="mt-6 w-full">
        Developer Portal
      </ButtonLink>
    </>
  )
}
