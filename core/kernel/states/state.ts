/** How a state stands: `good` counts, `waiting` is somebody's turn, `bad` stands in the way, `neutral` is over or has not begun. */
type Tone = 'good' | 'waiting' | 'bad' | 'neutral' | 'seal'

export interface State {
  readonly word: string
  readonly tone: Tone
  /** What follows from it, for whoever reads it; null where nothing does. */
  readonly next: string | null
}

export const state = (tone: Tone, word: string, next: string | null = null): State => ({ word, tone, next })

export const OVER = 'Nothing follows from it any more.'
export const SECOND = 'Another person has to agree.'
