import type { z } from 'zod'
import type { Ctx } from './context.ts'
import { discardFormDraft, formDraftInput, listFormDrafts, readFormDraft, saveFormDraft } from './drafts/form-drafts.ts'
import { feeEntriesInput, listFeeEntries } from './fees/list-entries.ts'
import { capTableInput, readCapTable } from './holdings/cap-table.ts'
import { forceTransfer, forceTransferInput } from './holdings/force-transfer.ts'
import { freezeHolding, freezeInput } from './holdings/freeze.ts'
import { actRowsInput, listActRows } from './holdings/list-act-rows.ts'
import { approveHoldingAct, refuseHoldingAct, settleActInput } from './holdings/settle-act.ts'
import { unfreezeHolding, unfreezeInput } from './holdings/unfreeze.ts'
import { cancelInvestment, cancelInvestmentInput } from './investments/cancel.ts'
import { createInvestment, createInvestmentInput } from './investments/create.ts'
import { decideInvestment, decideInvestmentInput } from './investments/decide.ts'
import { investmentRowsInput, listInvestmentRows } from './investments/list-rows.ts'
import { reportPayment, reportPaymentInput } from './investments/report-payment.ts'
import { recordContraryKnowledge } from './investors/contrary-knowledge.ts'
import { reportDocumentsFalse } from './investors/documents-false.ts'
import { investorRowsInput, listInvestorRows } from './investors/list-rows.ts'
import { doubtInput, revokeIdentity } from './investors/revoke.ts'
import { cancelOffering, cancelOfferingInput } from './offerings/cancel.ts'
import { changeOfferingStatus, changeStatusInput } from './offerings/change-status.ts'
import { checkOfferingTerms } from './offerings/check-terms.ts'
import { createOffering, createOfferingInput } from './offerings/create.ts'
import { readOfferingFigures } from './offerings/figures.ts'
import { listOfferingRows, offeringRowsInput } from './offerings/list-rows.ts'
import { issuerOverview, issuerQueues } from './offerings/overview.ts'
import { recordFormD, recordFormDInput } from './offerings/record-form-d.ts'
import { updateOffering, updateOfferingInput } from './offerings/update.ts'
import { offeringWhatIf, offeringWhatIfInput } from './offerings/what-if.ts'
import { parseInput } from './parse-input.ts'
import { confirmInput, confirmIssuance } from './tokens/confirm.ts'
import { deactivateToken, deactivateTokenInput } from './tokens/deactivate.ts'
import { getIssuance } from './tokens/get.ts'
import { issueInput, issueTokens } from './tokens/issue.ts'
import { challengeTokenLink, linkToken, tokenChallengeInput, tokenLinkInput } from './tokens/link.ts'
import { issuanceRowsInput, listIssuanceRows } from './tokens/list-rows.ts'
import { pauseToken, pauseTokenInput, resumeToken } from './tokens/pause.ts'
import { listTransactionRows, transactionRowsInput } from './transactions/list-rows.ts'

