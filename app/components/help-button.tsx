import { CircleHelp, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { ButtonLink } from '../ui/button.tsx'
import { Disclosure } from './disclosure.tsx'

/**
 * Floats in the corner and opens a small panel that leads to the contact form. On dashboards and narrow screens it is a tab at the
 * edge, and on a phone it leaves while the page is scrolled down: it covers no figures (app.css).
 */
export function HelpButton() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let before = window.scrollY
    const measure = () => {
      const moved = window.scrollY - before
      if (Math.abs(moved) < 8) return
      before = window.scrollY
      place.current?.toggleAttribute('data-away', moved > 0)
    }
    window.addEventListener('scroll', measure, { passive: true })
    return () => window.removeEventListener('scroll', measure)
  }, [])
  return (
    <div ref={place} className="help-button fixed right-0 bottom-4 z-30">
      <Disclosure
        label="Help"
        summaryClassName="ml-auto grid h-12 w-6 place-items-center rounded-l-md border border-rule-strong border-r-0 bg-raised text-ink shadow-lift transition-colors hover:border-ink"
        summary={
          <>
            <CircleHelp className="size-4.5 group-open:hidden" aria-hidden />
            <X className="hidden size-4.5 group-open:block" aria-hidden />
          </>
        }
        panelClassName="absolute right-2 bottom-full mb-3 w-72 rounded-md border border-rule bg-raised p-5 shadow-lift"
      >
        <HelpWords />
      </Disclosure>
    </div>
  )
}

/** Who helps, and how to reach them: what every help button opens. */
export function HelpWords() {
  return (
    <>
      <p className="title-3">Need help?</p>
      <p className="mt-1.5 text-[0.9688rem] text-soft leading-normal">
        Write to us and an engineer or a compliance specialist answers within 24 hours.
      </p>
      <ButtonLink to="/contact" size="sm" className="mt-4 w-full">
        Contact us
      </ButtonLink>
      <p className="mt-3 text-[0.9375rem]">
        Or look in the{' '}
        <Link to="/documentation" className="link">
          documentation
        </Link>
        .
      </p>
    </>
  )
}
