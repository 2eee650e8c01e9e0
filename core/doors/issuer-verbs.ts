import { listInvestorDocuments } from '#core/identity/documents/of-investor.ts'
import { listFileRows } from '#core/identity/due-diligence/list-rows.ts'
import { approveDueDiligence, createDueDiligence, withdrawDueDiligence } from '#core/identity/due-diligence/manage.ts'
import { createIdentitySession } from '#core/identity/sessions/create.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { forceTransfer } from '#core/markets/holdings/force-transfer.ts'
import { approveHoldingAct, refuseHoldingAct } from '#core/markets/holdings/settle-act.ts'
import { listTransactionRows } from '#core/markets/transactions/list-rows.ts'
import { discardFormDraft, listFormDrafts, readFormDraft, saveFormDraft } from '#core/portal/drafts/form-drafts.ts'
import { fileEntity } from '#core/securities/entities/file.ts'
import { lookUpEntity } from '#core/securities/entities/look-up.ts'
import { getEntity } from '#core/securities/entities/read.ts'
import { reviewEntity } from '#core/securities/entities/review.ts'
import { listFeeEntries } from '#core/securities/fees/list-entries.ts'
import { readCapTable } from '#core/securities/holdings/cap-table.ts'
import { freezeHolding } from '#core/securities/holdings/freeze.ts'
import { listActRows } from '#core/securities/holdings/list-act-rows.ts'
import { unfreezeHolding } from '#core/securities/holdings/unfreeze.ts'
import { cancelInvestment } from '#core/securities/investments/cancel.ts'
import { createInvestment } from '#core/securities/investments/create.ts'
import { decideInvestment } from '#core/securities/investments/decide.ts'
import { listInvestmentRows } from '#core/securities/investments/list-rows.ts'
import { investmentReadiness } from '#core/securities/investments/readiness.ts'
import { reportPayment } from '#core/securities/investments/report-payment.ts'
import { recordContraryKnowledge } from '#core/securities/investors/contrary-knowledge.ts'
import { reportDocumentsFalse } from '#core/securities/investors/documents-false.ts'
import { listInvestorRows } from '#core/securities/investors/list-rows.ts'
import { getInvestor } from '#core/securities/investors/read.ts'
import { revokeIdentity } from '#core/securities/investors/revoke.ts'
import { listIssuerFacts, listOfferingFacts } from '#core/securities/issuer/fact-rows.ts'
import { whereIs } from '#core/securities/issuer/where.ts'
import { cancelOffering } from '#core/securities/offerings/cancel.ts'
import { changeOfferingStatus } from '#core/securities/offerings/change-status.ts'
import { checkOfferingTerms } from '#core/securities/offerings/check-terms.ts'
import { createOffering } from '#core/securities/offerings/create.ts'
import { readOfferingFigures } from '#core/securities/offerings/figures.ts'
import { listOfferingRows } from '#core/securities/offerings/list-rows.ts'
import { issuerOverview } from '#core/securities/offerings/overview.ts'
import { offeringReadiness } from '#core/securities/offerings/readiness.ts'
import { recordFormD } from '#core/securities/offerings/record-form-d.ts'
import { offeringsBeside, standApart } from '#core/securities/offerings/stand-apart.ts'
import { updateOffering } from '#core/securities/offerings/update.ts'
import { offeringWhatIf } from '#core/securities/offerings/what-if.ts'
import { pauseToken, resumeToken } from '#core/securities/token-state/pause.ts'
import { confirmIssuance } from '#core/securities/tokens/confirm.ts'
import { deactivateToken } from '#core/securities/tokens/deactivate.ts'
import { getIssuance } from '#core/securities/tokens/get.ts'
import { issueTokens } from '#core/securities/tokens/issue.ts'
import { challengeTokenLink, linkToken } from '#core/securities/tokens/link.ts'
import { listIssuanceRows } from '#core/securities/tokens/list-rows.ts'
import { bind } from './bind.ts'

/** What an issuer's pages call: offerings, who invested, the cap table, fees, transfers, and the acts on them. */
export const issuerVerbs = (ctx: Ctx) =>
  bind(ctx, {
    /** All that is missing at once, of an offering or of one investment. */
    offeringReadiness,
    investmentReadiness,
    listIssuerFacts,
    listOfferingFacts,
    saveFormDraft,
    listFormDrafts,
    readFormDraft,
    discardFormDraft,
    /** Files of enhanced due diligence. Administrators settle those of every organisation, as its second person. */
    listDueDiligenceRows: listFileRows,
    createDueDiligence,
    approveDueDiligence,
    withdrawDueDiligence,
    readCapTable,
    listActRows,
    freezeHolding,
    unfreezeHolding,
    forceTransfer,
    /** By another person than the one who asked; needs a fresh proof. Administrators settle those of every organisation. */
    approveHoldingAct,
    refuseHoldingAct,
    listFeeEntries,
    issuerOverview,
    listOfferingRows,
    offeringsBeside,
    /** Takes another person's word. */
    standApart,
    listInvestorRows,
    getInvestor,
    /** What is said of an entity and of those behind it, and how it is shown. */
    getEntity,
    fileEntity,
    lookUpEntity,
    reviewEntity,
    listInvestorDocuments,
    createIdentitySession,
    /** Takes one person: it only stops. */
    recordContraryKnowledge,
    /** What one asks for and another agrees to; needs a fresh proof. */
    reportDocumentsFalse,
    revokeIdentity,
    listInvestmentRows,
    issueTokens,
    confirmIssuance,
    challengeTokenLink,
    linkToken,
    pauseToken,
    resumeToken,
    /** Takes another person's word. */
    deactivateToken,
    getIssuance,
    listIssuanceRows,
    listTransactionRows,
    readOfferingFigures,
    whereIs,
    checkOfferingTerms,
    createOffering,
    updateOffering,
    changeOfferingStatus,
    cancelOffering,
    recordFormD,
    offeringWhatIf,
    /** With `dry_run` it only answers what would be decided. */
    createInvestment,
    decideInvestment,
    cancelInvestment,
    reportPayment,
  })
