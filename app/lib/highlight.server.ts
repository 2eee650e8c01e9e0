import { createHighlighter, type Highlighter } from 'shiki'
import type { CodeSample } from '../ui/code-block.tsx'
import { codeTheme } from './code-theme.ts'

let ready: Promise<Highlighter> | undefined

/** Highlights our own code samples. Runs in loaders, so at build time for every prerendered page. */
export async function highlight(code: string, lang: string, label?: string): Promise<CodeSample> {
  ready ??= createHighlighter({ themes: Object.values(codeTheme.themes), langs: codeTheme.langs })
  const shiki = await ready
  const html = shiki.codeToHtml(code, {
    lang,
    themes: codeTheme.themes,
    defaultColor: false,
    transformers: codeTheme.transformers,
  })
  return { label, code, html }
}
