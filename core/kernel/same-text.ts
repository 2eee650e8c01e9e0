import { hash, timingSafeEqual } from 'node:crypto'

/** Whether a text is the secret one, in a time that tells nothing of either, whatever is sent: lengths and alphabets may differ. */
export const isSameText = (given: string, secret: string): boolean =>
  timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', secret, 'buffer'))
