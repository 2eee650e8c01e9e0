// Draws the product's own seal, its icons and the guilloché band into public/. Run again only when the rosette or the name changes.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { rosetteSvg } from '../credentials/rosette.ts'

const folder = join(import.meta.dirname, '..', 'public')
const hash = createHash('sha256').update('Sealwright').digest('hex')
const vermilion = '#c8381f'

writeFileSync(join(folder, 'seal.svg'), rosetteSvg(hash, { detail: 'fine', color: '#000' }))
writeFileSync(join(folder, 'seal-small.svg'), rosetteSvg(hash, { detail: 'small', color: '#000' }))
const icon = rosetteSvg(hash, { detail: 'small', color: vermilion })
writeFileSync(join(folder, 'favicon.svg'), icon)

await initWasm(readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')))
const png = (svg: string, width: number) => Buffer.from(new Resvg(svg, { fitTo: { mode: 'width', value: width } }).render().asPng())

/** An ICO file whose pictures are PNGs: a directory of 16 bytes for each, then the pictures. */
function ico(sizes: number[]): Buffer {
  const pictures = sizes.map((size) => png(icon, size))
  const head = Buffer.alloc(6 + 16 * sizes.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(sizes.length, 4)
  let offset = head.length
  for (const [index, picture] of pictures.entries()) {
    const at = 6 + 16 * index
    head.writeUInt8(sizes[index]!, at)
    head.writeUInt8(sizes[index]!, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(picture.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += picture.length
  }
  return Buffer.concat([head, ...pictures])
}
writeFileSync(join(folder, 'favicon.ico'), ico([16, 32, 48]))

// A telephone's home screen shows no transparency and rounds the corners itself: the seal stands on paper with a margin.
const lines = icon.replace(/^<svg[^>]*>|<\/svg>$/g, '')
const onPaper = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1400 1400"><rect width="1400" height="1400" fill="#fbf9f3"/><g transform="translate(200 200)">${lines}</g></svg>`
writeFileSync(join(folder, 'apple-touch-icon.png'), png(onPaper, 180))

/** One period of a woven band: sine lines shifted against each other, the way bank-note borders are engraved. */
function band(width: number, height: number, lines: number) {
  const paths: string[] = []
  const middle = height / 2
  for (let line = 0; line < lines; line++) {
    const shift = (line / lines) * Math.PI * 2
    for (const sign of [1, -1]) {
      let d = ''
      for (let step = 0; step <= 48; step++) {
        const x = (step / 48) * width
        const turn = (x / width) * Math.PI * 2
        const envelope = (middle - 1) * (0.62 + 0.38 * Math.cos(turn * 2))
        const y = middle + sign * envelope * Math.sin(turn + shift)
        d += `${step === 0 ? 'M' : 'L'}${Number(x.toFixed(1))} ${Number(y.toFixed(1))}`
      }
      paths.push(`<path d="${d}"/>`)
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" fill="none" stroke="#000" stroke-width=".7">${paths.join('')}</svg>`
}
writeFileSync(join(folder, 'guilloche-band.svg'), band(88, 22, 6))
