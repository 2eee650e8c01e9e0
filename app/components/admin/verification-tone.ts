import type { Tone } from '../../ui/badge.tsx'

export const verificationTones: Record<string, Tone> = { verified: 'good', pending: 'waiting', rejected: 'bad', incomplete: 'neutral' }
