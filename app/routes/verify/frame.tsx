import type { ReactNode } from 'react'
import type { VerifyPage } from '#core/review/identity/verify-page.ts'
import { SealMark } from '../../components/logo.tsx'
import { ThemeToggle } from '../../components/theme-toggle.tsx'
import { Badge } from '../../ui/badge.tsx'

/** An address short enough for a line of words. */
const short = (address: string) => `${address.slice(0, 8)}…${address.slice(-6)}`

/** What a session asks for, as words of the page: who somebody is, or an age and nothing besides. */
export function askedWords({ claims }: Pick<VerifyPage, 'claims'>): string {
  if (claims?.includes('age_over_21')) return 'that you are 21 or older'
  if (claims?.includes('age_over_18')) return 'that you are 18 or older'
  return claims?.includes('accreditation') ? 'that you are an accredited investor' : 'who you are'
}

/** Stands before identity is asked, whichever way is taken (31 CFR 1020.220(a)(5)); who has begun has read it, and finds it again. */
function WhyAsked({ organization, begun }: { organization: string; begun: boolean }) {
  const why = (
    <p className="text-[0.9375rem] text-soft">
      To help fight money laundering and the financing of terrorism, the law asks {organization} to find out, verify and record who its
      customers are: your name, address and date of birth, with a document or another proof of them.
    </p>
  )
  if (!begun) return <div className="mt-2">{why}</div>
  return (
    <details className="mt-1">
      <summary className="link inline-flex min-h-8 items-center text-[0.9375rem]">Why you are asked</summary>
      {why}
    </details>
  )
}

/** Around every way: who asks, for what, and the way back. No part of the site is linked: people are here for one thing. */
export function VerifyFrame({ page, children }: { page: VerifyPage; children: ReactNode }) {
  const { organization, wallet_address, return_url, environment } = page
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr_auto]">
      <header className="shell flex flex-wrap items-center justify-between gap-x-4 py-3">
        <p className="line-clamp-2 min-w-0 flex-1 basis-36 font-semibold [overflow-wrap:anywhere]">{organization}</p>
        <span className="flex shrink-0 items-center gap-2">
          {environment === 'sandbox' ? <Badge>sandbox</Badge> : null}
          <ThemeToggle />
        </span>
      </header>
      <main id="main" className="shell grid grid-cols-[minmax(0,1fr)] content-start pb-12">
        <div className="mx-auto grid w-full max-w-2xl gap-6">
          <div>
            <h1 tabIndex={-1} className="title-2 outline-none">
              Prove {askedWords(page)}
            </h1>
            <p className="mt-2 text-soft">
              {organization} asks you to,{' '}
              {wallet_address ? (
                <>
                  for the wallet <span className="font-mono text-[0.9em]">{short(wallet_address)}</span>
                </>
              ) : (
                'for your account there'
              )}
              .{page.claims ? ' Your wallet shows this alone: no name, no birth date.' : ''}
              {environment === 'sandbox' ? ' This is a sandbox: use made-up data and pictures.' : ''}
            </p>
            {!page.claims && (page.status === 'open' || page.review.question) ? (
              <WhyAsked organization={organization} begun={page.review.document !== null || page.review.person !== null} />
            ) : null}
          </div>
          {children}
          {return_url ? (
            <p className="border-rule border-t pt-4">
              {/* Out of the frame, where there is one. */}
              <a href={return_url} target="_top" rel="noreferrer" className="link inline-flex min-h-8 items-center">
                Back to {organization}
              </a>
            </p>
          ) : null}
        </div>
      </main>
      <footer className="shell flex flex-wrap items-center gap-x-3 gap-y-1 border-rule border-t py-4 text-[0.9375rem] text-soft">
        <SealMark className="size-5" />
        <span>Sealed and kept by Sealwright for {organization}.</span>
        <a href="/legal/privacy" target="_blank" rel="noreferrer" className="link">
          Privacy
        </a>
      </footer>
    </div>
  )
}
