const WORDS_PER_MINUTE = 220

/** The text under the front matter. */
function bodyOf(source: string): string {
  return source.replace(/^---\n[\s\S]*?\n---\n/, '')
}

/** Words a reader reads: headings, prose and tables, without fenced code, link targets and marks. */
export function countWords(source: string): number {
  const prose = bodyOf(source)
    .replace(/^(```|~~~)[\s\S]*?^\1\s*$/gm, ' ')
    .replace(/\]\([^)]*\)/g, ' ')
    .replace(/<[^>\n]+>/g, ' ')
    .replace(/[|#*_`>[\]]/g, ' ')
  return prose.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}

/** "7 min read", rounded up, never below one minute. */
export function readTime(source: string): string {
  return `${Math.max(1, Math.ceil(countWords(source) / WORDS_PER_MINUTE))} min read`
}
