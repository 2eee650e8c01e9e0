import { createHash } from 'node:crypto'

/** What a person agrees to with their signature, paragraph by paragraph. A change of a word is a new version. */
export const VERIFICATION_TERMS = [
  'What I have stated is true and complete, and it is about me.',
  'Sealwright may check it against sanctions lists, keep it sealed under a key of my own, and keep the record of the check for as long as the law asks.',
  'Nothing about me goes to an organisation unless I admit it. I can withdraw that; decisions made before stay valid.',
  'Sealwright checks eligibility. It is not a broker-dealer or an alternative trading system, does not hold assets, and recommends no offering.',
] as const

/** The hash under which the accepted text is recorded. */
export const TERMS_SHA256 = createHash('sha256').update(VERIFICATION_TERMS.join('\n')).digest('hex')
