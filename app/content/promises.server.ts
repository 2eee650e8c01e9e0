import source from '../../SECURITY.md?raw'

/** A promise of the product, and what shows that it is kept. */
export interface Promised {
  /** The words in bold by which it is found. */
  subject: string
  text: string
  shown: { file: string; test: string | null }[]
}

const FILE = /`((?:[\w.-]+\/)+[\w.-]+\.tsx?)`,?(?:\s+"([^"]+)")?/g

/** What SECURITY.md promises, one by one. It is the only place where a promise is written; a test looks for each file and each test it names. */
export function promises(): Promised[] {
  const [, section = ''] = source.match(/^## What the product promises\n([\s\S]*?)^## /m) ?? []
  return [...section.matchAll(/^- ([\s\S]*?)(?=^- |\n\n|$(?![\s\S]))/gm)].map(([, item = '']) => {
    const flat = item.replace(/\s+/g, ' ').trim()
    const shown = [...flat.matchAll(FILE)].map(([, file = '', test]) => ({ file, test: test ?? null }))
    const words = flat
      .slice(0, shown.length > 0 ? flat.search(FILE) : undefined)
      .replace(/[*`]/g, '')
      .replace(/[\s,]+$/, '')
    const bold = flat.match(/\*\*(.+?)\*\*/)?.[1] ?? ''
    return { subject: bold.replace(/\.$/, ''), text: words, shown }
  })
}
