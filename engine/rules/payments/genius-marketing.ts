import { parseDay } from '../../dates.ts'
import { publication } from '../../facts/groups/publication.ts'
import { broken, defineRule, info, pass, review } from '../../rule.ts'

/** Who would stand behind the coin, and the words that say that it does. */
const INSURER = /\b(?:fdic|ncua|sipc|federal deposit insurance|deposit insur(?:ed|ance))\b/
const BACKER =
  /\b(?:fdic|ncua|sipc|federal deposit insurance|deposit insur(?:ed|ance)|federal(?:ly)?|government|united states|uncle sam|treasury|full faith and credit)\b/
const PROMISE =
  /\b(?:insur(?:ed|ance|es)|guarant(?:eed|ees?|y)|backed|backs|back(?:s|ed)? up|stands? behind|protect(?:ed|ion|s)|cover(?:ed|age|s)|secured|full faith and credit)\b/
/** Of these the law names the United States alone (sec. 4(a)(9)). */
const SEAL =
  /\b(?:issued|approved|endorsed) by (?:the )?(?:federal government|government|united states)\b|\b(?:government|united states) (?:issued|approved|endorsed)\b/
const ALONE = /\blegal tender\b/
const CLAIM = new RegExp(`${BACKER.source}|${PROMISE.source}|${SEAL.source}|${ALONE.source}`, 'g')
const NOT = /\b(?:no|not|never|neither|nor|without|isn't|aren't|isnt|arent|cannot|nothing|nobody|none)\b/
const NOT_ONLY = /\bnot (?:only|just|merely|simply)\b/
const DOUBT = /\b(?:false|untrue|wrong|myth|lie)\b/
/** Words that may stand between a denial and what it denies without taking its force. */
const BETWEEN = new Set(
  'a an the any by of or nor its it is are be been being as in way such this that these coin coins stablecoin token tokens payment agency department corporation credit united states'.split(
    ' ',
  ),
)
/** What the law wants reserves to be (sec. 4(a)(1)(A)): said of them, the United States is only who owes them. */
const ASSETS =
  /\b(?:united states |government )*(?:treasuries|treasury (?:bills?|bonds?|notes?|securities|money)|t bills?|dollars?|government (?:securities|bonds|money))\b/g
/** Letters of other scripts that look like Latin ones. */
const ALIKE: Readonly<Record<string, string>> = { а: 'a', с: 'c', ԁ: 'd', е: 'e', і: 'i', ӏ: 'l', о: 'o', р: 'p', ѕ: 's', у: 'y', х: 'x', г: 'r', ι: 'i', ο: 'o', ρ: 'p', α: 'a', ε: 'e', ν: 'v' } // biome-ignore format: a table
type Claim = { readonly text: string; readonly denied: 'no' | 'plainly' | 'perhaps' }

/** One spelling: no invisible or look-alike letters, acronyms without dots, the United States by one name, dashes as spaces. */
function spelt(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Mn}]/gu, '')
    .replace(/\bU\. ?S\.(?: ?A\.)?|\bUSA?\b/g, ' united states ')
    .replace(/\b([A-Za-z])[. ]{1,2}(?=[A-Za-z][. ]{1,2}[A-Za-z]\b|[A-Za-z]\b(?![a-z]))/g, '$1')
    .toLowerCase()
    .replace(/\bthe us\b|\bus (?=government|treasury|federal)/g, ' united states ')
    .replace(/[\u0370-\u04ff\u0500-\u052f]/gu, (letter) => ALIKE[letter] ?? letter)
    .replace(/[‘’]/g, "'")
    .replace(/[‐‑‒-]/g, ' ')
    .replace(/\bf\.?d\.?i\.?c\.?\b/g, 'fdic')
    .replace(/\s+/g, ' ')
    .replace(ASSETS, 'reserves')
}

/** Claims of a text, clause by clause: a claim that is denied is what the law wants said. */
function claims(text: string): Claim[] {
  const found: Claim[] = []
  for (const clause of spelt(text).split(/[.!?;:\n。！？；：।؟…¡¿]|,? but |, and /)) {
    const words = clause.trim().replace(/\s+/g, ' ')
    const claimed = ALONE.test(words) || SEAL.test(words) || /\bsipc\b/.test(words) || (BACKER.test(words) && PROMISE.test(words))
    // An insurer named in words that are not known here may be claimed in them: a reader sees.
    if (!claimed && !INSURER.test(words)) continue
    if (claimed && (!NOT.test(words) || NOT_ONLY.test(words))) found.push({ text: words, denied: 'no' })
    else found.push({ text: words, denied: denies(words) ? 'plainly' : 'perhaps' })
  }
  return found
}

/** Whether from a denial to the last word of the claim nothing stands but the claim: "no fees, insured" denies the fees. */
function denies(words: string): boolean {
  const at = words.search(NOT)
  const told = [...words.matchAll(CLAIM)]
  const last = told.at(-1)
  if (at < 0 || !last || DOUBT.test(words) || told.some((one) => one.index < at)) return false
  const bound = words.slice(at, last.index + last[0].length).replace(CLAIM, 'it')
  return bound.split(' ').every((word, i) => (i === 0 ? true : word === 'nor' || BETWEEN.has(word)))
}

