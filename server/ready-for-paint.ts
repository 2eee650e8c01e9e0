/**
 * Makes a rendered page show itself at the first answer: the style sheet travels inside it, and its scripts are held back until it
 * is shown (app/lib/first-paint.ts starts them). The link to the sheet stays for the page's own script; as a print sheet it holds
 * nothing up. `sheetOf` gives the text of a built style sheet by its address.
 */
export function readyForPaint(html: string, sheetOf: (href: string) => string): string {
  return html
    .replaceAll(/<link rel="modulepreload" /g, '<link rel="held-modulepreload" ')
    .replace(/<script((?: nonce="[^"]*")?) type="module" async="">/, '<script$1 type="held-module">')
    .replace(/<link rel="stylesheet" href="(\/assets\/[^"]+\.css)"((?: nonce="[^"]*")?)\/>/g, (link: string, href: string) => {
      return `<style>${sheetOf(href).replaceAll('</style', '<\\/style')}</style>${link.replace('<link ', '<link media="print" ')}`
    })
}
