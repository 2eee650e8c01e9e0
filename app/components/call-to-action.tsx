import type { ReactNode } from 'react'
import { SealMark } from './logo.tsx'

/** The last word of a page: what to do next, on an engraved panel. */
export function CallToAction({ title, children, actions }: { title: ReactNode; children?: ReactNode; actions: ReactNode }) {
  return (
    <section className="shell mt-24 sm:mt-32">
      <div className="relative isolate overflow-hidden rounded-md border border-rule-strong px-6 py-12 sm:px-12 sm:py-16">
        <div className="pointer-events-none absolute inset-1 rounded-sm border border-rule" aria-hidden />
        <SealMark
          fine
          className="-right-24 -z-10 -translate-y-1/2 absolute top-1/2 size-[30rem] opacity-20 max-sm:-right-80 max-sm:opacity-[0.12]"
        />
        <h2 className="title-2 max-w-[20ch]">{title}</h2>
        {children ? <div className="lede mt-4 max-w-[50ch]">{children}</div> : null}
        <div className="mt-8 flex flex-wrap gap-3">{actions}</div>
      </div>
    </section>
  )
}
