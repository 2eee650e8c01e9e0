import type { z } from 'zod'
import { caseApprovalInput, caseApprovalOptions } from './cases/approval-options.ts'
import { askInCase, askInCaseInput } from './cases/ask.ts'
import { assignCase, assignCaseInput } from './cases/assign.ts'
import { decideCase, decideCaseInput } from './cases/decide.ts'
import { escalateCase, escalateCaseInput } from './cases/escalate.ts'
import { getCase } from './cases/get.ts'
import { listCases, listCasesInput } from './cases/list.ts'
import { releaseCase, releaseCaseInput } from './cases/release.ts'
import type { Ctx } from './context.ts'
import { type accountErasuresInput, getAccountErasure, listAccountErasures } from './erasure/accounts.ts'
import { carryOutErasure, refuseErasure } from './erasure/carry-out.ts'
import { searchExceptions, searchExceptionsInput } from './exceptions/search.ts'
import { settleException, settleExceptionInput } from './exceptions/settle.ts'
import { actRowsInput, searchActRows } from './holdings/list-act-rows.ts'
import { createIncident, createIncidentInput } from './incidents/create.ts'
import { getIncident } from './incidents/get.ts'
import { listIncidents, listIncidentsInput } from './incidents/list.ts'
import { resolveIncident, resolveIncidentInput } from './incidents/resolve.ts'
import { updateIncident, updateIncidentInput } from './incidents/update.ts'
import { getInquiry } from './inquiries/get.ts'
import { listInquiries, listInquiriesInput } from './inquiries/list.ts'
import { updateInquiry, updateInquiryInput } from './inquiries/update.ts'
import { parseInput } from './parse-input.ts'
import type { PermissionName } from './permissions.ts'
import { compareRulesets, compareRulesetsInput } from './rulesets/compare.ts'
import { listCurrentRules, listRulesets } from './rulesets/list.ts'
import { whatIf, whatIfInput } from './rulesets/what-if.ts'
import { listErrors, listErrorsInput } from './system/errors.ts'
import { adminOverview } from './system/overview.ts'
import { readSystem } from './system/read.ts'
import { retryMail } from './system/retry-mail.ts'
import { adminWaiting } from './system/waiting.ts'
import { searchTokenRows, tokenRowsInput } from './tokens/search-token-rows.ts'
import { requireAdmin } from './users/admin-only.ts'

/** What only an admin's pages call: the status page, inquiries, the installation's health, the rules. */
export function adminVerbs(ctx: Ctx) {
  // Who may not is refused before anything of the input is looked at, and the attempt is audited.
  const given = async <S extends z.ZodType>(permission: PermissionName, schema: S, input: unknown): Promise<z.output<S>> => {
    await requireAdmin(ctx, permission)
    return parseInput(schema, input)
  }
  return {
    adminWaiting: () => adminWaiting({ ctx }),
    adminOverview: () => adminOverview({ ctx }),
    listCases: async (input: z.input<typeof listCasesInput>) => listCases({ ctx, input: await given('cases.read', listCasesInput, input) }),
    getCase: (input: { id: string }) => getCase({ ctx, input }),
    assignCase: async (input: unknown) => assignCase({ ctx, input: await given('cases.decide', assignCaseInput, input) }),
    escalateCase: async (input: unknown) => escalateCase({ ctx, input: await given('cases.decide', escalateCaseInput, input) }),
    askInCase: async (input: unknown) => askInCase({ ctx, input: await given('cases.decide', askInCaseInput, input) }),
    decideCase: async (input: unknown) => decideCase({ ctx, input: await given('cases.decide', decideCaseInput, input) }),
    releaseCase: async (input: unknown) => releaseCase({ ctx, input: await given('cases.decide', releaseCaseInput, input) }),
    caseApprovalOptions: async (input: unknown) =>
      caseApprovalOptions({ ctx, input: await given('cases.decide', caseApprovalInput, input) }),
    /** Acts on holdings of every organisation. */
    searchActRows: async (input: z.input<typeof actRowsInput>) =>
      searchActRows({ ctx, input: await given('holdings.write', actRowsInput, input) }),
    /** Linked tokens of every organisation, to be paused or resumed. */
    searchTokenRows: async (input: z.input<typeof tokenRowsInput>) =>
      searchTokenRows({ ctx, input: await given('offerings.write', tokenRowsInput, input) }),
    searchExceptions: async (input: z.input<typeof searchExceptionsInput>) =>
      searchExceptions({ ctx, input: await given('exceptions.write', searchExceptionsInput, input) }),
    settleException: async (input: unknown) =>
      settleException({ ctx, input: await given('exceptions.write', settleExceptionInput, input) }),
    listIncidents: async (input: z.input<typeof listIncidentsInput>) =>
      listIncidents({ ctx, input: await given('status.manage', listIncidentsInput, input) }),
    getIncident: (input: { id: string }) => getIncident({ ctx, input }),
    createIncident: async (input: unknown) => createIncident({ ctx, input: await given('status.manage', createIncidentInput, input) }),
    updateIncident: async (input: unknown) => updateIncident({ ctx, input: await given('status.manage', updateIncidentInput, input) }),
    resolveIncident: async (input: unknown) => resolveIncident({ ctx, input: await given('status.manage', resolveIncidentInput, input) }),
    listInquiries: async (input: z.input<typeof listInquiriesInput>) =>
      listInquiries({ ctx, input: await given('inquiries.read', listInquiriesInput, input) }),
    getInquiry: (input: { id: string }) => getInquiry({ ctx, input }),
    updateInquiry: async (input: unknown) => updateInquiry({ ctx, input: await given('inquiries.write', updateInquiryInput, input) }),
    /** Requests of people to have their account erased, and what carrying one out would mean. */
    listAccountErasures: (input: z.input<typeof accountErasuresInput> = {}) => listAccountErasures({ ctx, input }),
    getAccountErasure: (input: { id: string }) => getAccountErasure({ ctx, input }),
    /** Needs a fresh second factor. */
    carryOutErasure: (input: { id: string }) => carryOutErasure({ ctx, input }),
    refuseErasure: (input: unknown) => refuseErasure({ ctx, input }),
    readSystem: () => readSystem({ ctx }),
    listErrors: async (input: z.input<typeof listErrorsInput>) =>
      listErrors({ ctx, input: await given('system.read', listErrorsInput, input) }),
    retryMail: (input: { id: string }) => retryMail({ ctx, input }),
    listRulesets: () => listRulesets({ ctx }),
    listCurrentRules: () => listCurrentRules({ ctx }),
    compareRulesets: async (input: unknown) => compareRulesets({ ctx, input: await given('rules.manage', compareRulesetsInput, input) }),
    whatIf: async (input: unknown) => whatIf({ ctx, input: await given('rules.manage', whatIfInput, input) }),
  }
}
