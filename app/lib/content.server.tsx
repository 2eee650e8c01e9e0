import type { ComponentProps, ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

export interface MdxModule<Front> {
  default: ComponentType<{ components?: Record<string, unknown> }>
  frontmatter: Front
}
export interface Heading {
  id: string
  text: string
}

/** A code sample in long text: the copy button is brought to life by `Prose`. */
function Pre({ children, className, style: _, ...props }: ComponentProps<'pre'>) {
  return (
    <figure className="code-block">
      <button type="button" data-copy className="js-only copy-code">
        Copy
      </button>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <pre {...props} className={className} tabIndex={0}>
        {children}
      </pre>
    </figure>
  )
}
const ScrollingTable = (props: ComponentProps<'table'>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
  <section className="table-scroll" aria-label="Table" tabIndex={0}>
    <table {...props} />
  </section>
)
const OutLink = ({ href = '', ...props }: ComponentProps<'a'>) => (
  <a href={href} {...(href.startsWith('http') ? { rel: 'noopener' } : {})} {...props} />
)

/** Long text as HTML, made at build time: readers download words, not a renderer. */
export function renderMdx({ default: Content }: Pick<MdxModule<unknown>, 'default'>): { html: string; headings: Heading[] } {
  let tables = 0
  const html = renderToStaticMarkup(<Content components={{ pre: Pre, table: ScrollingTable, a: OutLink }} />)
    // Landmarks need names of their own.
    .replaceAll('aria-label="Table"', () => `aria-label="Table ${++tables}"`)
  const plain = (fragment: string) =>
    fragment
      .replace(/<[^>]+>/g, '')
      .replaceAll('&#x27;', '’')
      .replaceAll('&quot;', '"')
      .replaceAll('&gt;', '>')
      .replaceAll('&lt;', '<')
      .replaceAll('&amp;', '&')
  const headings = [...html.matchAll(/<h2 id="([^"]+)">([\s\S]*?)<\/h2>/g)].map((match) => ({ id: match[1]!, text: plain(match[2]!) }))
  return { html, headings }
}
