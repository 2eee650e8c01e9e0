import { listOwnActivity } from '#core/access/accounts/activity.ts'
import { readOwnAccount } from '#core/access/accounts/read-account.ts'
import { requestErasure, withdrawErasure } from '#core/access/accounts/request-erasure.ts'
import { updateOwnProfile } from '#core/access/accounts/update-profile.ts'
import { createApiKey } from '#core/access/api-keys/create.ts'
import { listApiKeys } from '#core/access/api-keys/list.ts'
import { revokeApiKey } from '#core/access/api-keys/revoke.ts'
import { changeMemberRole, leaveOrganization, removeMember, transferOwnership } from '#core/access/members/change.ts'
import { inviteMember, listMemberInvitations, revokeMemberInvitation } from '#core/access/members/invite.ts'
import { acceptInvitation, readInvitation } from '#core/access/members/join.ts'
import { listMembers } from '#core/access/members/list.ts'
import { nameAuthors } from '#core/access/members/name-authors.ts'
import { teamPowers } from '#core/access/members/powers.ts'
import {
  changeOrganizationRole,
  createOrganizationRole,
  deleteOrganizationRole,
  listOrganizationRoles,
} from '#core/access/members/roles.ts'
import { createServiceAccount, endServiceAccount, listServiceAccounts } from '#core/access/members/service-accounts.ts'
import { createOrganization, listOwnOrganizations, workIn } from '#core/access/members/work-in.ts'
import { exportOwnData } from '#core/access/own-account/export-data.ts'
import { readSecurity } from '#core/access/own-account/read-security.ts'
import { listPasskeys } from '#core/access/passkeys/list.ts'
import { renamePasskey } from '#core/access/passkeys/rename.ts'
import { decideRoleRequest } from '#core/access/roles/decide.ts'
import { listRoleRequests } from '#core/access/roles/list.ts'
import { listOwnRoleRequests } from '#core/access/roles/list-own.ts'
import { requestIssuerRole } from '#core/access/roles/request.ts'
import { startSecondFactorSetup } from '#core/access/second-factor/start-setup.ts'
import { listSessions } from '#core/access/sessions/list.ts'
import { revokeSession } from '#core/access/sessions/revoke.ts'
import { revokeOtherSessions } from '#core/access/sessions/revoke-others.ts'
import { addSignInWallet, challengeToAddWallet, challengeToConfirm } from '#core/access/sign-in-wallets/add.ts'
import { listSignInWallets } from '#core/access/sign-in-wallets/list.ts'
import { removeSignInWallet } from '#core/access/sign-in-wallets/remove.ts'
import { establishTenantFacts, readFactsOfTenant } from '#core/access/tenant/facts.ts'
import { listUserActivity } from '#core/access/users/activity.ts'
import { addUserRole } from '#core/access/users/add-role.ts'
import { exportUsers } from '#core/access/users/export.ts'
import { getUser } from '#core/access/users/get.ts'
import { removeUserRole } from '#core/access/users/remove-role.ts'
import { replaceUserRole } from '#core/access/users/replace-role.ts'
import { searchUsers } from '#core/access/users/search.ts'
import { setUserVerified } from '#core/access/users/set-verified.ts'
import { reactivateUser, suspendUser } from '#core/access/users/suspend.ts'
import { readPublicCredential } from '#core/identity/credentials/public.ts'
import { downloadDocument } from '#core/identity/documents/download.ts'
import { listDocuments } from '#core/identity/documents/list.ts'
import { uploadDocument } from '#core/identity/documents/upload.ts'
import { openPresentation, readWalletAnswer } from '#core/identity/presentations/begin.ts'
import { returnToPage } from '#core/identity/presentations/return.ts'
import {
  listIdentityProviders,
  listProviderForms,
  removeIdentityProvider,
  setIdentityProvider,
  testIdentityProvider,
} from '#core/identity/providers/settings.ts'
import { faceVerbs } from '#core/identity/reviews/face.ts'
import { removePicture, sendPicture } from '#core/identity/reviews/pictures.ts'
import { sayDocument, sayWhoYouAre } from '#core/identity/reviews/tell.ts'
import type { Ctx, Environment } from '#core/kernel/context.ts'
import { ERRORS, type ErrorCode } from '#core/kernel/errors.ts'
import { withStorableInput } from '#core/kernel/storable.ts'
import { readPublicStatement } from '#core/markets/reserves/read.ts'
import { removeDocument } from '#core/portal/holders/remove-document.ts'
import { inviteInvestor, listInvitationRows, withdrawInvitation } from '#core/portal/invitations/invite.ts'
import { statusReport } from '#core/portal/status/report.ts'
import { answerStatusSubscription, readStatusLink } from '#core/portal/status/subscribe.ts'
import { auditReceipt } from '#core/record/audit/receipt.ts'
import { searchAudit } from '#core/record/audit/search.ts'
import { verifyAuditLog } from '#core/record/audit/verify-log.ts'
import { EVENT_TYPES } from '#core/record/events/event-types.ts'
import { policyInForce } from '#core/record/policies/list.ts'
import { readAppeal } from '#core/review/appeals/read.ts'
import { decideMemberChange, decideMemberChanges, listMemberChanges } from '#core/review/cases/member-changes.ts'
import { submitIdentityReview } from '#core/review/identity/submit.ts'
import { verifyPageVerbs } from '#core/review/identity/verify-page.ts'
import { setVerificationStatus } from '#core/review/own-records/set-verification-status.ts'
import { presentSimulatedOnPage } from '#core/sandbox/simulated/present.ts'
import { approveException, createException, listExceptions, refuseException, removeException } from '#core/screening/exceptions/manage.ts'
import { settleHeldList } from '#core/screening/lists/release.ts'
import { listListVersions, readBlastRadius, readListDelta, refreshListsNow } from '#core/screening/lists/versions.ts'
import { previewThreshold } from '#core/screening/screenings/preview-threshold.ts'
import { listMonitoredSubjects, stopMonitoring } from '#core/screening/subjects/manage.ts'
import { accreditationPageVerbs } from '#core/securities/investors/accreditation/withdraw.ts'
import { SCENARIOS } from '#core/sources/personas/sandbox.ts'
import { endOrganization, keepOrganization } from '#core/upkeep/erasure/end-organizations.ts'
import { adminVerbs } from './admin-verbs.ts'
import { bind } from './bind.ts'
import { decisionVerbs } from './decision-verbs.ts'
import { deskVerbs } from './desk-verbs.ts'
import { bindDeveloperVerbs } from './developer-verbs.ts'
import { holderVerbs } from './holder-verbs.ts'
import { issuerVerbs } from './issuer-verbs.ts'
import { signOnVerbs } from './sign-on-verbs.ts'
import { workVerbs } from './work-verbs.ts'

