import type { z } from 'zod'
import { caseApprovalInput, caseApprovalOptions } from './cases/approval-options.ts'
import { assignCase, assignCaseInput } from './cases/assign.ts'
import { decideCase, decideCaseInput } from './cases/decide.ts'
import { escalateCase, escalateCaseInput } from './cases/escalate.ts'
import { getCase } from './cases/get.ts'
import { listCases, listCasesInput } from './cases/list.ts'
import { releaseCase, releaseCaseInput } from './cases/release.ts'
import type { Ctx } from './context.ts'
import { searchExceptions, searchExceptionsInput } from './exceptions/search.ts'
import { settleException, settleExceptionInput } from './exceptions/settle.ts'
import { createIncident, createIncidentInput } from './incidents/create.ts'
import { getIncident } from './incidents/get.ts'
import { listIncidents, listIncidentsInput } from './incidents/list.ts'
import { resolveIncident, resolveIncidentInput } from './incidents/resolve.ts'
import { updateIncident, updateIncidentInput } from './incidents/update.ts'
import { getInquiry } from './inquiries/get.ts'
import { listInquiries, listInquiriesInput } from './inquiries/list.ts'
import { updateInquiry, updateInquiryInput } from './inquiries/update.ts'
import { parseInput } from './parse-input.ts'
import { compareRulesets, compareRulesetsInput } from './rulesets/compare.ts'
import { listCurrentRules, listRulesets } from './rulesets/list.ts'
import { whatIf, whatIfInput } from './rulesets/what-if.ts'
import { listErrors, listErrorsInput } from './system/errors.ts'
import { adminOverview } from './system/overview.ts'
import { readSystem } from './system/read.ts'
import { retryMail } from './system/retry-mail.ts'
import { adminWaiting } from './system/waiting.ts'

/** What only an admin's pages call: the status page, inquiries, the installation's health, the rules. */
export function adminVerbs(ctx: Ctx) {
  return {
    adminWaiting: () => adminWaiting({ ctx }),
    adminOverview: () => adminOverview({ ctx }),
    listCases: async (input: z.input<typeof listCasesInput>) => listCases({ ctx, input: parseInput(listCasesInput, input) }),
    getCase: (input: { id: string }) => getCase({ ctx, input }),
    assignCase: async (input: unknown) => assignCase({ ctx, input: parseInput(assignCaseInput, input) }),
    escalateCase: async (input: unknown) => escalateCase({ ctx, input: parseInput(escalateCaseInput, input) }),
    decideCase: async (input: unknown) => decideCase({ ctx, input: parseInput(decideCaseInput, input) }),
    releaseCase: async (input: unknown) => releaseCase({ ctx, input: parseInput(releaseCaseInput, input) }),
    caseApprovalOptions: async (input: unknown) => caseApprovalOptions({ ctx, input: parseInput(caseApprovalInput, input) }),
    searchExceptions: async (input: z.input<typeof searchExceptionsInput>) =>
      searchExceptions({ ctx, input: parseInput(searchExceptionsInput, input) }),
    settleException: async (input: unknown) => settleException({ ctx, input: parseInput(settleExceptionInput, input) }),
    listIncidents: async (input: z.input<typeof listIncidentsInput>) =>
      listIncidents({ ctx, input: parseInput(listIncidentsInput, input) }),
    getIncident: (input: { id: string }) => getIncident({ ctx, input }),
    createIncident: async (input: unknown) => createIncident({ ctx, input: parseInput(createIncidentInput, input) }),
    updateIncident: async (input: unknown) => updateIncident({ ctx, input: parseInput(updateIncidentInput, input) }),
    resolveIncident: async (input: unknown) => resolveIncident({ ctx, input: parseInput(resolveIncidentInput, input) }),
    listInquiries: async (input: z.input<typeof listInquiriesInput>) =>
      listInquiries({ ctx, input: parseInput(listInquiriesInput, input) }),
    getInquiry: (input: { id: string }) => getInquiry({ ctx, input }),
    updateInquiry: async (input: unknown) => updateInquiry({ ctx, input: parseInput(updateInquiryInput, input) }),
    readSystem: () => readSystem({ ctx }),
    listErrors: async (input: z.input<typeof listErrorsInput>) => listErrors({ ctx, input: parseInput(listErrorsInput, input) }),
    retryMail: (input: { id: string }) => retryMail({ ctx, input }),
    listRulesets: () => listRulesets({ ctx }),
    listCurrentRules: () => listCurrentRules({ ctx }),
    compareRulesets: async (input: unknown) => compareRulesets({ ctx, input: parseInput(compareRulesetsInput, input) }),
    whatIf: async (input: unknown) => whatIf({ ctx, input: parseInput(whatIfInput, input) }),
  }
}
