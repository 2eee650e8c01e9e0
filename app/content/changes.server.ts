import { docPage } from './docs.server.ts'

/** Each dated version of the API with what it changed, newest first, as the changelog has it. Throws when the page has none. */
export function changes(origin: string): { date: string; title: string; id: string; html: string }[] {
  const found = docPage('changelog', origin)
    .html.split(/(?=<h2 id=")/)
    .flatMap((part) => {
      const [heading, id, title] = /^<h2 id="([^"]+)">([\s\S]*?)<\/h2>/.exec(part) ?? []
      const words = title?.replace(/<[^>]+>/g, '').trim()
      const date = words?.match(/^\d{4}-\d{2}-\d{2}(?=: )/)?.[0]
      return date ? [{ date, title: words!, id: id!, html: part.slice(heading!.length) }] : []
    })
  if (found.length === 0) throw new Error('The changelog has no dated version.')
  return found
}
