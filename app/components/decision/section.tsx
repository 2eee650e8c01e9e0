import type { ReactNode } from 'react'

/** A part of the page, under a name that the address can lead to. */
export function Part({ id, title, lead, children }: { id: string; title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="border-rule border-t pt-8">
      <h2 id={`${id}-title`} className="title-3">
        {title}
      </h2>
      {lead ? <p className="mt-1 max-w-[68ch] text-[0.9688rem] text-soft">{lead}</p> : null}
      <div className="mt-4">{children}</div>
    </section>
  )
}