/** What people do with their own account, and administrators with everybody's. */
const accountVerbs = (ctx: Ctx) =>
  bind(ctx, {
    requestIssuerRole,
    listOwnOrganizations,
    workIn,
    createOrganization,
    acceptInvitation,
    leaveOrganization,
    /** Needs a fresh proof. */
    endOrganization,
    keepOrganization,
    /** Needs a fresh proof, as does each change of who may do what. */
    transferOwnership,
    teamPowers,
    listMemberChanges,
    decideMemberChange,
    decideMemberChanges,
    listMembers,
    nameAuthors,
    inviteMember,
    listMemberInvitations,
    revokeMemberInvitation,
    changeMemberRole,
    removeMember,
    listOrganizationRoles,
    createOrganizationRole,
    changeOrganizationRole,
    deleteOrganizationRole,
    listServiceAccounts,
    createServiceAccount,
    endServiceAccount,
    listOwnRoleRequests,
    readSecurity,
    updateOwnProfile,
    exportOwnData,
    requestErasure,
    withdrawErasure,
    startSecondFactorSetup,
    listPasskeys,
    renamePasskey,
    listSessions,
    revokeSession,
    revokeOtherSessions,
    listSignInWallets,
    challengeToAddWallet,
    challengeToConfirm,
    addSignInWallet,
    removeSignInWallet,

    // For admins; anybody else is refused, and the attempt is audited. Those marked * need a fresh second factor.
    searchUsers,
    /** * */
    exportUsers,
    getUser,
    listUserActivity,
    setUserVerified,
    setVerificationStatus,
    /** * */
    replaceUserRole,
    /** * */
    addUserRole,
    /** * */
    suspendUser,
    /** * */
    reactivateUser,
    /** * */
    removeUserRole,
    listRoleRequests,
    /** * */
    decideRoleRequest,
    searchAudit,
    verifyAuditLog,
    auditReceipt,
  })

