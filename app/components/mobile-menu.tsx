import { Menu, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { lazyPart } from '../lib/lazy-part.ts'
import { headerLinks, marketLinks } from '../lib/nav.ts'
import { useSession } from '../lib/session.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Disclosure } from './disclosure.tsx'
import { Late } from './late.tsx'

// Only signed-in people need it.
const MobileAccount = lazyPart(() => import('./mobile-account.tsx'))

const row = 'flex min-h-12 items-center border-rule border-b text-[1.125rem]'

/** Mirrors the header on narrow screens. */
export function MobileMenu() {
  const { user } = useSession()
  const [open, setOpen] = useState(false)
  return (
    <Disclosure
      className="mobile-menu lg:hidden"
      label="Menu"
      summaryClassName="grid size-11 place-items-center rounded-md hover:bg-sunk"
      summary={
        <>
          <Menu className="size-5 group-open:hidden" aria-hidden />
          <X className="hidden size-5 group-open:block" aria-hidden />
        </>
      }
      onToggle={(now) => {
        setOpen(now)
        document.getElementById('main')?.toggleAttribute('inert', now)
      }}
      panelClassName="fixed inset-x-0 top-(--header-height) bottom-0 h-[calc(100dvh-var(--header-height))] overflow-y-auto bg-paper"
    >
      <nav aria-label="Menu" className="shell pt-4 pb-16">
        <p className="eyebrow pt-4 pb-1">Solutions</p>
        <ul>
          {marketLinks.map((link) => (
            <li key={link.to}>
              <Link to={link.to} className={row}>
                {link.label}
              </Link>
            </li>
          ))}
        </ul>
        <p className="eyebrow pt-6 pb-1">Platform</p>
        <ul>
          {headerLinks.map((link) => (
            <li key={link.to}>
              <Link to={link.to} className={row}>
                {link.label}
              </Link>
            </li>
          ))}
        </ul>
        {user ? (
          <Late>
            <MobileAccount user={user} row={row} open={open} />
          </Late>
        ) : (
          <div className="mt-6 grid gap-3">
            <ButtonLink to="/contact">Get API Key</ButtonLink>
            <ButtonLink to="/contact" variant="outline">
              Contact
            </ButtonLink>
            <ButtonLink to="/login" variant="ghost">
              Login
            </ButtonLink>
          </div>
        )}
      </nav>
    </Disclosure>
  )
}
