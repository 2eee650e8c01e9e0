import type { z } from 'zod'
import { answerOwnQuestion, answerOwnQuestionInput, readOwnQuestion } from './cases/own-question.ts'
import type { Ctx } from './context.ts'
import { readPublicCredential } from './credentials/public.ts'
import { listDocuments } from './documents/list.ts'
import { type UploadInput, uploadDocument } from './documents/upload.ts'
import { excludeOwn, excludeOwnInput } from './exclusions/exclude-own.ts'
import { listOwnExclusions } from './exclusions/list.ts'
import { listOwnInvitations, readOwnOffering } from './holders/admissions.ts'
import { answerInput, answerInvitation } from './holders/answer-invitation.ts'
import { appealOwnIdentity } from './holders/appeal.ts'
import { cancelOwnInvestment, cancelOwnInvestmentInput } from './holders/cancel-investment.ts'
import { readConsentReceipt } from './holders/consent-receipt.ts'
import { listOwnCredentials, renewConsent, withdrawConsent } from './holders/credentials.ts'
import { investAsHolder, investInput } from './holders/invest.ts'
import { listOwnMoves, moveOwnWallet, moveOwnWalletInput, stopOwnMove } from './holders/move-wallet.ts'
import { personalCtx } from './holders/personal.ts'
import { listOwnHoldings, listOwnInvestments } from './holders/portfolio.ts'
import { revokeOwnCredential } from './holders/revoke-credential.ts'
import { readOwnVerification, saveOwnVerification, submitOwnVerification } from './holders/verification.ts'
import { withdrawOwnVerification } from './holders/withdraw-verification.ts'
import { appealIdentityInput } from './investors/appeal.ts'
import { listNotifications } from './notifications/list.ts'
import { markNotificationsRead } from './notifications/mark-read.ts'
import { parseInput } from './parse-input.ts'
import { listOwnWallets } from './user-wallets/list.ts'
import { listWalletTransactions } from './user-wallets/transactions.ts'

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

    excludeOwn: async (input: unknown) => excludeOwn({ ctx: await personalCtx(ctx), input: parseInput(excludeOwnInput, input) }),
    listOwnExclusions: async () => listOwnExclusions({ ctx: await personalCtx(ctx) }),

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
  }
}
