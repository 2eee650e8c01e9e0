// What stops a token and lets it go on, in words: for the issuer's page and the administrator's.

export const PAUSE_GROUNDS = {
  key_at_risk: 'A key may be in wrong hands',
  contract_fault: 'A fault in the contract',
  legal_order: 'An order',
  other: 'Other',
}
export const RESUME_GROUNDS = { cause_removed: 'The cause is removed', key_replaced: 'The key was replaced', other: 'Other' }

const said: Record<string, string> = { ...PAUSE_GROUNDS, ...RESUME_GROUNDS }
/** `key_at_risk` → `A key may be in wrong hands`; a ground that came through the API stays as it is. */
export const groundWords = (code: string) => said[code] ?? code.replaceAll('_', ' ')
