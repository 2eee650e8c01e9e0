import { type ClassValue, clsx } from 'clsx'

/** Joins class names. It does not merge conflicting utilities: primitives take variants, and `className` is for layout. */
export const cn = (...values: ClassValue[]) => clsx(values)
