import { presentIncident, recentIncidents } from '#core/portal/incidents/incident.ts'
import type { App, AppDeps } from '../../app-deps.ts'

const SHOWN_DAYS = 90
const escapeXml = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

/** Incidents and maintenance windows of the last 90 days for programs: JSON, and an RSS feed with one item an update. */
export function mountStatusFeeds(app: App, deps: AppDeps): void {
  const { services } = deps
  const open = { 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=60' }
  const read = async () => {
    const now = Date.now()
    return (await recentIncidents(services.connection.db, SHOWN_DAYS, now)).map((row) => presentIncident(row, now))
  }

  app.get('/api/status/incidents', async (c) => {
    const url = (id: string) => `${services.config.publicUrl}/api-status#${id}`
    return c.json({ data: (await read()).map((incident) => ({ ...incident, url: url(incident.id) })) }, 200, open)
  })

  app.get('/api/status/feed.xml', async (c) => {
    const { publicUrl } = services.config
    const items = (await read())
      .flatMap((incident) => incident.updates.map((update) => ({ incident, update })))
      .sort((a, b) => (a.update.at < b.update.at ? 1 : -1))
      .map(
        ({ incident, update }) => `    <item>
      <title>${escapeXml(`${incident.title}: ${update.status.replace('_', ' ')}`)}</title>
      <link>${publicUrl}/api-status#${incident.id}</link>
      <guid isPermaLink="false">${incident.id}-${Date.parse(update.at)}</guid>
      <pubDate>${new Date(update.at).toUTCString()}</pubDate>
${incident.services.map((service) => `      <category>${escapeXml(service)}</category>`).join('\n')}
      <description>${escapeXml(update.text)}</description>
    </item>`,
      )
    const feed = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
  <channel>
    <title>Sealwright status</title>
    <link>${publicUrl}/api-status</link>
    <description>Incidents and maintenance windows of the Sealwright API.</description>
    <language>en</language>
    <atom:link href="${publicUrl}/api/status/feed.xml" rel="self" type="application/rss+xml"/>
${items.join('\n')}
  </channel>
</rss>
`
    return c.body(feed, 200, { ...open, 'content-type': 'application/rss+xml; charset=utf-8' })
  })
}
