/** A style rule, or an at-rule with rules inside; `text` is what stands before the brace. */
interface Block {
  text: string
  body: string
  inner: Block[] | null
  /** The classes of each selector of the list; a selector without any applies everywhere. */
  needs: string[][]
}

const GROUPS = /^@(media|supports|layer|container|scope|starting-style)\b/
const CLASS = /\.((?:\\[0-9a-f]{1,6} ?|\\.|[\w-]|[^\p{ASCII}])+)/giu

const plain = (name: string) =>
  name.replace(/\\([0-9a-f]{1,6}) ?/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16))).replace(/\\(.)/g, '$1')

/** Whatever stands in parentheses may be an alternative or a negation: it decides nothing here. */
function outside(selector: string): string {
  let depth = 0
  let kept = ''
  for (let at = 0; at < selector.length; at++) {
    const char = selector[at]!
    if (char === '\\') {
      if (depth === 0) kept += selector.slice(at, at + 2)
      at++
    } else if (char === '(') depth++
    else if (char === ')') depth--
    else if (depth === 0) kept += char
  }
  return kept
}

const needsOf = (selectors: string) =>
  outside(selectors)
    .split(/(?<!\\),/)
    .map((selector) => [...selector.matchAll(CLASS)].map((match) => plain(match[1]!)))

/** Where the block that opens at `open` ends; strings and escapes are passed over. */
function endOf(css: string, open: number): number {
  let depth = 0
  for (let at = open; at < css.length; at++) {
    const char = css[at]
    if (char === '\\') at++
    else if (char === '"' || char === "'") at = css.indexOf(char, at + 1)
    else if (char === '{') depth++
    else if (char === '}' && --depth === 0) return at
  }
  return css.length
}

function parse(css: string): Block[] {
  const blocks: Block[] = []
  for (let at = 0; at < css.length; ) {
    const open = css.indexOf('{', at)
    const statement = css.indexOf(';', at)
    if (statement !== -1 && (open === -1 || statement < open)) {
      blocks.push({ text: css.slice(at, statement + 1), body: '', inner: null, needs: [] })
      at = statement + 1
      continue
    }
    if (open === -1) break
    const end = endOf(css, open)
    const text = css.slice(at, open).trim()
    const body = css.slice(open + 1, end)
    const inner = GROUPS.test(text) ? parse(body) : null
    blocks.push({ text, body, inner, needs: text.startsWith('@') ? [] : needsOf(text) })
    at = end + 1
  }
  return blocks
}

function write(blocks: Block[], has: (name: string) => boolean): string {
  let css = ''
  for (const { text, body, inner, needs } of blocks) {
    if (inner) {
      const kept = write(inner, has)
      // An empty layer still says where it stands among the others.
      if (kept || text.startsWith('@layer')) css += `${text}{${kept}}`
    } else if (text.endsWith(';')) css += text
    else if (needs.length === 0 || needs.some((names) => names.every(has))) css += `${text}{${body}}`
  }
  return css
}

/** Reads a style sheet once; the answer gives the part of it that a page's own elements use. */
export function usedStyles(css: string): (html: string) => string {
  const blocks = parse(css.replace(/\/\*[\s\S]*?\*\//g, ''))
  return function stylesOf(html) {
    const names = new Set<string>()
    for (const [, list] of html.matchAll(/ class="([^"]*)"/g))
      for (const name of list!
        .replaceAll('&gt;', '>')
        .replaceAll('&lt;', '<')
        .replaceAll('&#x27;', "'")
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&')
        .split(/\s+/))
        names.add(name)
    return write(blocks, (name) => names.has(name))
  }
}
