import type { ReactNode } from 'react'
import type { Verbs } from '#core/doors/verbs.ts'
import type { VerifyPage } from '#core/review/identity/verify-page.ts'
import type { PageRefusal } from '../../../lib/verb-errors.ts'

/** What every way is shown with: the session, its secret, and what the last sending was answered. */
export interface WayProps {
  page: VerifyPage
  token: string
  /** What an address within the page begins with: `${base}step=…`. */
  base: string
  /** The step that the address names, for ways that have some. */
  step: string | null
  refusal: PageRefusal | null
  /** What was typed into a form that was refused, where no script keeps it. */
  values: Record<string, string>
  busy: boolean
}

/** A way of proving who one is. Its file holds all of it; `index.tsx` lists it. */
export interface Way {
  method: VerifyPage['methods'][number]
  title: string
  /** What is needed for it and how long it takes. */
  lead: string
  View: (props: WayProps) => ReactNode
  /** What its forms do, by their `intent`: where to go on within the page, as a query without its question mark, or null to stay. */
  act?: (verbs: Verbs, token: string, intent: string, form: FormData) => Promise<string | null>
}
