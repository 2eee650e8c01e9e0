/**
 * The seal of a credential: a guilloché rosette drawn from its hash, as security printers engrave them.
 *
 * Each band is one closed line r(θ) = M(θ) + H(θ)·cos(p/q·θ) that goes round q times and crosses itself into a weave;
 * M and H wave n-fold, so the weave's edges are scalloped. Same hash, same seal, everywhere: no clock, no randomness,
 * and its own sine, because engines may differ in the last bit of theirs. Runs in browsers; coordinates are whole
 * numbers in a box of 1000 × 1000.
 */

/** `fine` for 96 px and more; `small` for less, with few bold shapes that still differ at 32 px. */
export type RosetteDetail = 'fine' | 'small'

/** One path. Draw it with `currentColor`: filled (even-odd) when `fill`, else stroked with `width`, round joins, no fill. */
interface RosettePath {
  d: string
  fill: boolean
  /** Stroke width in box units; 0 when filled. */
  width: number
  opacity: number
}
export interface Rosette {
  viewBox: '0 0 1000 1000'
  paths: RosettePath[]
}

const TAU = 6.283185307179586

/** Sine by its series, the same in every engine; good to nine digits. */
function sin(x: number): number {
  let y = x - TAU * Math.round(x / TAU)
  if (y > TAU / 4) y = TAU / 2 - y
  else if (y < -TAU / 4) y = -TAU / 2 - y
  const z = y * y
  return y * (1 - (z / 6) * (1 - (z / 20) * (1 - (z / 42) * (1 - (z / 72) * (1 - (z / 110) * (1 - z / 156))))))
}
const cos = (x: number): number => sin(x + TAU / 4)

/** A stream of choices that every digit of the hash influences. */
function choices(hashHex: string): { pick: (from: number, to: number) => number; real: (from: number, to: number) => number } {
  const digits = hashHex.replace(/^(0x|sha256:)/, '').toLowerCase()
  if (!/^[0-9a-f]{16,}$/.test(digits)) throw new RangeError('a rosette is drawn from a hash of at least 16 hex digits')
  let state = 0x9e3779b9
  for (let i = 0; i < digits.length; i++) state = Math.imul(state ^ digits.charCodeAt(i), 0x01000193) ^ (state >>> 15)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return { pick: (from, to) => from + Math.floor(next() * (to - from + 1)), real: (from, to) => from + next() * (to - from) }
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b))
/** The first number from `n` up that shares no factor with `other`: only then does a line of n waves close after `other` turns. */
function coprime(n: number, other: number): number {
  let found = n
  while (gcd(found, other) !== 1) found++
  return found
}

interface Line {
  /** Waves in `turns` turns. */
  waves: number
  turns: number
  middle: number
  half: number
  /** n-fold scallop of the middle and of the half width, in box units. */
  fold: number
  scallop: number
  swell: number
  phase: number
  shift: number
}

/** The closed line as cubic Béziers through points whose tangents are known, so few points give a smooth curve. */
function trace(line: Line, perWave = 6): string {
  const steps = Math.max(line.waves * perWave, line.turns * line.fold * 6, 24 * line.turns)
  const full = TAU * line.turns
  const ratio = line.waves / line.turns
  const at = (i: number) => {
    const a = (full * i) / steps
    const wave = a * ratio + line.shift
    const fold = a * line.fold
    const m = line.middle + line.scallop * cos(fold)
    const dm = -line.scallop * line.fold * sin(fold)
    const h = line.half + line.swell * cos(fold)
    const dh = -line.swell * line.fold * sin(fold)
    const r = m + h * cos(wave)
    const dr = dm + dh * cos(wave) - h * ratio * sin(wave)
    const t = a + line.phase
    const [c, s] = [cos(t), sin(t)]
    return { x: 500 + r * c, y: 500 + r * s, dx: dr * c - r * s, dy: dr * s + r * c }
  }
  const third = full / steps / 3
  const round = Math.round
  let from = at(0)
  let px = round(from.x)
  let py = round(from.y)
  let d = `M${px} ${py}c`
  for (let i = 1; i <= steps; i++) {
    const to = at(i)
    const [x, y] = [round(to.x), round(to.y)]
    const numbers = [
      round(from.x + from.dx * third) - px,
      round(from.y + from.dy * third) - py,
      round(to.x - to.dx * third) - px,
      round(to.y - to.dy * third) - py,
      x - px,
      y - py,
    ]
    for (const [k, n] of numbers.entries()) d += n < 0 || (k === 0 && i === 1) ? n : ` ${n}`
    from = to
    px = x
    py = y
  }
  return `${d}z`
}

