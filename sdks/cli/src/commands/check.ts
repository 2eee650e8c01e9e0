import { type Command, EXIT, type Exit, only, UsageError } from '../command.ts'
import { age, facts, table } from '../output.ts'
import { addressOf } from '../settings.ts'

const BY_STATUS: Record<string, Exit> = { clear: EXIT.done, hit: EXIT.no }
const BY_OUTCOME: Record<string, Exit> = { allow: EXIT.done, deny: EXIT.no }
/** Addresses have no spaces and are long; names are people's. */
const isAddress = (text: string) => /^(0x[0-9a-fA-F]{40}|[A-Za-z0-9]{25,64}|(bc1|tb1|ltc1)[a-z0-9]{20,80})$/.test(text)

export const check: Command = {
  name: 'check',
  summary: 'screen a wallet or a name against the sanctions lists',
  args: '<wallet or name>',
  options: {
    born: { type: 'string', value: 'YYYY-MM-DD', help: 'when the person was born' },
    country: { type: 'string', value: 'XX', help: 'where they live' },
    'as-of': { type: 'string', value: 'TIME', help: 'by the lists of then' },
    scenario: { type: 'string', value: 'NAME', help: 'a scenario of the sandbox' },
  },
  details: 'Ends with 0 when clear, 3 on a hit, 4 on a possible match.',
  examples: ['sealwright check 0x5ea15ea15ea15ea15ea15ea15ea15ea100002001', 'sealwright check "Ada Example" --born 1990-05-17'],
  run: async (context, given) => {
    const subject = only(given, 'a wallet or a name')
    const [born, country, asOf] = ['born', 'country', 'as-of'].map((name) => given.text(name))
    const body = {
      ...(isAddress(subject) ? { wallet_address: subject } : { full_name: subject }),
      ...{ ...(born && { date_of_birth: born }), ...(country && { country }), ...(asOf && { as_of: asOf }) },
    }
    const answer = await context.client().sanctions.check(body, options(context.signal, given.text('scenario')))
    if (!('status' in answer)) throw new Error('The service answered a check of one subject with a batch.')
    context.answer(answer, () => [
      ...facts({
        status: answer.status,
        risk: answer.risk_level,
        check: answer.id,
        lists: answer.lists.map((one) => `${one.source}@${one.version}`),
      }),
      ...(answer.matches.length > 0
        ? [
            '',
            ...table(
              ['name', 'list', 'entry', 'score'],
              answer.matches.map((one) => [one.name, one.list, one.list_entry_id, one.score]),
            ),
          ]
        : []),
    ])
    return BY_STATUS[answer.status] ?? EXIT.undecided
  },
}

export const verify: Command = {
  name: 'verify',
  summary: 'verify who holds a wallet, and seal it',
  args: '<wallet>',
  options: {
    name: { type: 'string', value: 'NAME', help: 'full name of the holder' },
    born: { type: 'string', value: 'YYYY-MM-DD', help: 'when they were born' },
    country: { type: 'string', value: 'XX', help: 'where they live' },
    level: { type: 'string', value: 'LEVEL', help: 'basic or enhanced', choices: ['basic', 'enhanced'] },
    scenario: { type: 'string', value: 'NAME', help: 'a scenario of the sandbox' },
  },
  details: 'Ends with 0 when verified, 3 when denied, 4 when something is missing or a person has to look.',
  examples: ['sealwright verify 0x5ea15ea15ea15ea15ea15ea15ea15ea100000002 --name "Ada Example" --born 1990-05-17 --country US'],
  run: async (context, given) => {
    const wallet_address = only(given, 'a wallet')
    const level = given.text('level')
    if (level !== undefined && level !== 'basic' && level !== 'enhanced') throw new UsageError('--level is basic or enhanced.')
    const [full_name, date_of_birth, country] = ['name', 'born', 'country'].map((name) => given.text(name))
    const kyc_data = { ...(full_name && { full_name }), ...(date_of_birth && { date_of_birth }), ...(country && { country }) }
    const answer = await context
      .client()
      .wallets.verify(
        { wallet_address, ...(Object.keys(kyc_data).length > 0 && { kyc_data }), ...(level && { level }) },
        options(context.signal, given.text('scenario')),
      )
    const { decision } = answer
    context.answer(answer, () =>
      facts({
        ...{ outcome: decision.outcome, status: answer.verification_status, wallet: answer.wallet_address },
        ...{ credential: answer.credential?.id, expires: answer.expires_at, reasons: decision.reason_codes, missing: decision.missing },
        decision: decision.id,
      }),
    )
    return BY_OUTCOME[decision.outcome] ?? EXIT.undecided
  },
}

export const lists: Command = {
  name: 'lists',
  summary: 'say which sanctions lists are in force, and how old they are',
  details: 'Needs no key. Ends with 1 when one is missing or too old to clear anybody.',
  run: async (context) => {
    const response = await fetch(`${addressOf(context.settings)}/readyz`, { signal: context.signal, redirect: 'error' })
    const state = (await response.json()) as {
      lists: { source: string; version: string; entries?: number; age_seconds?: number }[]
      lists_missing: string[]
      lists_held: unknown[]
      missing: string[]
    }
    const found = {
      lists: state.lists,
      missing: state.lists_missing,
      held: state.lists_held,
      ready: !state.missing.some((one) => /list/.test(one)),
    }
    context.answer(found, () => [
      ...table(
        ['list', 'version', 'age'],
        state.lists.map((one) => [one.source, one.version, one.age_seconds === undefined ? null : age(one.age_seconds)]),
      ),
      ...state.lists_missing.map((one) => `${one} is missing.`),
    ])
    return found.missing.length === 0 && found.ready ? EXIT.done : EXIT.failed
  },
}

const options = (signal: AbortSignal, scenario: string | undefined) => ({ signal, ...(scenario && { scenario }) })
