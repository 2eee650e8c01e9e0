import type { z } from 'zod'
import { searchFileRows } from '#core/identity/due-diligence/list-rows.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { parseInput } from '#core/kernel/parse-input.ts'
import type { PermissionName } from '#core/kernel/permissions.ts'
import { createIncident, createIncidentInput } from '#core/portal/incidents/create.ts'
import { getIncident } from '#core/portal/incidents/get.ts'
import { listIncidents, listIncidentsInput } from '#core/portal/incidents/list.ts'
import { resolveIncident, resolveIncidentInput } from '#core/portal/incidents/resolve.ts'
import { updateIncident, updateIncidentInput } from '#core/portal/incidents/update.ts'
import { getInquiry } from '#core/portal/inquiries/get.ts'
import { listInquiries, listInquiriesInput } from '#core/portal/inquiries/list.ts'
import { updateInquiry, updateInquiryInput } from '#core/portal/inquiries/update.ts'
import { listErrors, listErrorsInput } from '#core/portal/system/errors.ts'
import { adminOverview } from '#core/portal/system/overview.ts'
import { readSystem } from '#core/portal/system/read.ts'
import { retryMail } from '#core/portal/system/retry-mail.ts'
import { adminWaiting } from '#core/portal/system/waiting.ts'
import { requireAdmin } from '#core/record/admin-only.ts'
import { compareRulesets, compareRulesetsInput } from '#core/record/rulesets/compare.ts'
import { listCurrentRules, listRulesets } from '#core/record/rulesets/list.ts'
import { whatIf, whatIfInput } from '#core/record/rulesets/what-if.ts'
import { caseApprovalOptions, decideCaseOnPage } from '#core/review/cases/decide.ts'
import { openCaseFile } from '#core/review/cases/get.ts'
import { searchCases } from '#core/review/cases/list.ts'
import { askQuestion, assignCase, escalateCase } from '#core/review/cases/work.ts'
import { searchExceptions } from '#core/screening/exceptions/search.ts'
import { settleException } from '#core/screening/exceptions/settle.ts'
import { searchActRows } from '#core/securities/holdings/list-act-rows.ts'
import { searchTokenRows } from '#core/securities/tokens/search-token-rows.ts'
import { proposeVenue } from '#core/securities/venues/propose.ts'
import { readRegister } from '#core/securities/venues/read.ts'
import { settleVenue } from '#core/securities/venues/settle.ts'
import { type accountErasuresInput, getAccountErasure, listAccountErasures } from '#core/upkeep/erasure/accounts.ts'
import { carryOutErasure, refuseErasure } from '#core/upkeep/erasure/carry-out.ts'
import { bind } from './bind.ts'

/** What only an admin's pages call: the status page, inquiries, the installation's health, the rules. */
export function adminVerbs(ctx: Ctx) {
  // Who may not is refused before anything of the input is looked at, and the attempt is audited.
  const given = async <S extends z.ZodType>(permission: PermissionName, schema: S, input: unknown): Promise<z.output<S>> => {
    await requireAdmin(ctx, permission)
    return parseInput(schema, input)
  }
  return {
    ...bind(ctx, {
      searchCases,
      openCaseFile,
      assignCase,
      escalateCase,
      askQuestion,
      decideCase: decideCaseOnPage,
      caseApprovalOptions,
      searchExceptions,
      settleException,
    }),
    adminWaiting: () => adminWaiting({ ctx }),
    adminOverview: () => adminOverview({ ctx }),
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
    ...bind(ctx, {
      /** Acts on holdings of every organisation. */
      searchActRows,
      /** Files of enhanced due diligence of every organisation. */
      searchDueDiligenceRows: searchFileRows,
      /** The register of venues, and the words of two people on each. */
      readVenues: readRegister,
      proposeVenue,
      settleVenue,
      /** Linked tokens of every organisation, to be paused or resumed. */
      searchTokenRows,
    }),
  }
}
