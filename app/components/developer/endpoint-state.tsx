import { Status, type Tone } from '../../ui/badge.tsx'

const tones = { unverified: 'waiting', enabled: 'good', failing: 'bad', disabled: 'bad' } as const satisfies Record<string, Tone>

/** How a webhook endpoint takes what it is sent. */
export function EndpointState({ state }: { state: keyof typeof tones }) {
  return <Status tone={tones[state]}>{state}</Status>
}
