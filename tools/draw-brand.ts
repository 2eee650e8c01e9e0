// Draws the product's own seal and the guilloché band into public/. Run again only when the rosette or the name changes.
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rosetteSvg } from '../credentials/rosette.ts'

const folder = join(import.meta.dirname, '..', 'public')
const hash = createHash('sha256').update('Sealwright').digest('hex')
const vermilion = '#c8381f'

writeFileSync(join(folder, 'seal.svg'), rosetteSvg(hash, { detail: 'fine', color: '#000' }))
writeFileSync(join(folder, 'seal-small.svg'), rosetteSvg(hash, { detail: 'small', color: '#000' }))
writeFileSync(join(folder, 'favicon.svg'), rosetteSvg(hash, { detail: 'small', color: vermilion }))

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
