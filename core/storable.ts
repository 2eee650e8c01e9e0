/**
 * Text from outside as PostgreSQL keeps it, in text and in jsonb alike: U+0000 and halves of surrogate pairs, which it refuses,
 * become U+FFFD. For what we may not refuse because nobody waits for our answer; what somebody sends us is refused instead.
 */
export const storable = (text: string): string => (text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text).toWellFormed()
