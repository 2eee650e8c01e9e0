import { Children, type ComponentProps, type ComponentType, isValidElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { originToken } from './origin.ts'
import { codeLanguages } from './request-code.ts'

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
/** The same calls in five languages. Which one is shown is the page's matter (`prose.css`), so that it is right at the first paint. */
function CodeTabs({ children }: { children?: ReactNode }) {
  const panels = Children.toArray(children).filter((child) => isValidElement(child))
  return (
    <div className="code-tabs">
      <div role="tablist" aria-label="Language" className="js-only code-tablist">
        {codeLanguages.map((language) => (
          <button
            key={language}
            type="button"
            role="tab"
            data-code-tab={language}
            aria-selected={language === 'curl'}
            tabIndex={language === 'curl' ? 0 : -1}
          >
            {language}
          </button>
        ))}
      </div>
      {codeLanguages.map((language, n) => (
        <div key={language} data-language={language}>
          {panels[n]}
        </div>
      ))}
    </div>
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
export function renderMdx(
  { default: Content }: Pick<MdxModule<unknown>, 'default'>,
  origin = originToken,
): { html: string; headings: Heading[] } {
  let tables = 0
  const html = renderToStaticMarkup(<Content components={{ CodeTabs, pre: Pre, table: ScrollingTable, a: OutLink }} />)
    .replaceAll(originToken, origin)
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
