import type { ShikiTransformer, ThemeRegistration } from 'shiki'

interface Inks {
  text: string
  comment: string
  string: string
  number: string
  keyword: string
  name: string
}

/** A theme in the house's inks; each reaches 4.5:1 on its paper. */
function theme(name: string, type: 'light' | 'dark', inks: Inks): ThemeRegistration {
  const rule = (scope: string[], foreground: string) => ({ scope, settings: { foreground } })
  return {
    name,
    type,
    fg: inks.text,
    bg: 'transparent',
    settings: [
      { settings: { foreground: inks.text } },
      rule(['comment', 'punctuation.definition.comment'], inks.comment),
      rule(['string', 'string.quoted', 'string.template', 'string.unquoted', 'markup.inline.raw'], inks.string),
      rule(['constant.numeric', 'constant.language', 'constant.character.escape', 'support.constant'], inks.number),
      rule(['keyword', 'storage', 'keyword.operator.new', 'keyword.control', 'constant.other.option', 'markup.deleted'], inks.keyword),
      rule(
        [
          'entity.name.function',
          'support.function',
          'entity.name.type',
          'entity.name.class',
          'support.class',
          'entity.name.tag',
          'markup.inserted',
        ],
        inks.name,
      ),
      rule(
        ['keyword.operator', 'punctuation', 'meta.brace', 'variable', 'support.type.property-name', 'meta.object-literal.key'],
        inks.text,
      ),
    ],
  }
}

const lightInks: Inks = {
  text: '#131b2c',
  comment: '#66665e',
  string: '#1a665e',
  number: '#7d5200',
  keyword: '#a8290f',
  name: '#26437f',
}
const light = theme('sealwright-light', 'light', lightInks)
const dark = theme('sealwright-dark', 'dark', {
  text: '#f1ece1',
  comment: '#98a0b0',
  string: '#6bcbb8',
  number: '#e6b457',
  keyword: '#ff8e72',
  name: '#a6c3ff',
})

/** The class of each ink; plain text needs none. Their colours stand in prose.css. */
const classes: Record<string, string> = {
  [lightInks.comment]: 'c',
  [lightInks.string]: 's',
  [lightInks.number]: 'n',
  [lightInks.keyword]: 'k',
  [lightInks.name]: 'f',
}

type Line = Parameters<NonNullable<ShikiTransformer['line']>>[0]

/**
 * Writes a short class for each colour, joins neighbours of one colour and leaves plain text bare: a page of code is then a few
 * times smaller than with two colours written out at every word.
 */
const shortClasses: ShikiTransformer = {
  pre(node) {
    node.properties.class = 'shiki'
    node.properties.style = undefined
  },
  line(line) {
    const joined: Line['children'] = []
    for (const span of line.children) {
      if (span.type !== 'element' || span.children[0]?.type !== 'text') continue
      const { value } = span.children[0]
      const style = String(span.properties.style ?? '')
      const found = classes[/--shiki-light:(#[0-9a-f]+)/i.exec(style)?.[1]?.toLowerCase() ?? '']
      const last = joined.at(-1)
      const lastClass = last?.type === 'element' ? last.properties.class : undefined
      const text = last?.type === 'element' ? last.children[0] : last
      if (last && text?.type === 'text' && (lastClass === found || value.trim() === '')) text.value += value
      else if (!found) joined.push({ type: 'text', value })
      else joined.push({ type: 'element', tagName: 'span', properties: { class: found }, children: [{ type: 'text', value }] })
    }
    line.children = joined
  },
  code(code) {
    code.children = code.children.flatMap((line) => (line.type === 'element' ? line.children : [line]))
  },
}

/** How every code sample of the site is coloured. The page's theme picks the side. */
export const codeTheme = {
  themes: { light, dark },
  defaultColor: false as const,
  transformers: [shortClasses],
  langs: [
    'bash',
    'css',
    'go',
    'html',
    'http',
    'javascript',
    'json',
    'jsonc',
    'python',
    'ruby',
    'solidity',
    'sql',
    'typescript',
    'yaml',
    'diff',
    'tsx',
  ],
  fallbackLanguage: 'text',
}
