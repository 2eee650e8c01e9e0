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
import { searchPlatformCases } from '#core/review/cases/list.ts'
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
    /** What is the platform's own to decide, and what waits in organisations without persons. */
    searchPlatformCases,
    /** Acts of people on their own wallets that have no other second person. */
    searchActRows,
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
    /** The register of venues, and the words of two people on each. */
    readVenues: readRegister,
    proposeVenue,
    settleVenue,
    /** Linked tokens of every organisation, to be paused or resumed. */
    searchTokenRows,
  })
