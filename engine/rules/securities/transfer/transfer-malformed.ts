import { sameCase } from '../../../calculations/parties.ts'
import { product } from '../../../citations.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { k } from '../../../facts.ts'
import { MICRO } from '../../../money.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'TRANSFER_MALFORMED',
  version: 1,
  market: 'securities',
  checks: ['transfer'],
  order: 30,
  byte: 1,
  sentence: 'Sender and recipient are two different wallets, neither is the zero address, and the quantity is a whole number above zero.',
  message: 'The transfer is malformed: {why}.',
  citation: product(),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: {
    from: fact('from.wallet'),
    to: fact('to.wallet'),
    quantity: fact('transfer.quantity', k.signedDecimal),
    divisible: fact('token.divisible'),
  },
  holds: (f) => {
    const zero = (wallet: string) =>
      wallet === '0x0000000000000000000000000000000000000000' || wallet === '11111111111111111111111111111111'
    const [from, to] = [sameCase(f.from), sameCase(f.to)]
    if (from === to) return broken({ why: 'sender and recipient are the same wallet' })
    if (zero(from) || zero(to)) return broken({ why: 'the zero address' })
    if (f.quantity <= 0n) return broken({ why: 'the quantity is not above zero' })
    return !f.divisible && f.quantity % MICRO !== 0n ? broken({ why: 'the quantity is not whole' }) : pass
  },
  given: {
    'from.wallet': '0x00000000000000000000000000000000000000a1',
    'to.wallet': '0x00000000000000000000000000000000000000b2',
    'transfer.quantity': '100',
    'token.divisible': false,
  },
  goldens: [
    { name: 'sound', facts: {}, expect: 'pass' },
    { name: 'same wallet in another case', facts: { 'to.wallet': '0x00000000000000000000000000000000000000A1' }, expect: 'fail' },
    { name: 'to the zero address', facts: { 'to.wallet': '0x0000000000000000000000000000000000000000' }, expect: 'fail' },
    { name: 'from the zero address', facts: { 'from.wallet': '0x0000000000000000000000000000000000000000' }, expect: 'fail' },
    { name: 'nothing', facts: { 'transfer.quantity': '0' }, expect: 'fail' },
    { name: 'half a unit', facts: { 'transfer.quantity': '0.5' }, expect: 'fail' },
    { name: 'half a unit of a divisible token', facts: { 'transfer.quantity': '0.5', 'token.divisible': true }, expect: 'pass' },
    {
      name: 'Solana wallets differ by case',
      facts: { 'from.wallet': 'AbcdefghijkLmnopqrstuvwxyzABCDEFGHJ', 'to.wallet': 'abcdefghijkLmnopqrstuvwxyzABCDEFGHJ' },
      expect: 'pass',
    },
    { name: 'Solana’s system address', facts: { 'to.wallet': '11111111111111111111111111111111' }, expect: 'fail' },
  ],
})