export default defineRule({
  code: 'GENIUS_MARKETING',
  version: 1,
  market: 'payments',
  checks: ['monitoring'],
  order: 1218,
  sentence: 'No text claims that a stablecoin is backed, insured or guaranteed by the United States.',
  message: {
    fail: 'The text claims what the law forbids: {claim}.',
    review: 'Whether the text denies or claims the backing of the United States needs a reader: {claim}.',
    info: 'From {in_force_from} the text claims what the law forbids: {claim}.',
  },
  citation: { label: 'Pub. L. 119-27 sec. 4(a)(9), 4(e)', url: 'https://www.congress.gov/119/plaws/publ27/PLAW-119publ27.pdf' },
  certainty: 'K',
  in_force_from: '2025-07-18',
  severity: 'block',
  params: { in_force: '2027-01-18' },
  needs: publication,
  holds: (f, p, now) => {
    if (f.publication === null || f.publication.kind !== 'stablecoin') return pass
    const made = claims(f.publication.text)
    const worst = made.find((c) => c.denied === 'no') ?? made.find((c) => c.denied === 'perhaps')
    if (!worst) return pass
    const claim = worst.text.slice(0, 200)
    if (now.day < parseDay(p.in_force)!) return info({ claim, in_force_from: p.in_force })
    return worst.denied === 'no' ? broken({ claim }) : review({ claim })
  },
  given: {
    as_of: '2027-02-01T17:00:00Z',
    'case.publication': { kind: 'stablecoin', text: 'USD-backed reserves', apy_at: 'none', source: 'none', rate: 'none' },
  },
  goldens: [
    { name: 'USD-backed reserves', facts: {}, expect: 'pass' },
    {
      name: 'FDIC insured',
      facts: { 'case.publication.text': 'Your coins are FDIC insured.' },
      expect: 'fail',
      details: { claim: 'your coins are fdic insured' },
    },
    { name: 'FDIC-insured', facts: { 'case.publication.text': 'FDIC-insured coins' }, expect: 'fail' },
    { name: 'insured by the FDIC', facts: { 'case.publication.text': 'Insured by the FDIC' }, expect: 'fail' },
    { name: 'not FDIC insured', facts: { 'case.publication.text': 'This coin is not FDIC insured.' }, expect: 'pass' },
    {
      name: 'not insured by the FDIC',
      facts: { 'case.publication.text': 'It is not insured by the FDIC or guaranteed by the U.S. government.' },
      expect: 'pass',
    },
    {
      name: 'neither backed nor guaranteed',
      facts: { 'case.publication.text': 'The coin is neither backed nor guaranteed by the United States.' },
      expect: 'pass',
    },
    { name: 'not only FDIC insured', facts: { 'case.publication.text': 'Not only FDIC insured, but fast' }, expect: 'fail' },
    { name: 'denied, then claimed', facts: { 'case.publication.text': 'It is not a bank. Your coins are FDIC insured.' }, expect: 'fail' },
    {
      name: 'a denial of something else',
      facts: { 'case.publication.text': 'There are no fees and you get deposits that stay FDIC insured' },
      expect: 'review',
    },
    { name: 'NCUA', facts: { 'case.publication.text': 'NCUA insured' }, expect: 'fail' },
    { name: 'government backed', facts: { 'case.publication.text': 'Government backed money' }, expect: 'fail' },
    { name: 'government-backed', facts: { 'case.publication.text': 'government-backed' }, expect: 'fail' },
    { name: 'guaranteed', facts: { 'case.publication.text': 'Guaranteed by the United States' }, expect: 'fail' },
    { name: 'full faith and credit', facts: { 'case.publication.text': 'With the full faith and credit of the U.S.' }, expect: 'fail' },
    { name: 'legal tender', facts: { 'case.publication.text': 'This is legal tender' }, expect: 'fail' },
    { name: 'no legal tender', facts: { 'case.publication.text': 'This is not legal tender' }, expect: 'pass' },
    { name: 'SIPC', facts: { 'case.publication.text': 'SIPC protection' }, expect: 'fail' },
    {
      name: 'the day before the act is in force',
      facts: { 'case.publication.text': 'FDIC insured', as_of: '2027-01-17T17:00:00Z' },
      expect: 'info',
      details: { in_force_from: '2027-01-18' },
    },
    {
      name: 'the first day in force',
      facts: { 'case.publication.text': 'FDIC insured', as_of: '2027-01-18T17:00:00Z' },
      expect: 'fail',
    },
    { name: 'a denial of fees', facts: { 'case.publication.text': 'No fees, FDIC insured' }, expect: 'review' },
    { name: 'a denial before a dash', facts: { 'case.publication.text': 'No worries — FDIC insured' }, expect: 'review' },
    {
      name: 'a full stop of another script',
      facts: { 'case.publication.text': 'This is not a bank。Your coins are FDIC insured' },
      expect: 'fail',
    },
    { name: 'letters that look like others', facts: { 'case.publication.text': 'FDIС insured' }, expect: 'fail' },
    { name: 'an invisible letter', facts: { 'case.publication.text': 'FD​IC insured' }, expect: 'fail' },
    { name: 'an acronym with dots', facts: { 'case.publication.text': 'Insured by the F.D.I.C.' }, expect: 'fail' },
    { name: 'an insurer in other words', facts: { 'case.publication.text': 'Asegurado por la FDIC' }, expect: 'review' },
    { name: 'approved by the government', facts: { 'case.publication.text': 'Approved by the U.S. Government' }, expect: 'fail' },
    { name: 'issued by the United States', facts: { 'case.publication.text': 'Issued by the United States' }, expect: 'fail' },
    {
      name: 'reserves of Treasury bills',
      facts: { 'case.publication.text': 'Backed by U.S. Treasury bills and US dollars' },
      expect: 'pass',
    },
    { name: 'one claim denied, another made', facts: { 'case.publication.text': 'Not legal tender, FDIC insured' }, expect: 'review' },
    { name: 'nothing published', facts: { 'case.publication': 'none' }, expect: 'pass' },
    { name: 'unknown', facts: { 'case.publication': null }, expect: 'needs_info' },
  ],
})
