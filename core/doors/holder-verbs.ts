import { personalCtx } from '#core/access/accounts/personal.ts'
import { listDocuments } from '#core/identity/documents/list.ts'
import { type UploadInput, uploadDocument } from '#core/identity/documents/upload.ts'
import { excludeOwn } from '#core/identity/exclusions/exclude-own.ts'
import { listOwnExclusions } from '#core/identity/exclusions/list.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { listOwnInvitations, readOwnOffering } from '#core/portal/holders/admissions.ts'
import { answerInvitation } from '#core/portal/holders/answer-invitation.ts'
import { appealOwnIdentity } from '#core/portal/holders/appeal.ts'
import { cancelOwnInvestment } from '#core/portal/holders/cancel-investment.ts'
import { readConsentReceipt } from '#core/portal/holders/consent-receipt.ts'
import { listOwnCredentials, renewConsent, withdrawConsent } from '#core/portal/holders/credentials.ts'
import { investAsHolder } from '#core/portal/holders/invest.ts'
import { listOwnMoves, moveOwnWallet, stopOwnMove } from '#core/portal/holders/move-wallet.ts'
import { endOwnOffer, listOwnOffers, offerOwnCredential } from '#core/portal/holders/offer-credential.ts'
import { listOwnHoldings, listOwnInvestments } from '#core/portal/holders/portfolio.ts'
import { revokeOwnCredential } from '#core/portal/holders/revoke-credential.ts'
import { readOwnVerification, saveOwnVerification, submitOwnVerification } from '#core/portal/holders/verification.ts'
import { withdrawOwnAccreditation } from '#core/portal/holders/withdraw-accreditation.ts'
import { withdrawOwnVerification } from '#core/portal/holders/withdraw-verification.ts'
import { listOwnWallets } from '#core/portal/user-wallets/list.ts'
import { listWalletTransactions } from '#core/portal/user-wallets/transactions.ts'
import { listNotifications } from '#core/record/notifications/list.ts'
import { markNotificationsRead } from '#core/record/notifications/mark-read.ts'
import { answerOwnQuestion, readOwnQuestion } from '#core/review/cases/own-question.ts'
import { bind } from './bind.ts'

/** What people do with their own records: verification, credentials, invitations, holdings. */
export function holderVerbs(ctx: Ctx) {
  return {
    uploadOwnDocument: async (input: Pick<UploadInput, 'kind' | 'file_name' | 'bytes'>) =>
      uploadDocument({ ctx: await personalCtx(ctx), input: { ...input, owner_type: 'user', owner_id: ctx.actor.id } }),
    listOwnDocuments: () => listDocuments({ ctx, input: { owner_type: 'user', owner_id: ctx.actor.id } }),
    ...bind(ctx, {
      readOwnVerification,
      saveOwnVerification,
      withdrawOwnVerification,
      withdrawOwnAccreditation,
      appealOwnIdentity,
      submitOwnVerification,

      /** Needs a fresh proof. */
      moveOwnWallet,
      listOwnMoves,
      stopOwnMove,

      listOwnCredentials,
      /** At once: it is their own. Needs a fresh proof. */
      revokeOwnCredential,
      /** Needs a fresh proof. */
      offerOwnCredential,
      listOwnOffers,
      endOwnOffer,
      withdrawConsent,
      readConsentReceipt,
      renewConsent,

      listOwnInvitations,
      readOwnOffering,
      answerInvitation,
      investAsHolder,
      cancelOwnInvestment,
      listOwnHoldings,
      listOwnInvestments,

      /** What a reviewer asks the signed-in person, or the organisation they act for. */
      readOwnQuestion,
      answerOwnQuestion,

      listNotifications,
      markNotificationsRead,
    }),
    ...bind(() => personalCtx(ctx), {
      listOwnWallets,
      listOwnWalletTransactions: listWalletTransactions,
      excludeOwn,
      listOwnExclusions,
    }),
  }
}