/** What an issuer's pages call: offerings, who invested, the cap table, fees, transfers, and the acts on them. */
export function issuerVerbs(ctx: Ctx) {
  return {
    issuerOverview: () => issuerOverview({ ctx }),
    issuerQueues: () => issuerQueues({ ctx }),
    listOfferingRows: async (input: z.input<typeof offeringRowsInput>) =>
      listOfferingRows({ ctx, input: parseInput(offeringRowsInput, input) }),
    readOfferingFigures: (input: { id: string; part?: 'head' }) => readOfferingFigures({ ctx, input }),
    checkOfferingTerms: (input: unknown) => checkOfferingTerms({ ctx, input }),
    createOffering: async (input: unknown) => createOffering({ ctx, input: parseInput(createOfferingInput, input) }),
    updateOffering: async ({ id, ...change }: { id: string } & Record<string, unknown>) =>
      updateOffering({ ctx, input: { id, ...parseInput(updateOfferingInput, change) } }),
    changeOfferingStatus: async (input: unknown) => changeOfferingStatus({ ctx, input: parseInput(changeStatusInput, input) }),
    cancelOffering: async (input: unknown) => cancelOffering({ ctx, input: parseInput(cancelOfferingInput, input) }),
    recordFormD: async (input: unknown) => recordFormD({ ctx, input: parseInput(recordFormDInput, input) }),
    offeringWhatIf: async (input: unknown) => offeringWhatIf({ ctx, input: parseInput(offeringWhatIfInput, input) }),
    listInvestorRows: async (input: z.input<typeof investorRowsInput>) =>
      listInvestorRows({ ctx, input: parseInput(investorRowsInput, input) }),
    /** Takes one person: it only stops. */
    recordContraryKnowledge: async ({ id, ...word }: { id: string } & Record<string, unknown>) =>
      recordContraryKnowledge({ ctx, input: { id, ...parseInput(doubtInput, word) } }),
    /** What one asks for and another agrees to; needs a fresh proof. */
    reportDocumentsFalse: async ({ id, ...word }: { id: string } & Record<string, unknown>) =>
      reportDocumentsFalse({ ctx, input: { id, ...parseInput(doubtInput, word) } }),
    revokeIdentity: async ({ id, ...word }: { id: string } & Record<string, unknown>) =>
      revokeIdentity({ ctx, input: { id, ...parseInput(doubtInput, word) } }),
    listInvestmentRows: async (input: z.input<typeof investmentRowsInput>) =>
      listInvestmentRows({ ctx, input: parseInput(investmentRowsInput, input) }),
    /** With `dry_run` it only answers what would be decided. */
    createInvestment: async (input: unknown) => createInvestment({ ctx, input: parseInput(createInvestmentInput, input) }),
    decideInvestment: async (input: unknown) => decideInvestment({ ctx, input: parseInput(decideInvestmentInput, input) }),
    cancelInvestment: async (input: unknown) => cancelInvestment({ ctx, input: parseInput(cancelInvestmentInput, input) }),
    reportPayment: async (input: unknown) => reportPayment({ ctx, input: parseInput(reportPaymentInput, input) }),
    issueTokens: async (input: unknown) => issueTokens({ ctx, input: parseInput(issueInput, input) }),
    confirmIssuance: async ({ id, ...word }: { id: string; transaction_hash: string }) =>
      confirmIssuance({ ctx, input: { id, ...parseInput(confirmInput, word) } }),
    challengeTokenLink: async ({ id, ...asked }: { id: string } & Record<string, unknown>) =>
      challengeTokenLink({ ctx, input: { id, ...parseInput(tokenChallengeInput, asked) } }),
    linkToken: async ({ id, ...signed }: { id: string } & Record<string, unknown>) =>
      linkToken({ ctx, input: { id, ...parseInput(tokenLinkInput, signed) } }),
    pauseToken: async ({ id, ...why }: { id: string } & Record<string, unknown>) =>
      pauseToken({ ctx, input: { id, ...parseInput(pauseTokenInput, why) } }),
    resumeToken: async ({ id, ...why }: { id: string } & Record<string, unknown>) =>
      resumeToken({ ctx, input: { id, ...parseInput(pauseTokenInput, why) } }),
    /** Takes another person's word. */
    deactivateToken: async ({ id, ...why }: { id: string } & Record<string, unknown>) =>
      deactivateToken({ ctx, input: { id, ...parseInput(deactivateTokenInput, why) } }),
    getIssuance: (input: { id: string }) => getIssuance({ ctx, input }),
    listIssuanceRows: async (input: z.input<typeof issuanceRowsInput>) =>
      listIssuanceRows({ ctx, input: parseInput(issuanceRowsInput, input) }),
    readCapTable: async (input: z.input<typeof capTableInput>) => readCapTable({ ctx, input: parseInput(capTableInput, input) }),
    listActRows: async (input: z.input<typeof actRowsInput>) => listActRows({ ctx, input: parseInput(actRowsInput, input) }),
    freezeHolding: async (input: unknown) => freezeHolding({ ctx, input: parseInput(freezeInput, input) }),
    unfreezeHolding: async (input: unknown) => unfreezeHolding({ ctx, input: parseInput(unfreezeInput, input) }),
    forceTransfer: async (input: unknown) => forceTransfer({ ctx, input: parseInput(forceTransferInput, input) }),
    /** By another person than the one who asked; needs a fresh proof. Administrators settle those of every organisation. */
    approveHoldingAct: async ({ id, ...word }: { id: string; note?: string }) =>
      approveHoldingAct({ ctx, input: { id, ...parseInput(settleActInput, word) } }),
    refuseHoldingAct: async ({ id, ...word }: { id: string; note?: string }) =>
      refuseHoldingAct({ ctx, input: { id, ...parseInput(settleActInput, word) } }),
    listFeeEntries: async (input: z.input<typeof feeEntriesInput>) => listFeeEntries({ ctx, input: parseInput(feeEntriesInput, input) }),
    listTransactionRows: async (input: z.input<typeof transactionRowsInput>) =>
      listTransactionRows({ ctx, input: parseInput(transactionRowsInput, input) }),
    saveFormDraft: async (input: unknown) => saveFormDraft({ ctx, input: parseInput(formDraftInput, input) }),
    listFormDrafts: (input: { kind: 'offering' }) => listFormDrafts({ ctx, input }),
    readFormDraft: (input: { id: string }) => readFormDraft({ ctx, input }),
    discardFormDraft: (input: { id: string }) => discardFormDraft({ ctx, input }),
  }
}
