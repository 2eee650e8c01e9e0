/** Whether a text is a Legal Entity Identifier: 18 characters and two check digits (ISO 17442, by ISO/IEC 7064 MOD 97-10). */
export const isLei = (text: string): boolean => /^[A-Z0-9]{18}\d{2}$/.test(text) && mod97(text) === 1

/** Letters count as two digits, A as 10 and Z as 35. */
function mod97(text: string): number {
  let rest = 0
  for (const character of text) for (const digit of String(Number.parseInt(character, 36))) rest = (rest * 10 + Number(digit)) % 97
  return rest
}
