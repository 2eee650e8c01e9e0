import type { z } from 'zod'
import { listOwnActivity } from './accounts/activity.ts'
import { exportOwnData } from './accounts/export-data.ts'
import { readOwnAccount } from './accounts/read-account.ts'
import { readSecurity } from './accounts/read-security.ts'
import { requestErasure, withdrawErasure } from './accounts/request-erasure.ts'
import type { profileSchema } from './accounts/schemas.ts'
import { updateOwnProfile } from './accounts/update-profile.ts'
import { adminVerbs } from './admin-verbs.ts'
import { createApiKey, type createKeyInput } from './api-keys/create.ts'
import { listApiKeys } from './api-keys/list.ts'
import { revokeApiKey } from './api-keys/revoke.ts'
import { readAppeal } from './appeals/read.ts'
import { auditReceipt } from './audit/receipt.ts'
import { type auditSearchInput, searchAudit } from './audit/search.ts'
import { verifyAuditLog } from './audit/verify-log.ts'
import type { Ctx, Environment } from './context.ts'
import { bindDeveloperVerbs } from './developer-verbs.ts'
import { downloadDocument } from './documents/download.ts'
import { listDocuments } from './documents/list.ts'
import type { Owner } from './documents/owner.ts'
import { removeDocument } from './documents/remove.ts'
import { type UploadInput, uploadDocument } from './documents/upload.ts'
import { ERRORS, type ErrorCode } from './errors.ts'
import { EVENT_TYPES } from './event-types.ts'
import {
  approveException,
  createException,
  createExceptionInput,
  listExceptions,
  listExceptionsQuery,
  refuseException,
  removeException,
} from './exceptions/manage.ts'
import { holderVerbs } from './holder-verbs.ts'
import { inviteInput, inviteInvestor, listInvitations, listInvitationsInput, withdrawInvitation } from './invitations/invite.ts'
import { issuerVerbs } from './issuer-verbs.ts'
import { listDeltaInput, listListVersions, listVersionsInput, readBlastRadius, readListDelta, refreshListsNow } from './lists/versions.ts'
import { listPasskeys } from './passkeys/list.ts'
import { renamePasskey } from './passkeys/rename.ts'
import { policyInForce } from './policies/list.ts'
import { readPublicStatement } from './reserves/read.ts'
import { decideRoleRequest, type roleDecisionInput } from './roles/decide.ts'
import { listRoleRequests, type roleRequestListInput } from './roles/list.ts'
import { listOwnRoleRequests } from './roles/list-own.ts'
import { requestIssuerRole } from './roles/request.ts'
import { SCENARIOS } from './sandbox/scenarios.ts'
import { previewThreshold, thresholdPreviewInput } from './screenings/preview-threshold.ts'
import { startSecondFactorSetup } from './second-factor/start-setup.ts'
import { listSessions } from './sessions/list.ts'
import { revokeSession } from './sessions/revoke.ts'
import { revokeOtherSessions } from './sessions/revoke-others.ts'
import { addSignInWallet, challengeToAddWallet } from './sign-in-wallets/add.ts'
import { listSignInWallets } from './sign-in-wallets/list.ts'
import { removeSignInWallet } from './sign-in-wallets/remove.ts'
import { statusReport } from './status/report.ts'
import { answerStatusSubscription, readStatusLink } from './status/subscribe.ts'
import { withStorableInput } from './storable.ts'
import { listMonitoredSubjects, listSubjectsQuery, stopMonitoring } from './subjects/manage.ts'
import { listUserActivity } from './users/activity.ts'
import { addUserRole } from './users/add-role.ts'
import { exportUsers } from './users/export.ts'
import type { UserFilter } from './users/filter.ts'
import { getUser } from './users/get.ts'
import { removeUserRole } from './users/remove-role.ts'
import { replaceUserRole } from './users/replace-role.ts'
import { searchUsers, type userSearchInput } from './users/search.ts'
import { setVerificationStatus, type verificationStatusInput } from './users/set-verification-status.ts'
import { setUserVerified, type verifiedInput } from './users/set-verified.ts'
import { type reactivateInput, reactivateUser, type suspendInput, suspendUser } from './users/suspend.ts'

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
    /** What the status page shows, and what the links of the status mails do, for whoever asks. */
    statusReport: () => statusReport(ctx.services),
    readStatusLink: (input: { token: string; subscribe: boolean }) => readStatusLink({ ctx, input }),
    answerStatusSubscription: (input: { token: string; subscribe: boolean }) => answerStatusSubscription({ ctx, input }),
    /** Which rules decide, and since when, for whoever asks. */
    policyInForce: () => policyInForce(ctx.services),
    /** A reserve statement, for whoever has its address. */
    readPublicStatement: (input: { id: string }) => readPublicStatement(ctx.services, input.id),
    /** How an appeal stands, for whoever has the id its opening gave. */
    readAppeal: (input: { id: string }) => readAppeal({ ctx, input }),
    /** The published catalogue of sandbox scenarios, for whoever asks. */
    listScenarioNames: () => SCENARIOS.map(({ code, name, title, market }) => ({ code, name, title, market: market as string })),
    readOwnAccount: () => readOwnAccount({ ctx }),
    listOwnActivity: (input: { limit: number; before?: string }) => listOwnActivity({ ctx, input }),
    listApiKeys: () => listApiKeys({ ctx }),
    createApiKey: (input: z.output<typeof createKeyInput>) => createApiKey({ ctx, input }),
    revokeApiKey: (input: { id: string }) => revokeApiKey({ ctx, input }),

    // Sanctions lists, for administrators: versions with age and progress, differences, blast radius, refresh.
    listListVersions: (input: z.input<typeof listVersionsInput> = {}) => listListVersions({ ctx, input: listVersionsInput.parse(input) }),
    readListDelta: (input: z.input<typeof listDeltaInput>) => readListDelta({ ctx, input: listDeltaInput.parse(input) }),
    readBlastRadius: () => readBlastRadius({ ctx }),
    refreshListsNow: () => refreshListsNow({ ctx }),
    // Screening: what another threshold would do, who is watched, what was decided to be a false positive.
    previewThreshold: (input: z.input<typeof thresholdPreviewInput> = {}) =>
      previewThreshold({ ctx, input: thresholdPreviewInput.parse(input) }),
    listMonitoredSubjects: (input: z.input<typeof listSubjectsQuery> = {}) =>
      listMonitoredSubjects({ ctx, input: listSubjectsQuery.parse(input) }),
    stopMonitoring: (input: { id: string }) => stopMonitoring({ ctx, input }),
    listExceptions: (input: z.input<typeof listExceptionsQuery> = {}) => listExceptions({ ctx, input: listExceptionsQuery.parse(input) }),
    createException: (input: z.input<typeof createExceptionInput>) => createException({ ctx, input: createExceptionInput.parse(input) }),
    approveException: (input: { id: string; note?: string }) => approveException({ ctx, input }),
    refuseException: (input: { id: string; note?: string }) => refuseException({ ctx, input }),
    removeException: (input: { id: string }) => removeException({ ctx, input }),

    uploadDocument: (input: UploadInput) => uploadDocument({ ctx, input }),
    listDocuments: (input: Owner) => listDocuments({ ctx, input }),
    downloadDocument: (input: { id: string }) => downloadDocument({ ctx, input }),
    removeDocument: (input: { id: string }) => removeDocument({ ctx, input }),
    inviteInvestor: async (input: unknown) => inviteInvestor({ ctx, input: inviteInput.parse(input) }),
    listInvitations: async (input: z.input<typeof listInvitationsInput>) =>
      listInvitations({ ctx, input: listInvitationsInput.parse(input) }),
    withdrawInvitation: (input: { id: string }) => withdrawInvitation({ ctx, input }),
    ...holderVerbs(ctx),
    requestIssuerRole: (input: { reason: string }) => requestIssuerRole({ ctx, input }),
    listOwnRoleRequests: () => listOwnRoleRequests({ ctx }),
    readSecurity: () => readSecurity({ ctx }),
    updateOwnProfile: (input: z.input<typeof profileSchema>) => updateOwnProfile({ ctx, input }),
    exportOwnData: () => exportOwnData({ ctx }),
    requestErasure: (input: { reason?: string }) => requestErasure({ ctx, input }),
    withdrawErasure: () => withdrawErasure({ ctx }),
    startSecondFactorSetup: () => startSecondFactorSetup({ ctx }),
    listPasskeys: () => listPasskeys({ ctx }),
    renamePasskey: (input: { id: string; name: string }) => renamePasskey({ ctx, input }),
    listSessions: () => listSessions({ ctx }),
    revokeSession: (input: { id: string }) => revokeSession({ ctx, input }),
    revokeOtherSessions: () => revokeOtherSessions({ ctx }),
    listSignInWallets: () => listSignInWallets({ ctx }),
    challengeToAddWallet: (input: unknown) => challengeToAddWallet({ ctx, input }),
    addSignInWallet: (input: unknown) => addSignInWallet({ ctx, input }),
    removeSignInWallet: (input: { id: string }) => removeSignInWallet({ ctx, input }),

    // For admins; anybody else is refused, and the attempt is audited. Those marked * need a fresh second factor.
    searchUsers: (input: z.input<typeof userSearchInput>) => searchUsers({ ctx, input }),
    /** * */
    exportUsers: (input: UserFilter) => exportUsers({ ctx, input }),
    getUser: (input: { id: string }) => getUser({ ctx, input }),
    listUserActivity: (input: { id: string; page?: number; per_page?: number }) => listUserActivity({ ctx, input }),
    setUserVerified: (input: z.input<typeof verifiedInput>) => setUserVerified({ ctx, input }),
    setVerificationStatus: (input: z.input<typeof verificationStatusInput>) => setVerificationStatus({ ctx, input }),
    /** * */
    replaceUserRole: (input: { id: string; role: string }) => replaceUserRole({ ctx, input }),
    /** * */
    addUserRole: (input: { id: string; role: string }) => addUserRole({ ctx, input }),
    /** * */
    suspendUser: (input: z.input<typeof suspendInput>) => suspendUser({ ctx, input }),
    /** * */
    reactivateUser: (input: z.input<typeof reactivateInput>) => reactivateUser({ ctx, input }),
    /** * */
    removeUserRole: (input: { id: string; role: string }) => removeUserRole({ ctx, input }),
    listRoleRequests: (input: z.input<typeof roleRequestListInput>) => listRoleRequests({ ctx, input }),
    /** * */
    decideRoleRequest: (input: z.input<typeof roleDecisionInput>) => decideRoleRequest({ ctx, input }),
    searchAudit: (input: z.input<typeof auditSearchInput>) => searchAudit({ ctx, input }),
    verifyAuditLog: () => verifyAuditLog({ ctx }),
    auditReceipt: (input: { id: string }) => auditReceipt({ ctx, input }),
    ...adminVerbs(ctx),
    /** What the developer screens do, in one of the two environments. */
    developer: async (environment: Environment) => withStorableInput(await bindDeveloperVerbs(ctx, environment)),
    ...issuerVerbs(ctx),
  }
  return withStorableInput(verbs, ['describeError'])
}

export type Verbs = ReturnType<typeof bindVerbs>
