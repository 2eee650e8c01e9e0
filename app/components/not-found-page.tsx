import { Link, useNavigate } from 'react-router'
import { Button, ButtonLink } from '../ui/button.tsx'
import { SealMark } from './logo.tsx'

const ways = [
  { label: 'Developer portal', to: '/developer' },
  { label: 'Features', to: '/features' },
  { label: 'Technology', to: '/technology' },
  { label: 'Contact', to: '/contact' },
]

export function NotFoundPage() {
  const navigate = useNavigate()
  return (
    <div className="relative isolate overflow-x-clip">
      <div className="shell grid min-h-[70dvh] content-center py-20">
        <SealMark
          fine
          className="-right-24 -z-10 -translate-y-1/2 absolute top-1/2 size-[34rem] max-h-full opacity-[0.14] max-md:-right-60"
        />
        <p className="eyebrow">404</p>
        <h1 className="title-1 mt-3 max-w-[14ch]">No page is sealed to this address</h1>
        <p className="lede mt-5 max-w-[48ch]">It may have moved, or the address may hold a typing error.</p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to="/">Go Home</ButtonLink>
          <Button variant="outline" className="js-only" onClick={() => navigate(-1)}>
            Go Back
          </Button>
        </div>
        <nav aria-label="Other pages" className="mt-10">
          <ul className="flex flex-wrap gap-x-6 gap-y-2">
            {ways.map((way) => (
              <li key={way.to}>
                <Link to={way.to} className="link inline-flex min-h-8 items-center">
                  {way.label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </div>
  )
}
