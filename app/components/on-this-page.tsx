/** The headings of a long page, beside it where there is room. Needs no script: they are links. */
export function OnThisPage({ headings }: { headings: readonly { id: string; text: string }[] }) {
  if (headings.length < 2) return null
  return (
    <aside className="no-print max-xl:hidden">
      <nav aria-label="On this page" className="sticky top-24 max-h-[calc(100dvh-7rem)] overflow-y-auto">
        <p className="eyebrow">On this page</p>
        <ol className="mt-2 border-rule border-l">
          {headings.map((heading) => (
            <li key={heading.id}>
              <a href={`#${heading.id}`} className="block py-1.5 pl-4 text-[0.875rem] text-soft leading-snug hover:text-ink">
                {heading.text}
              </a>
            </li>
          ))}
        </ol>
      </nav>
    </aside>
  )
}
