/**
 * Institutions of the United States that identify their customers by a programme of their own, as `tenant.us_bsa_type` names them: the rule
 * that asks for it, and what in it lets them rely on another’s. Of issuers of payment stablecoins the Act asks for a programme, and no rule lets
 * them rely on anybody’s. Money services businesses are not among them: they have no such rule at all.
 */
export const CUSTOMER_IDENTIFICATION: Readonly<Record<string, { rule: string; reliance: string | null }>> = {
  bank: { rule: '31 CFR 1020.220', reliance: '31 CFR 1020.220(a)(6)' },
  broker_dealer: { rule: '31 CFR 1023.220', reliance: '31 CFR 1023.220(a)(6)' },
  mutual_fund: { rule: '31 CFR 1024.220', reliance: '31 CFR 1024.220(a)(6)' },
  futures: { rule: '31 CFR 1026.220', reliance: '31 CFR 1026.220(a)(6)' },
  ppsi: { rule: '12 U.S.C. 5903(a)(5)(A)', reliance: null },
}

/** Whether whoever is of this type obtains name, birth date, address and number of each customer before an account is opened. */
export const identifiesInFull = (type: unknown): boolean => typeof type === 'string' && Object.hasOwn(CUSTOMER_IDENTIFICATION, type)

/** What lets each type rely on another’s programme; the others have nothing. */
export const RELIANCE_LAW: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(CUSTOMER_IDENTIFICATION).flatMap(([type, { reliance }]) => (reliance ? [[type, reliance]] : [])),
)
