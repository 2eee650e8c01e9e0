import { z } from 'zod'

// A query parameter is text. What stands for a number or for yes and no is read in one way only, so that an address means the
// same to everybody: no exponents, signs, other bases or spaces.

const asNumber = (value: unknown) => (typeof value === 'string' && /^(0|[1-9]\d{0,15})(\.\d{1,10})?$/.test(value) ? Number(value) : value)
const asWholeNumber = (value: unknown) => (typeof value === 'string' && /^(0|[1-9]\d{0,15})$/.test(value) ? Number(value) : value)
const asBoolean = (value: unknown) => (value === 'true' ? true : value === 'false' ? false : value)

/** A whole number of digits alone, between `least` and `most`. */
export const queryInteger = (least: number, most: number) =>
  z.preprocess(asWholeNumber, z.number('Use a whole number in digits, such as 20.').int().min(least).max(most))

/** A number in digits with at most one point, between `least` and `most`. */
export const queryNumber = (least: number, most: number) =>
  z.preprocess(asNumber, z.number('Use a number such as 0.85.').min(least).max(most))

/** `true` or `false`. */
export const queryBoolean = z.preprocess(asBoolean, z.boolean('Use true or false.'))
