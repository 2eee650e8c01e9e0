import type { RuleShown } from '#core/portal/decisions/view.ts'
import type { Tone } from '../../ui/badge.tsx'

/** What was decided, by the engine's name of the check. */
const CHECKS: Readonly<Record<string, string>> = {
  'offering.create': 'an offering',
  'offering.open': 'the opening of an offering',
  'offering.change': 'a change of an offering',
  'investment.accept': 'an investment',
  transfer: 'a transfer of units',
  'token.issue': 'the issue of tokens',
  'wallet.verify': 'the verification of a wallet',
  'sanctions.check': 'a sanctions check',
  'nft.creator': 'the verification of a creator',
  'nft.sale': 'the sale of an NFT',
  'defi.access': 'access to a protocol',
  'gaming.age': 'an age check',
  payment: 'a payment',
  'credential.use': 'the use of a credential',
  'investor.verify': 'the verification of an investor',
  monitoring: 'a look of monitoring',
  'reserve.statement': 'a reserve statement',
}
export const checkWords = (check: string): string => CHECKS[check] ?? check.replaceAll('.', ' ')

/** How the rules came out, the weightiest first. */
export const BRANCHES: readonly { title: string; tone: Tone; results: readonly RuleShown['result'][]; open: boolean }[] = [
  { title: 'did not hold', tone: 'bad', results: ['fail'], open: true },
  { title: 'ask for more or for a look', tone: 'waiting', results: ['needs_info', 'review'], open: true },
  { title: 'noted something', tone: 'neutral', results: ['warn', 'info'], open: false },
  { title: 'held', tone: 'good', results: ['pass'], open: false },
  { title: 'did not apply', tone: 'neutral', results: ['not_applicable'], open: false },
]

export const SOURCES: Readonly<Record<string, string>> = {
  established: 'established by evidence',
  measured: 'from records or a chain',
  listed: 'from published lists',
  stated: 'stated',
  configured: 'set by the organisation',
  simulated: 'played by the sandbox',
  assumed: 'assumed: nobody found out',
}

export const READER_WORDS = { holder: 'the person', issuer: 'the issuer', reviewer: 'the reviewer', developer: 'the developer' } as const
