/** Words that Go writes in a way of their own. */
const WORDS: Record<string, string> = Object.fromEntries(
  'ID URL URI API IP VC EAS JWT JWK DID LEI UK US EU IAL HTTP JSON CSV PDF KYC AML PEP VASP CASP NFTs DeFi SDN ERC EVM VAT DNS SSO SAML SCIM OIDC TTL'
    .split(' ')
    .map((word) => [word.toLowerCase(), word]),
)

/** `decision_id`, `game.ip_place` and `DefiAccess` as Go writes names: DecisionID, GameIPPlace, DeFiAccess. */
export function goName(text: string): string {
  const words = text.replaceAll('*', ' All').match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []
  const name = words.map((word) => WORDS[word.toLowerCase()] ?? word[0]!.toUpperCase() + word.slice(1)).join('')
  return /^\d/.test(name) ? `N${name}` : name
}

const LINE = 116

/** A comment before a declaration, in lines that break between words only. */
export function comment(text: string, pad = ''): string {
  const lines: string[] = []
  for (const word of text.trim().split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < LINE - pad.length) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.map((line) => `${pad}// ${line}\n`).join('')
}

/** A sentence: with a capital and a full stop. */
export const sentence = (text: string): string => {
  const plain = text.trim()
  return `${plain[0]!.toUpperCase()}${plain.slice(1)}${/[.!?]$/.test(plain) ? '' : '.'}`
}

/** What a field is where the document only names it. */
export function fieldWords(name: string, type: string): string {
  const plain = name.replace(/[._]/g, ' ')
  if (name === 'id') return 'names it in other calls.'
  if (name === 'object') return 'says what kind of object this is.'
  if (/_at$/.test(name)) return `is when it was ${plain.slice(0, -3)}.`
  if (/_id$/.test(name)) return `names the ${plain.slice(0, -3)}.`
  if (/_ids$/.test(name)) return `names the ${plain.slice(0, -4)}s.`
  if (/_seconds$/.test(name)) return `is the ${plain.slice(0, -8)} in seconds.`
  if (/_ms$/.test(name)) return `is the ${plain.slice(0, -3)} in milliseconds.`
  if (/_hash$/.test(name)) return `is the hash of the ${plain.slice(0, -5)}.`
  if (/^\*?bool$/.test(type)) return `says whether it is ${plain}.`
  if (/^\*?int64$/.test(type) && !/version|number|year|id$|status|chain/.test(name)) return `is the number for ${plain}.`
  return type.startsWith('[]') || type.startsWith('map') ? `lists the ${plain}.` : `is the ${plain}.`
}
