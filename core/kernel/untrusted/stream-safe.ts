const MANY_MARKS = /\p{M}{31}/u

/**
 * Whether no letter of a text carries more than 30 combining marks (UAX #15, Stream-Safe Text Format): no language needs more,
 * and putting a longer run in order, which every normalisation does, costs the square of its length.
 */
export const isStreamSafe = (text: string): boolean => text.length <= 30 || !MANY_MARKS.test(text)