const ring = (radius: number): string =>
  `M${500 + radius} 500a${radius} ${radius} 0 1 0 ${-2 * radius} 0a${radius} ${radius} 0 1 0 ${2 * radius} 0z`
const stroke = (d: string, width: number, opacity = 1): RosettePath => ({ d, fill: false, width, opacity })
const fill = (d: string, opacity = 1): RosettePath => ({ d, fill: true, width: 0, opacity })

/**
 * The seal of a hash (hex, at least 16 digits, `0x` allowed).
 * The two details of one hash share folds, proportions and tone, so the small seal is recognisably the large one.
 * Throws RangeError when the text is not such a hash.
 */
export function rosette(hashHex: string, detail: RosetteDetail = 'fine'): Rosette {
  const { pick, real } = choices(hashHex)
  // What the eye tells apart first is drawn first: lobes and their depth, dark or light, the star within.
  const fold = pick(5, 13)
  const bite = [24, 42, 60][pick(0, 2)]!
  const tone = pick(0, 3)
  const starTurns = pick(2, 4)
  const star = coprime(pick(starTurns * 2 + 1, starTurns * 2 + 7), starTurns)
  const heart = [0.14, 0.24, 0.34, 0.44][pick(0, 3)]!
  const waist = real(0.4, 0.6) * 480
  const phase = -TAU / 4 + (pick(0, 1) * TAU) / (2 * fold)
  const starPhase = -TAU / 4 + (pick(0, 3) * TAU) / (4 * star)
  const shape = { fold, bite, tone, star, starTurns, heart, waist, phase, starPhase }
  return { viewBox: '0 0 1000 1000', paths: detail === 'small' ? small(shape) : fine(shape, pick, real) }
}

interface Shape {
  fold: number
  bite: number
  /** 0 light, 1 dark star, 2 dark rim, 3 dark field. */
  tone: number
  star: number
  starTurns: number
  heart: number
  waist: number
  phase: number
  starPhase: number
}

const edgeOf = (s: Shape, radius: number): Line => ({
  waves: 0,
  turns: 1,
  middle: radius,
  half: 0,
  fold: s.fold,
  scallop: s.bite,
  swell: 0,
  phase: s.phase,
  shift: 0,
})

function starOf(s: Shape, edge: number): Line {
  const hole = edge * s.heart
  return {
    waves: s.star,
    turns: s.starTurns,
    middle: (edge + hole) / 2,
    half: (edge - hole) / 2,
    fold: 0,
    scallop: 0,
    swell: 0,
    phase: s.starPhase,
    shift: 0,
  }
}