/**
 * The verbs that pages call in process, bound to the signed-in person. Pages get them through React Router's context and
 * know only this type.
 */
export function bindVerbs(ctx: Ctx) {
  const verbs = {
    /** An error code's status and title, for its page; null for a code that does not exist. */
    describeError: (code: string): { status: number; title: string } | null =>
      Object.hasOwn(ERRORS, code) ? ERRORS[code as ErrorCode] : null,
    /** Every event type with when it is sent, for whoever asks. */
    listEventTypes: (): { type: string; when: string }[] => [...EVENT_TYPES].map(([type, when]) => ({ type, when })),
    /** What the status page shows, for whoever asks. */
    statusReport: () => statusReport(ctx.services),
    /** Which rules decide, and since when, for whoever asks. */
    policyInForce: () => policyInForce(ctx.services),
    /** A reserve statement, for whoever has its address. */
    readPublicStatement: (input: { id: string }) => readPublicStatement(ctx.services, input.id),
    /** The published catalogue of sandbox scenarios, for whoever asks. */
    listScenarioNames: () => SCENARIOS.map(({ code, name, title, market }) => ({ code, name, title, market: market as string })),
    ...bind(ctx, {
      // For whoever has the link of a status mail, the id an appeal's opening gave, or a credential's address.
      readStatusLink,
      answerStatusSubscription,
      readAppeal,
      readPublicCredential,
      // For whoever has the link of an invitation.
      readInvitation,
      // For whoever has the secret of an identity session.
      openPresentation,
      returnToPage,
      readWalletAnswer,
      presentSimulatedOnPage,
      // For whoever has the address of a session.
      ...verifyPageVerbs,
      sayWhoYouAre,
      sayDocument,
      sendPicture,
      removePicture,
      submitIdentityReview,
      ...faceVerbs,

      ...accreditationPageVerbs,
      setIdentityProvider,
      listIdentityProviders,
      listProviderForms,
      testIdentityProvider,
      removeIdentityProvider,
      uploadDocument,
      listDocuments,
      downloadDocument,
      removeDocument,
      readOwnAccount,
      listOwnActivity,
      listApiKeys,
      createApiKey,
      revokeApiKey,
      establishTenantFacts,
      readFactsOfTenant,

      // Sanctions lists, for administrators: versions with age and progress, differences, blast radius, refresh.
      listListVersions,
      readListDelta,
      readBlastRadius,
      refreshListsNow,
      settleHeldList,
      // Screening: what another threshold would do, who is watched, what was decided to be a false positive.
      previewThreshold,
      listMonitoredSubjects,
      stopMonitoring,
      listExceptions,
      createException,
      approveException,
      refuseException,
      removeException,
      inviteInvestor,
      listInvitationRows,
      withdrawInvitation,
    }),
    ...accountVerbs(ctx),
    ...holderVerbs(ctx),
    ...{ ...deskVerbs(ctx), ...adminVerbs(ctx), ...signOnVerbs(ctx), ...decisionVerbs(ctx), ...workVerbs(ctx) },
    /** What the developer screens do, in one of the two environments. */
    developer: async (environment: Environment) => withStorableInput(await bindDeveloperVerbs(ctx, environment)),
    ...issuerVerbs(ctx),
  }
  return withStorableInput(verbs, ['describeError'])
}

export type Verbs = ReturnType<typeof bindVerbs>
