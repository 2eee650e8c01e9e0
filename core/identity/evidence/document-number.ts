/** Capital letters of other scripts that are printed as the Latin ones are, and that a keyboard of that script types. */
const LOOKS_LIKE: Readonly<Record<string, string>> = Object.fromEntries(
  [
    // Cyrillic, as on papers of Ukraine and of the Soviet Union.
    ['\u0410\u0412\u0415\u0405\u0406\u0408\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425', 'ABESIJKMHOPCTYX'],
    // Greek, as on identity cards of before 2023.
    ['\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7', 'ABEZHIKMNOPTYX'],
  ].flatMap(([other, latin]) => [...other!].map((letter, i) => [letter, latin![i]!])),
)

/**
 * The number of a document as it is printed, one way for each: wide and small letters as plain capitals, those that only look Latin as Latin
 * ones, without what nobody sees. By another spelling one document would prove two people.
 */
export const printedNumber = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toUpperCase()
    .replaceAll(/[\u0391-\u042f]/gu, (letter) => LOOKS_LIKE[letter] ?? letter)
    .replaceAll(/\p{Dash_Punctuation}/gu, '-')
    .replaceAll(/\s+/gu, ' ')
    .trim()

/** The same without spaces and hyphens, which a machine-readable zone leaves out. */
export const bareNumber = (text: string): string => printedNumber(text).replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Whether a number, as `printedNumber` writes it, is of the letters and digits that documents are numbered with (ICAO 9303-3 sec. 4). */
export const isDocumentNumber = (printed: string): boolean => /^[A-Z0-9 ./<-]+$/.test(printed) && /[A-Z0-9]/.test(printed)
