/**
 * The one table of restriction codes: ERC-1404's byte, as the API, the shipped token contract and the pages give it. Append-only.
 * `contract` is what `messageForTransferRestriction` says; null where no contract can know it. `tools/restriction-codes.ts` writes
 * the constants of the contracts from here.
 */
export interface RestrictionCode {
  readonly code: number
  /** The constant's name in Solidity. */
  readonly name: string
  /** In a table. */
  readonly meaning: string
  /** In an answer. */
  readonly sentence: string
  readonly contract: string | null
}

const row = (code: number, name: string, meaning: string, sentence: string, contract: string | null = null): RestrictionCode => ({
  code,
  name,
  meaning,
  sentence,
  contract,
})

export const RESTRICTION_CODES: readonly RestrictionCode[] = [
  row(0, 'OK', 'No restriction', 'No restriction.', 'ok'),
  row(
    1,
    'NO_TRANSFER',
    'Token deactivated or not linked, or no transfer at all',
    'Nothing can move: the token is deactivated or not linked, or the transfer names nobody or nothing.',
    'zero address',
  ),
  row(2, 'TOKEN_PAUSED', 'Token paused', 'The token is paused.', 'token paused'),
  row(3, 'SENDER_FROZEN', 'Sender frozen', 'The sender is frozen.', 'sender frozen'),
  row(4, 'RECIPIENT_FROZEN', 'Recipient frozen', 'The recipient is frozen.', 'recipient frozen'),
  row(5, 'SPENDER_FROZEN', 'Spender frozen', 'The spender is frozen.'),
  row(6, 'BALANCE', 'Unlocked balance too small', 'The unlocked balance is too low.', 'insufficient unlocked balance'),
  row(20, 'SENDER_UNVERIFIED', 'Sender not verified', 'The sender is not verified.', 'sender unverified'),
  row(21, 'RECIPIENT_UNVERIFIED', 'Recipient not verified', 'The recipient is not verified.', 'recipient unverified'),
  row(
    22,
    'CREDENTIAL_ENDED',
    'Credential expired, suspended or revoked',
    'The credential has expired, is suspended or was revoked.',
    'credential revoked',
  ),
  row(23, 'SANCTIONS', 'Sanctions', 'What the sanctions screening found stands in the way.'),
  row(24, 'JURISDICTION', 'Jurisdiction', 'A place stands in the way.'),
  row(25, 'NOT_ACCREDITED', 'Not accredited', 'The recipient is not accredited.'),
  row(26, 'LOCKED', 'Lock-up', 'The units are locked up.', 'lock-up'),
  row(27, 'HOLDER_LIMIT', 'Holder limit', 'The holder limit is reached.', 'holder limit'),
  row(28, 'CONCENTRATION', 'Concentration', 'The share of one holder would be too large.', 'concentration'),
  row(29, 'VOLUME_LIMIT', 'Volume limit', 'The volume limit is reached.'),
  row(30, 'TRAVEL_RULE_INCOMPLETE', 'Travel Rule data incomplete', 'Travel-rule data is incomplete.'),
  row(31, 'COUNTERPARTY_REJECTED', 'Counterparty rejected', 'The counterparty rejected the data.'),
  row(
    32,
    'NFT_BUYER',
    'Verification of buyer, seller and creator needed (NFT from $10,000)',
    'From $10,000 the buyer, the seller and the creator must be verified.',
  ),
  row(33, 'NFT_ENHANCED_AML', 'Enhanced AML needed (NFT from $100,000)', 'More anti-money-laundering checks are needed from $100,000.'),
  row(34, 'VENUE', 'Venue not approved', 'The venue is not approved.'),
  row(35, 'SELF_EXCLUDED', 'Self-exclusion', 'The person is self-excluded.'),
  row(36, 'AGE', 'Age', 'The age stands against it.'),
  row(37, 'COUNTERPARTY_UNKNOWN', 'Other provider not verified', 'The other provider is not verified, or does not answer.'),
  row(38, 'STABLECOIN_LAW', 'Law of stablecoins', 'The law of stablecoins stands against it.'),
  row(40, 'LISTS_STALE', 'Sanctions list stale', 'The sanctions lists are too old.'),
  row(41, 'SCREENING_DUE', 'Screening due again', 'A party has to be screened again.'),
  row(42, 'SENDER_LEVEL', 'Sender verified, but not to the level needed', 'The sender’s credential has not the level that this needs.'),
  row(
    43,
    'RECIPIENT_LEVEL',
    'Recipient verified, but not to the level needed',
    'The recipient’s credential has not the level that this needs.',
  ),
  row(44, 'WALLET_UNPROVEN', 'Control of a wallet not proven', 'Control of a wallet has to be proven.'),
  row(
    45,
    'INFORMATION_MISSING',
    'Something needed is missing or not known',
    'Something that is needed is missing or not known: the decision names it.',
  ),
  row(46, 'RATE_MISSING', 'No current exchange rate', 'There is no current exchange rate for the currency.'),
  row(47, 'RULE_STANDS_AGAINST', 'Another rule', 'A rule stands against it.'),
  row(250, 'UNDER_REVIEW', 'Under review', 'A person has to look at this.'),
]
