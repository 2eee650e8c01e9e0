import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { rosetteSvg } from '../credentials/rosette.ts'

/** What a picture says: the page's title and its kind, with the seal of its address. */
export interface SocialPicture {
  name: string
  path: string
  kind: string
  title: string
}

const width = 1200
const height = 630
const inks = { paper: '#fbf9f3', ink: '#131b2c', soft: '#454d5e', seal: '#bf2f17', rule: '#8d8775' }
const escapeXml = (text: string) => text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!)
const inner = (svg: string) => svg.replace(/^<svg[^>]*>|<\/svg>$/g, '')
const sealOf = (text: string, detail: 'fine' | 'small') =>
  inner(rosetteSvg(createHash('sha256').update(text).digest('hex'), { detail, color: inks.seal }))

/** Breaks a title into lines of about the same length. */
function lines(title: string, limit: number): string[] {
  const words = title.split(' ')
  const result: string[] = ['']
  for (const word of words) {
    const last = result.length - 1
    if (result[last] && `${result[last]} ${word}`.length > limit) result.push(word)
    else result[last] = `${result[last]} ${word}`.trim()
  }
  return result
}

function draw({ path, kind, title }: SocialPicture): string {
  const size = title.length > 62 ? 58 : title.length > 38 ? 66 : 78
  const set = lines(title, Math.round(1450 / size)).slice(0, 5)
  const top = 300 - ((set.length - 1) * size * 1.12) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">
<rect width="${width}" height="${height}" fill="${inks.paper}"/>
<g transform="translate(720 -70) scale(.76)" opacity=".42">${sealOf(path, 'fine')}</g>
<rect x="24" y="24" width="1152" height="582" fill="none" stroke="${inks.rule}" stroke-width="2"/>
<rect x="32" y="32" width="1136" height="566" fill="none" stroke="${inks.rule}" stroke-width="1"/>
<text x="80" y="118" font-family="Playfair" font-size="30" fill="${inks.seal}">${escapeXml(kind)}</text>
${set.map((line, index) => `<text x="78" y="${(top + index * size * 1.12).toFixed(0)}" font-family="Playfair" font-size="${size}" fill="${inks.ink}" letter-spacing="-.8">${escapeXml(line)}</text>`).join('\n')}
<g transform="translate(76 502) scale(.056)">${sealOf('Sealwright', 'small')}</g>
<text x="146" y="543" font-family="Playfair" font-size="38" fill="${inks.ink}">Sealwright</text>
</svg>`
}

let ready: Promise<Uint8Array[]> | undefined

/** A PNG of 1200 × 630. */
export async function renderPicture(picture: SocialPicture): Promise<Uint8Array> {
  ready ??= initWasm(readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm'))).then(() => [
    readFileSync(join(import.meta.dirname, 'fonts', 'playfair.ttf')),
  ])
  const fontBuffers = await ready
  const resvg = new Resvg(draw(picture), { fitTo: { mode: 'width', value: width }, font: { fontBuffers, defaultFontFamily: 'Playfair' } })
  return resvg.render().asPng()
}
