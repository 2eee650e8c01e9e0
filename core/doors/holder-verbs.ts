import type { z } from 'zod'
import { personalCtx } from '#core/access/accounts/personal.ts'
import { readPublicCredential } from '#core/identity/credentials/public.ts'
import { listDocuments } from '#core/identity/documents/list.ts'
import { type UploadInput, uploadDocument } from '#core/identity/documents/upload.ts'
import { excludeOwn } from '#core/identity/exclusions/exclude-own.ts'
import { listOwnExclusions } from '#core/identity/exclusions/list.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { parseInput } from '#core/kernel/parse-input.ts'
import { listOwnInvitations, readOwnOffering } from '#core/portal/holders/admissions.ts'
import { answerInput, answerInvitation } from '#core/portal/holders/answer-invitation.ts'
import { appealOwnIdentity } from '#core/portal/holders/appeal.ts'
import { cancelOwnInvestment, cancelOwnInvestmentInput } from '#core/portal/holders/cancel-investment.ts'
import { readConsentReceipt } from '#core/portal/holders/consent-receipt.ts'
import { listOwnCredentials, renewConsent, withdrawConsent } from '#core/portal/holders/credentials.ts'
import { investAsHolder, investInput } from '#core/portal/holders/invest.ts'
import { listOwnMoves, moveOwnWallet, moveOwnWalletInput, stopOwnMove } from '#core/portal/holders/move-wallet.ts'
import { listOwnHoldings, listOwnInvestments } from '#core/portal/holders/portfolio.ts'
import { revokeOwnCredential } from '#core/portal/holders/revoke-credential.ts'
import { readOwnVerification, saveOwnVerification, submitOwnVerification } from '#core/portal/holders/verification.ts'
import { withdrawOwnVerification } from '#core/portal/holders/withdraw-verification.ts'
import { listOwnWallets } from '#core/portal/user-wallets/list.ts'
import { listWalletTransactions } from '#core/portal/user-wallets/transactions.ts'
import { listNotifications } from '#core/record/notifications/list.ts'
import { markNotificationsRead } from '#core/record/notifications/mark-read.ts'
import { appealIdentityInput } from '#core/review/appeals/of-investor.ts'
import { answerOwnQuestion, answerOwnQuestionInput, readOwnQuestion } from '#core/review/cases/own-question.ts'
import { bind } from './bind.ts'

/** What people do with their own records: verification, credentials, invitations, holdings. */
export function holderVerbs(ctx: Ctx) {
  return {
    uploadOwnDocument: async (input: Pick<UploadInput, 'kind' | 'file_name' | 'bytes'>) =>
      uploadDocument({ ctx: await personalCtx(ctx), input: { ...input, owner_type: 'user', owner_id: ctx.actor.id } }),
    listOwnDocuments: () => listDocuments({ ctx, input: { owner_type: 'user', owner_id: ctx.actor.id } }),
    readOwnVerification: () => readOwnVerification({ ctx }),
    saveOwnVerification: (input: Parameters<typeof saveOwnVerification>[0]['input']) => saveOwnVerification({ ctx, input }),
    withdrawOwnVerification: async () => withdrawOwnVerification({ ctx }),
    appealOwnIdentity: async (input: unknown) => appealOwnIdentity({ ctx, input: parseInput(appealIdentityInput, input) }),
    submitOwnVerification: (input: unknown) => submitOwnVerification({ ctx, input }),

    listOwnWallets: async () => listOwnWallets({ ctx: await personalCtx(ctx) }),
    listOwnWalletTransactions: async (input: { walletAddress: string }) => listWalletTransactions({ ctx: await personalCtx(ctx), input }),

    /** Needs a fresh proof. */
    moveOwnWallet: async (input: unknown) => moveOwnWallet({ ctx, input: parseInput(moveOwnWalletInput, input) }),
    listOwnMoves: () => listOwnMoves({ ctx }),
    stopOwnMove: (input: { id: string }) => stopOwnMove({ ctx, input }),

    listOwnCredentials: () => listOwnCredentials({ ctx }),
    /** At once: it is their own. Needs a fresh proof. */
    revokeOwnCredential: (input: { id: string }) => revokeOwnCredential({ ctx, input }),
    withdrawConsent: (input: { id: string }) => withdrawConsent({ ctx, input }),
    readConsentReceipt: (input: { id: string }) => readConsentReceipt({ ctx, input }),
    renewConsent: (input: { id: string }) => renewConsent({ ctx, input }),
    readPublicCredential: (input: { id: string }) => readPublicCredential({ ctx, input }),

    listOwnInvitations: () => listOwnInvitations({ ctx }),
    readOwnOffering: (input: { invitation_id: string }) => readOwnOffering({ ctx, input }),
    answerInvitation: async (input: z.input<typeof answerInput>) => answerInvitation({ ctx, input: parseInput(answerInput, input) }),
    investAsHolder: async (input: z.input<typeof investInput>) => investAsHolder({ ctx, input: parseInput(investInput, input) }),
    cancelOwnInvestment: async (input: unknown) => cancelOwnInvestment({ ctx, input: parseInput(cancelOwnInvestmentInput, input) }),
    listOwnHoldings: (input: Parameters<typeof listOwnHoldings>[0]['input']) => listOwnHoldings({ ctx, input }),
    listOwnInvestments: (input: Parameters<typeof listOwnInvestments>[0]['input']) => listOwnInvestments({ ctx, input }),

    /** What a reviewer asks the signed-in person, or the organisation they act for. */
    readOwnQuestion: (input: { id: string }) => readOwnQuestion({ ctx, input }),
    answerOwnQuestion: async (input: unknown) => answerOwnQuestion({ ctx, input: parseInput(answerOwnQuestionInput, input) }),

    listNotifications: (input: { limit: number; before?: string }) => listNotifications({ ctx, input }),
    markNotificationsRead: (input: { id?: string }) => markNotificationsRead({ ctx, input }),
    ...bind(() => personalCtx(ctx), {
      excludeOwn,
      listOwnExclusions,
    }),
  }
}
