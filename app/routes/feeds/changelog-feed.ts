import { changes } from '../../content/changes.server.ts'
import { originIn } from '../../lib/request-origin.ts'
import type { Route } from './+types/changelog-feed.ts'

const escapeXml = (text: string) =>
  text.replace(/[&<>"]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character]!)

/** The dated versions of the API as an Atom feed (RFC 4287), newest first, each with all that it changed. */
export function loader({ context }: Route.LoaderArgs) {
  const origin = originIn(context)
  const page = `${origin}/documentation/changelog`
  const versions = changes(origin)
  const entries = versions.map(
    ({ date, title, id, html }) => `  <entry>
    <title>${escapeXml(title)}</title>
    <id>${page}#${id}</id>
    <link href="${page}#${id}"/>
    <updated>${date}T00:00:00Z</updated>
    <content type="html">${escapeXml(html)}</content>
  </entry>`,
  )
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <title>Sealwright API changelog</title>
  <id>${page}</id>
  <link href="${page}"/>
  <link href="${origin}/documentation/changelog.xml" rel="self" type="application/atom+xml"/>
  <updated>${versions[0]!.date}T00:00:00Z</updated>
  <author><name>Sealwright</name></author>
${entries.join('\n')}
</feed>
`,
    { headers: { 'content-type': 'application/atom+xml; charset=utf-8' } },
  )
}
