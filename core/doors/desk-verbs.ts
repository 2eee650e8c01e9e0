import {
  askSupportAccess,
  beginLooking,
  endSupportAccess,
  giveUpSupportAccess,
  grantSupportAccess,
  listSupportAccess,
  listSupportGiven,
  stopLooking,
} from '#core/access/support/grants.ts'
import { searchSubjects } from '#core/identity/persons/search-subjects.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { ownAuditReceipt } from '#core/record/audit/receipt.ts'
import { searchOwnAudit } from '#core/record/audit/search.ts'
import { askQuestion } from '#core/review/cases/ask.ts'
import { assignCase } from '#core/review/cases/assign.ts'
import { caseApprovalOptions, decideCaseOnPage } from '#core/review/cases/decide.ts'
import { escalateCase } from '#core/review/cases/escalate.ts'
import { openCaseFile } from '#core/review/cases/get.ts'
import { listAccreditationCases, listIdentityCases, readPrintedZone } from '#core/review/cases/identity-file.ts'
import { searchCases } from '#core/review/cases/list.ts'
import { carryOutRestricted, holdErasure, releaseHold } from '#core/review/erasure/acts.ts'
import { getErasure, listErasures } from '#core/review/erasure/erase.ts'
import { openErasureFile, readErasureFile } from '#core/review/erasure/file.ts'
import { searchExceptions } from '#core/screening/exceptions/search.ts'
import { settleException } from '#core/screening/exceptions/settle.ts'
import { bind } from './bind.ts'

/** What the people of an organisation decide of its own, on the pages of its desk; of cases, the platform too what is its own. */
export const deskVerbs = (ctx: Ctx) =>
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
    searchSubjects,
    settleException,
    searchOwnAudit,
    ownAuditReceipt,
    listErasures,
    getErasure,
    holdErasure,
    /** Need a fresh proof, and in production another person’s word. */
    releaseHold,
    carryOutRestricted,
    openErasureFile,
    /** Needs a fresh proof. */
    readErasureFile,
    listSupportAccess,
    /** Needs a fresh proof. */
    grantSupportAccess,
    endSupportAccess,

    // For admins: to ask an organisation for sight of its data, to look, and to need it no more.
    listSupportGiven,
    askSupportAccess,
    /** Needs a fresh second factor. */
    beginLooking,
    giveUpSupportAccess,
    stopLooking,
  })
