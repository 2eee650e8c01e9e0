import type { FaqItem } from './types.ts'

/** The five questions of the pricing page. */
export const FAQ: readonly FaqItem[] = [
  {
    question: 'How much does it cost?',
    answer:
      'Securities: a flat 1% of the amount raised, capped at $1,000,000 per offering, with no setup or monthly fees. Offerings above $100 million need a contract: contact us. Stablecoins, NFTs, DeFi and gaming are priced by volume, from $0.01 per transaction at high volume.',
  },
  {
    question: 'Are there hidden fees?',
    answer:
      'No. We charge no setup fee, no monthly fee, no fee per check in a securities offering and none on secondary transfers. The API shows the fee of every investment, the total so far and what remains before the cap. Network fees for your own on-chain transactions and fees of your counsel, transfer agent or venue are not ours and not included.',
  },
  {
    question: 'Can I test before I pay?',
    answer:
      'Yes. The sandbox is free and needs no card. It runs the same engine as production on its own data, with test wallets for every outcome and a clock you can move. The playground works even without an account.',
  },
  {
    question: 'Which payment methods do you accept?',
    answer: 'Cards, ACH and wire. Selected crypto assets for enterprise contracts. Annual contracts can be invoiced.',
  },
  {
    question: 'Do you offer volume discounts?',
    answer:
      'In the four volume-based markets the price per transaction falls with volume, down to $0.01 at high volume. In securities the cap does the same work: above $100 million raised the fee no longer grows. Tell us your expected volume and we answer within 24 hours.',
  },
]
