import type { CodeLanguage } from './request-code.ts'

const keywords: Record<CodeLanguage, string> = {
  curl: 'curl|export',
  JavaScript: 'const|await|new|async|function|return',
  Python: 'import|try|except|as|with|def|return|print',
  Go: 'package|import|func|if|panic|defer|return|nil|map|string|any|var',
  Ruby: 'require|puts|do|end|def|if',
}
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => escapes[sign]!)

/**
 * Colours the code that `codeOf` writes, with the classes of the site's other samples. It knows texts, numbers, words of the
 * language and the options of a command, which is all that this code has; so no highlighter has to be sent.
 */
export function inked(code: string, language: CodeLanguage): string {
  const text = language === 'JavaScript' || language === 'Go' ? '`[^`]*`|' : ''
  const parts = new RegExp(
    `(${text}"(?:\\\\.|[^"\\\\])*"|'(?:\\\\.|[^'\\\\])*')|((?<=^|\\s)(?:#|//)(?=\\s).*)|\\b(\\d+(?:\\.\\d+)?|true|false|null|True|False|None)\\b|((?<=\\s)-[a-zA-Z]+\\b|\\b(?:${keywords[language]})\\b)`,
    'gm',
  )
  let html = ''
  let at = 0
  for (const match of code.matchAll(parts)) {
    const kind = match[1] ? 's' : match[2] ? 'c' : match[3] ? 'n' : 'k'
    html += `${escaped(code.slice(at, match.index))}<span class="${kind}">${escaped(match[0])}</span>`
    at = match.index + match[0].length
  }
  return `<pre class="shiki" tabindex="0"><code>${html}${escaped(code.slice(at))}</code></pre>`
}
