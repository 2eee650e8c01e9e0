import type { Series } from './chart.tsx'

const TONES = ['seal', 'verdigris', 'ochre', 'ink'] as const
export const colourOf = (series: Series, index: number) => `var(--${series.tone ?? TONES[index % TONES.length]})`

/** Full, hatched, dotted: what a series is must not hang on its colour alone. */
export function Pattern({ id, index, colour }: { id: string; index: number; colour: string }) {
  return (
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse">
      <rect width="6" height="6" fill={colour} fillOpacity={index % 3 === 0 ? 1 : 0.16} />
      {index % 3 === 1 ? <path d="M-1 1 1 -1M0 6 6 0M5 7 7 5" stroke={colour} strokeWidth="1.6" /> : null}
      {index % 3 === 2 ? <path d="M0 0 6 6M0 6 6 0" stroke={colour} strokeWidth="1.6" /> : null}
    </pattern>
  )
}
