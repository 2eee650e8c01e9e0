/** Stands for the public address in pages written at build time; `tools/precompress.mjs` puts the real one in before serving. */
export const originToken = 'https://public-url.sealwright.invalid'

/** Stands for the public address in the code of the texts, so that what a reader copies asks the server he reads it on. */
export const originMark = '{SEALWRIGHT_URL}'
export const atOrigin = (text: string, origin: string) => text.replaceAll(originMark, origin)