function fine(s: Shape, pick: (a: number, b: number) => number, real: (a: number, b: number) => number): RosettePath[] {
  const rim = 488 - s.bite
  const { waist } = s
  // Whole numbers of waves a lobe keep every lobe alike; the turns must then share no factor with them.
  const waves = s.fold * Math.round(pick(54, 70) / s.fold)
  const turns = coprime(pick(6, 9), waves)
  const scallop = s.bite * real(0.35, 0.65)
  const weave: Line = {
    waves,
    turns,
    middle: (rim - 10 + waist) / 2,
    half: (rim - 10 - waist) / 2,
    fold: s.fold,
    scallop,
    swell: s.bite - scallop,
    phase: s.phase,
    shift: 0,
  }
  const wide = s.fold * Math.round(pick(20, 28) / s.fold)
  const under: Line = {
    ...weave,
    waves: wide,
    turns: coprime(pick(5, 7), wide),
    half: weave.half * 0.66,
    middle: weave.middle + weave.half * 0.2,
    swell: weave.swell * 0.66,
  }
  const fold = { fold: 0, scallop: 0, swell: 0, shift: 0 }
  const collarTurns = pick(7, 11)
  const field = waist * 0.62
  const collar: Line = {
    ...fold,
    waves: coprime(pick(36, 50), collarTurns),
    turns: collarTurns,
    middle: (waist + field) / 2,
    half: (waist - field) / 2 - 7,
    phase: s.starPhase,
  }
  const star = starOf(s, field - 12)
  const hole = s.heart * (field - 12)
  const paths = [
    stroke(trace(edgeOf(s, rim)), 5),
    stroke(trace(weave, 4), 2.6, 0.9),
    stroke(trace(under, 4), 2.2, 0.7),
    stroke(ring(Math.round(waist)), s.tone === 2 ? 11 : 5),
    stroke(trace(collar, 4), 2.4, 0.9),
    stroke(ring(Math.round(field)), 4),
  ]
  if (s.tone === 3) paths.push(fill(`${ring(Math.round(field))}${trace(star, 6)}`))
  if (s.tone === 1) paths.push(fill(trace(star, 6)))
  if (s.tone === 0 || s.tone === 2) {
    for (const reach of [1, 0.82, 0.66, 0.52])
      paths.push(stroke(trace({ ...star, half: star.half * reach }, 6), reach === 1 ? 4 : 2.4, reach === 1 ? 1 : 0.85))
    paths.push(fill(ring(Math.round(hole * 0.5))))
  }
  return paths
}

function small(s: Shape): RosettePath[] {
  const edge = trace(edgeOf(s, 482 - s.bite))
  const star = trace(starOf(s, s.waist - 20), 6)
  const gap = Math.round(s.waist + 46)
  switch (s.tone) {
    case 1: // thin rim, dark star
      return [stroke(trace(edgeOf(s, 466 - s.bite)), 36), fill(trace(starOf(s, s.waist + 60), 6))]
    case 2: // dark rim, dark star
      return [fill(`${edge}${ring(gap)}`), fill(star)]
    case 3: // the star cut out of a dark field
      return [fill(`${edge}${trace(starOf(s, s.waist + 40), 6)}`)]
    default: // two thin rims, small star
      return [stroke(trace(edgeOf(s, 466 - s.bite)), 32), stroke(ring(gap), 30), fill(trace(starOf(s, s.waist - 30), 6))]
  }
}

/** The seal as one SVG element in text, for mails, favicons and files. `color` defaults to `currentColor`. */
export function rosetteSvg(
  hashHex: string,
  options: { detail?: RosetteDetail; size?: number; color?: string; title?: string } = {},
): string {
  const { viewBox, paths } = rosette(hashHex, options.detail)
  const color = escapeMarkup(options.color ?? 'currentColor')
  const size = options.size === undefined ? '' : ` width="${options.size}" height="${options.size}"`
  const name = options.title === undefined ? ' aria-hidden="true"' : ` role="img" aria-label="${escapeMarkup(options.title)}"`
  const body = paths.map((p) => {
    const opacity = p.opacity === 1 ? '' : ` opacity="${Math.round(p.opacity * 100) / 100}"`
    return p.fill
      ? `<path d="${p.d}" fill="${color}" fill-rule="evenodd"${opacity}/>`
      : `<path d="${p.d}" fill="none" stroke="${color}" stroke-width="${p.width}" stroke-linejoin="round"${opacity}/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}"${size}${name}>${body.join('')}</svg>`
}

const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!)
