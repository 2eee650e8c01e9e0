import { invalidField } from '#core/kernel/errors.ts'
import type { Room } from '#engine/facts/of-checks.ts'
import { formatMicro, micro } from '#engine/money.ts'
import type { Figures } from './input.ts'
import type { FileSaid } from './judge.ts'

/** The rule of each ground of Rule 501(a). */
export const BASIS_RULES: Readonly<Record<string, string>> = {
  income: 'ACCREDITED_INCOME',
  net_worth: 'ACCREDITED_NET_WORTH',
  license: 'ACCREDITED_LICENSE',
  insider: 'ACCREDITED_INSIDER',
  knowledgeable_employee: 'ACCREDITED_KNOWLEDGEABLE_EMPLOYEE',
  entity_assets: 'ACCREDITED_ENTITY_ASSETS',
  entity_investments: 'ACCREDITED_ENTITY_INVESTMENTS',
  all_owners: 'ACCREDITED_ALL_OWNERS',
  trust: 'ACCREDITED_TRUST',
  family_office: 'ACCREDITED_FAMILY_OFFICE',
  institution: 'ACCREDITED_INSTITUTION',
}

const NAMED = [
  'entity_type',
  'registration_no',
  'total_assets',
  'investments',
  'assets_under_management',
  'formed_for_purchase',
  'directed_by_sophisticated_person',
  'family_role',
  'purchase_directed_by_office',
  'plan_adviser_is_fiduciary',
  'plan_self_directed',
  'income_expected_same',
] as const

/**
 * The figures of a file as facts of the investor. `issuerId` is the organisation that asks. `lookedUp`: the day on which a reviewer found
 * the licence in its register, in good standing.
 */
export function figureFacts(f: Figures, issuerId: string, lookedUp: string | null): Room<'investor'> {
  const { license, role } = f
  const named = Object.fromEntries(NAMED.filter((name) => f[name] !== undefined).map((name) => [name, f[name]])) as Room<'investor'>
  // Whoever states one kind of income says that there is none of the other.
  const income =
    f.income || f.joint_income ? { income: f.income ?? ('none' as const), joint_income: f.joint_income ?? ('none' as const) } : {}
  return {
    ...named,
    ...income,
    ...(f.net_worth && { net_worth: netWorth(f.net_worth) }),
    ...(license && {
      license: {
        series: license.series,
        crd: license.number,
        ...standing(license.good_standing, lookedUp),
        ...((lookedUp ?? license.checked_at) && { checked_at: lookedUp ?? license.checked_at! }),
      },
    }),
    ...(role && {
      role: { kind: role.kind, same_fund_family: role.same_fund_family, issuer_id: role.at_this_issuer ? issuerId : 'another' },
    }),
  }
}

/** What a net worth counts: of a couple what both own and what both owe. */
function netWorth({ spouse, ...own }: NonNullable<Figures['net_worth']>): Room<'investor'>['net_worth'] {
  if (!spouse) return own
  const both = (name: keyof typeof spouse) => {
    const [a, b] = [own[name], spouse[name]]
    if (a.currency !== b.currency)
      throw invalidField(`/figures/net_worth/spouse/${name}/currency`, 'conflicting', `Give both in one currency: ${a.currency}.`)
    return { amount: formatMicro(micro(a.amount) + micro(b.amount)), currency: a.currency }
  }
  return {
    ...own,
    assets_without_home: both('assets_without_home'),
    liabilities_without_mortgage: both('liabilities_without_mortgage'),
  }
}

/** In good standing is who a reviewer found so; who is said not to be is not. */
export const standing = (said: boolean | undefined, lookedUp: string | null): { good_standing?: boolean } =>
  said === false ? { good_standing: false } : lookedUp ? { good_standing: true } : said === undefined ? {} : { good_standing: said }

/** Whether a fact that is asked for is one that the reviewer looks up, since the file does not say it. */
export function isLookedUp(path: string, { method, said }: Pick<FileSaid, 'method' | 'said'>): boolean {
  const { license } = said.figures
  const [, , , name] = path.split('/')
  return (
    method !== 'third_party_letter' &&
    license !== undefined &&
    path.startsWith('/investor/license/') &&
    license[name as 'checked_at' | 'good_standing'] === undefined
  )
}

/** The paths of the facts that a file brings, as decisions name them. */
export function pathsOf(facts: Room<'investor'>): string[] {
  const { net_worth, role, ...rest } = facts
  const below = (name: string, room: object | undefined) => Object.keys(room ?? {}).map((key) => `investor.${name}.${key}`)
  return [...Object.keys(rest).map((name) => `investor.${name}`), ...below('net_worth', net_worth), ...below('role', role)]
}
