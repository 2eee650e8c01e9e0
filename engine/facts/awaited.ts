/**
 * Facts for which the rules ask evidence that nothing outside of the sandbox brings yet, with the work that will. The rules say `at_least`
 * already; for a fact of this list it is not held against them, since else nobody would be verified at all. Whoever brings the evidence
 * takes the line away, and the rules that ask are held to it: `docs/methodology/facts.md` names them. Nothing is added to the list.
 */
const IDENTITY = 'Sources of identity: providers, wallets, passport chips, reviewers.'

export const AWAITED = {
  'acquirer.birth_date': IDENTITY,
  'from.over_18': IDENTITY,
  'investor.identity_status': IDENTITY,
  'subject.date_of_birth': IDENTITY,
  'subject.over_18': IDENTITY,
  'subject.verification.status': IDENTITY,
  'to.over_18': IDENTITY,
} as const
