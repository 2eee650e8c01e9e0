/** A grown player in the sandbox on whom the worked cases of the gaming rules are laid. */
import type { Json } from '../canonical.ts'

export const GAME_CASE: { readonly [path: string]: Json } = {
  'game.activity': 'general',
  'game.jurisdiction': 'US',
  'game.today': '2026-11-21',
  'game.required_tier': 'none',
  'game.proven_tier': 'none',
  'subject.date_of_birth': '2000-01-01',
  'game.parent_consent': 'none',
  'game.wallet_action': true,
  environment: 'sandbox',
}
