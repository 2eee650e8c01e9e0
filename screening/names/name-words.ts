import { NAME_WORDS_DATA } from './name-words.data.ts'

/** How names in other scripts are spelled in Latin letters, the likeliest first, by the name in its own small letters. */
export const NAME_WORDS: ReadonlyMap<string, readonly string[]> = read()

function read(): Map<string, readonly string[]> {
  const words = new Map<string, readonly string[]>()
  for (const row of Object.values(NAME_WORDS_DATA).flatMap((rows) => rows.split('|'))) {
    const [native, ...latin] = row.split(' ')
    words.set(native!, latin)
  }
  // Hamza and the dots of a last letter are as often left out; the name written in full says how it is spelled.
  for (const [native, latin] of [...words]) {
    const plain = native
      .replace(/[أإآٱ]/g, 'ا')
      .replace(/[یى]/g, 'ي')
      .replace(/ک/g, 'ك')
      .replace(/ة/g, 'ه')
    if (plain !== native && !words.has(plain)) words.set(plain, latin)
  }
  return words
}
