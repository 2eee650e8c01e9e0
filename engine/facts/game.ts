import { k } from '../facts.ts'
import { entry } from './entry.ts'
import { ACTIVITIES } from './words.ts'

export const GAME_VOCABULARY = {
  'game.activity': entry(k.oneOf(ACTIVITIES), 'what the player does', ['stated']),
  'game.birth_date_comparison': entry(
    k.oneOf(['equal', 'differs', 'one_source']),
    'whether the stated date of birth equals the proven one',
    ['measured'],
  ),
  'game.chance_element': entry(k.bool, 'whether chance decides', ['stated']),
  'game.earning_multiple': entry(k.orNone(k.int), 'how the player’s earnings compare with others’', ['stated']),
  'game.evidence': entry(k.oneOf(['self_declared', 'credential', 'document']), 'the evidence of the player’s age', ['measured']),
  'game.evidence_on': entry(k.pastDay, 'when the player’s age was proven', ['measured']),
  'game.ip_place': entry(k.orNone(k.text), 'the place of the player’s network address', ['stated']),
  'game.jurisdiction': entry(k.text, 'where the player is', ['stated']),
  'game.long_session_days': entry(k.orNone(k.int), 'how many days the player played long', ['stated']),
  'game.loot_boxes': entry(k.orNone(k.bool), 'whether the game has loot boxes', ['stated']),
  'game.odds_published_on': entry(k.orNone(k.pastDay), 'when the odds were published', ['stated']),
  'game.parent_consent': entry(k.orNone(k.record({ given_on: k.pastDay, verifiable: k.bool, third_party: k.bool })), 'a parent’s consent', [
    'stated',
  ]),
  'game.proven_tier': entry(k.oneOf(['none', '13+', '18+', '21+']), 'the player’s proven age tier', ['established', 'stated']),
  'game.reached_age': entry(k.optional(k.orNone(k.int)), 'the player’s age', ['established', 'stated']),
  'game.registers_readable': entry(k.bool, 'whether the registers of exclusions can be read', ['measured']),
  'game.required_tier': entry(k.oneOf(['none', '13+', '18+', '21+']), 'the age tier that the game asks for', ['stated']),
  'game.self_excluded_until': entry(k.orNone(k.day), 'whether the player is excluded from play', ['measured']),
  'game.today': entry(k.day, 'the day where the player is', ['measured']),
  'game.wallet_action': entry(k.bool, 'whether a wallet is used', ['measured']),
  'game.wallets_24h': entry(k.int, 'how many wallets the player used in a day', ['measured']),
} as const
