import { codeLanguages, codeOf, highlightNames } from '../lib/request-code.ts'
import { QUICK_START_BODY } from './developer.ts'

/** The first call in five languages. The same code as the reference shows for it, which a test runs. */
export const quickStart = (origin: string): { label: string; lang: string; code: string }[] =>
  codeLanguages.map((label) => ({
    label,
    lang: highlightNames[label],
    code: codeOf(label, { method: 'POST', origin, path: '/api/v1/wallets/verify', body: JSON.stringify(QUICK_START_BODY) }),
  }))
