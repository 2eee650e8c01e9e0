import { expect, it } from 'vitest'
import { inked } from './ink.ts'
import { codeLanguages, codeOf } from './request-code.ts'

const request = { method: 'POST', origin: 'https://x.example', path: '/api/v1/things/{id}', body: '{"name":"<b> & co","size":3,"on":true}' }

it('colouring adds marks and changes no character of the code', () => {
  for (const language of codeLanguages) {
    const code = codeOf(language, request)
    const html = inked(code, language)
    const back = html
      .replace(/<\/?(span|pre|code)[^>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
    expect(back).toBe(code)
    expect(html).toContain('<span class="s">')
    expect(html).toContain('<span class="k">')
  }
})

it('a text is one piece, whatever stands in it', () => {
  expect(inked('const a = "x // 12 const"', 'JavaScript')).toContain('<span class="s">"x // 12 const"</span>')
})
