/** Stands for the public address in pages written at build time; `tools/precompress.mjs` puts the real one in before serving. */
export const originToken = 'https://public-url.sealwright.invalid'
