/** The version of this package, as package.json says it. */
export const VERSION = '0.2.0'
