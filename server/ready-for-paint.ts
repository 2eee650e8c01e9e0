import { usedStyles } from './used-styles.ts'

const sheets = new Map<string, (html: string) => string>()

/**
 * Makes a rendered page show itself at the first answer: the styles it uses travel inside it, and its scripts are held back until
 * it is shown. app/lib/first-paint.ts then starts them and lets the whole style sheet count when it is needed; until then, as a
 * print sheet, it holds nothing up. `read` gives the text of a built style sheet by its address.
 */
export function readyForPaint(html: string, read: (href: string) => string): string {
  return html
    .replaceAll('<link rel="modulepreload" ', '<link rel="held-modulepreload" ')
    .replace(/<script((?: nonce="[^"]*")?) type="module" async="">/, '<script$1 type="held-module">')
    .replace(/<link((?: nonce="[^"]*")?) rel="stylesheet" href="(\/assets\/[^"]+\.css)"\/>/g, (link: string, _: string, href: string) => {
      if (!sheets.has(href)) sheets.set(href, usedStyles(read(href)))
      return `<style>${sheets.get(href)!(html).replaceAll('</style', '<\\/style')}</style>${link.replace('<link ', '<link media="print" ')}`
    })
}
