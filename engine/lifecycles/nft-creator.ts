import { machine } from './machine.ts'

/** Verification of an NFT creator; the tier and the score belong to the verified state. */
export const NFT_CREATOR = machine(
  'nft_creator',
  ['unverified', 'in_review', 'verified', 'rejected', 'suspended'],
  [],
  `
unverified, rejected, suspended | evaluate | verified, in_review, rejected | K, I, SYS | score below 50 and no hold; 50 to 74 or a hold; 75 and above
in_review | release | verified | A2 | never with a sanctions hit
in_review | refuse | rejected | A, A2
verified | rescore | verified, in_review, suspended | SYS | after each sale of 10,000 dollars and each takedown
verified | list_hit | suspended | SYS
verified | third_takedown | suspended | SYS
verified | expire | unverified | SYS | 180 days
`,
)
