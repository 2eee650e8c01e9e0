import type { SignedInContext } from '../lib/guard.ts'
import { landingOf } from './navigation.ts'

/** What the frame of signed-in pages is drawn from. */
export async function frameData({ session, worksAs, place, environment, verbs }: SignedInContext) {
  const own = await verbs.readPlace()
  return {
    user: session,
    worksAs,
    environment,
    landing: landingOf({ worksAs, place }),
    organisation: place && { name: place.name, role: place.role },
    ...own,
  }
}
export type FrameData = Awaited<ReturnType<typeof frameData>>
