import { searchFileRows } from '#core/identity/due-diligence/list-rows.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { createIncident } from '#core/portal/incidents/create.ts'
import { getIncident } from '#core/portal/incidents/get.ts'
import { listIncidents } from '#core/portal/incidents/list.ts'
import { resolveIncident } from '#core/portal/incidents/resolve.ts'
import { updateIncident } from '#core/portal/incidents/update.ts'
import { getInquiry } from '#core/portal/inquiries/get.ts'
import { listInquiries } from '#core/portal/inquiries/list.ts'
import { updateInquiry } from '#core/portal/inquiries/update.ts'
import { listErrors } from '#core/portal/system/errors.ts'
import { adminOverview } from '#core/portal/system/overview.ts'
import { readSystem } from '#core/portal/system/read.ts'
import { retryMail } from '#core/portal/system/retry-mail.ts'
import { adminWaiting } from '#core/portal/system/waiting.ts'
import { compareRulesets } from '#core/record/rulesets/compare.ts'
import { listCurrentRules, listRulesets } from '#core/record/rulesets/list.ts'
import { whatIf } from '#core/record/rulesets/what-if.ts'
import { askQuestion } from '#core/review/cases/ask.ts'
import { assignCase } from '#core/review/cases/assign.ts'
import { caseApprovalOptions, decideCaseOnPage } from '#core/review/cases/decide.ts'
import { escalateCase } from '#core/review/cases/escalate.ts'
import { openCaseFile } from '#core/review/cases/get.ts'
import { listAccreditationCases, listIdentityCases, readPrintedZone } from '#core/review/cases/identity-file.ts'
import { searchCases } from '#core/review/cases/list.ts'
import { searchExceptions } from '#core/screening/exceptions/search.ts'
import { settleException } from '#core/screening/exceptions/settle.ts'
import { searchActRows } from '#core/securities/holdings/list-act-rows.ts'
import { searchTokenRows } from '#core/securities/tokens/search-token-rows.ts'
import { proposeVenue } from '#core/securities/venues/propose.ts'
import { readRegister } from '#core/securities/venues/read.ts'
import { settleVenue } from '#core/securities/venues/settle.ts'
import { getAccountErasure, listAccountErasures } from '#core/upkeep/erasure/accounts.ts'
import { carryOutErasure, refuseErasure } from '#core/upkeep/erasure/carry-out.ts'
import { bind } from './bind.ts'

/** What only an admin's pages call: the status page, inquiries, the installation's health, the rules. */
export const adminVerbs = (ctx: Ctx) =>
  bind(ctx, {
    searchCases,
    openCaseFile,
    listIdentityCases,
    listAccreditationCases,
    readPrintedZone,
    assignCase,
    escalateCase,
    askQuestion,
    decideCase: decideCaseOnPage,
    caseApprovalOptions,
    searchExceptions,
    settleException,
    adminWaiting,
    adminOverview,
    listIncidents,
    getIncident,
    createIncident,
    updateIncident,
    resolveIncident,
    listInquiries,
    getInquiry,
    updateInquiry,
    /** Requests of people to have their account erased, and what carrying one out would mean. */
    listAccountErasures,
    getAccountErasure,
    /** Needs a fresh second factor. */
    carryOutErasure,
    refuseErasure,
    readSystem,
    listErrors,
    retryMail,
    listRulesets,
    listCurrentRules,
    compareRulesets,
    whatIf,
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
  })
