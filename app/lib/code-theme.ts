import type { ThemeRegistration } from 'shiki'

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

const light = theme('sealwright-light', 'light', {
  text: '#131b2c',
  comment: '#66665e',
  string: '#1a665e',
  number: '#7d5200',
  keyword: '#a8290f',
  name: '#26437f',
})
const dark = theme('sealwright-dark', 'dark', {
  text: '#f1ece1',
  comment: '#98a0b0',
  string: '#6bcbb8',
  number: '#e6b457',
  keyword: '#ff8e72',
  name: '#a6c3ff',
})

/** How every code sample of the site is coloured. The page's theme picks the side through CSS variables. */
export const codeTheme = {
  themes: { light, dark },
  defaultColor: false as const,
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
