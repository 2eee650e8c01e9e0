import type { Tone } from '../ui/badge.tsx'

/** The colour of an HTTP status; it always stands beside the number. */
export const statusTone = (status: number): Tone => (status < 400 ? 'good' : status < 500 ? 'waiting' : 'bad')
