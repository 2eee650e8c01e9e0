import type { z } from 'zod'
import { listOwnActivity } from '#core/access/accounts/activity.ts'
import { readOwnAccount } from '#core/access/accounts/read-account.ts'
import { requestErasure, withdrawErasure } from '#core/access/accounts/request-erasure.ts'
import type { profileSchema } from '#core/access/accounts/schemas.ts'
import { updateOwnProfile } from '#core/access/accounts/update-profile.ts'
import { createApiKey } from '#core/access/api-keys/create.ts'
import { listApiKeys } from '#core/access/api-keys/list.ts'
import { revokeApiKey } from '#core/access/api-keys/revoke.ts'
import { exportOwnData } from '#core/access/own-account/export-data.ts'
import { readSecurity } from '#core/access/own-account/read-security.ts'
import { listPasskeys } from '#core/access/passkeys/list.ts'
import { renamePasskey } from '#core/access/passkeys/rename.ts'
import { decideRoleRequest, type roleDecisionInput } from '#core/access/roles/decide.ts'
import { listRoleRequests, type roleRequestListInput } from '#core/access/roles/list.ts'
import { listOwnRoleRequests } from '#core/access/roles/list-own.ts'
import { requestIssuerRole } from '#core/access/roles/request.ts'
import { startSecondFactorSetup } from '#core/access/second-factor/start-setup.ts'
import { listSessions } from '#core/access/sessions/list.ts'
import { revokeSession } from '#core/access/sessions/revoke.ts'
import { revokeOtherSessions } from '#core/access/sessions/revoke-others.ts'
import { addSignInWallet, challengeToAddWallet } from '#core/access/sign-in-wallets/add.ts'
import { listSignInWallets } from '#core/access/sign-in-wallets/list.ts'
import { removeSignInWallet } from '#core/access/sign-in-wallets/remove.ts'
import { establishTenantFacts, readFactsOfTenant } from '#core/access/tenant/facts.ts'
import { listUserActivity } from '#core/access/users/activity.ts'
import { addUserRole } from '#core/access/users/add-role.ts'
import { exportUsers } from '#core/access/users/export.ts'
import type { UserFilter } from '#core/access/users/filter.ts'
import { getUser } from '#core/access/users/get.ts'
import { removeUserRole } from '#core/access/users/remove-role.ts'
import { replaceUserRole } from '#core/access/users/replace-role.ts'
import { searchUsers, type userSearchInput } from '#core/access/users/search.ts'
import { setUserVerified, type verifiedInput } from '#core/access/users/set-verified.ts'
import { type reactivateInput, reactivateUser, type suspendInput, suspendUser } from '#core/access/users/suspend.ts'
import { downloadDocument } from '#core/identity/documents/download.ts'
import { listDocuments } from '#core/identity/documents/list.ts'
import type { Owner } from '#core/identity/documents/owner.ts'
import { type UploadInput, uploadDocument } from '#core/identity/documents/upload.ts'
import type { Ctx, Environment } from '#core/kernel/context.ts'
import { ERRORS, type ErrorCode } from '#core/kernel/errors.ts'
import { parseInput } from '#core/kernel/parse-input.ts'
import { withStorableInput } from '#core/kernel/storable.ts'
import { readPublicStatement } from '#core/markets/reserves/read.ts'
import { removeDocument } from '#core/portal/holders/remove-document.ts'
import { inviteInvestor, listInvitationRows, withdrawInvitation } from '#core/portal/invitations/invite.ts'
import { statusReport } from '#core/portal/status/report.ts'
import { answerStatusSubscription, readStatusLink } from '#core/portal/status/subscribe.ts'
import { auditReceipt } from '#core/record/audit/receipt.ts'
import { type auditSearchInput, searchAudit } from '#core/record/audit/search.ts'
import { verifyAuditLog } from '#core/record/audit/verify-log.ts'
import { EVENT_TYPES } from '#core/record/events/event-types.ts'
import { policyInForce } from '#core/record/policies/list.ts'
import { readAppeal } from '#core/review/appeals/read.ts'
import { setVerificationStatus, type verificationStatusInput } from '#core/review/own-records/set-verification-status.ts'
import { approveException, createException, listExceptions, refuseException, removeException } from '#core/screening/exceptions/manage.ts'
import { settleHeldList, settleListInput } from '#core/screening/lists/release.ts'
import {
  listDeltaInput,
  listListVersions,
  listVersionsInput,
  readBlastRadius,
  readListDelta,
  refreshListsNow,
} from '#core/screening/lists/versions.ts'
import { previewThreshold } from '#core/screening/screenings/preview-threshold.ts'
import { listMonitoredSubjects, stopMonitoring } from '#core/screening/subjects/manage.ts'
import { SCENARIOS } from '#core/sources/personas/sandbox.ts'
import { adminVerbs } from './admin-verbs.ts'
import { bind } from './bind.ts'
import { bindDeveloperVerbs } from './developer-verbs.ts'
import { holderVerbs } from './holder-verbs.ts'
import { issuerVerbs } from './issuer-verbs.ts'

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
    ...bind(ctx, { listApiKeys, createApiKey, revokeApiKey, establishTenantFacts, readFactsOfTenant }),

    // Sanctions lists, for administrators: versions with age and progress, differences, blast radius, refresh.
    listListVersions: (input: z.input<typeof listVersionsInput> = {}) => listListVersions({ ctx, input: listVersionsInput.parse(input) }),
    readListDelta: (input: z.input<typeof listDeltaInput>) => readListDelta({ ctx, input: listDeltaInput.parse(input) }),
    readBlastRadius: () => readBlastRadius({ ctx }),
    refreshListsNow: () => refreshListsNow({ ctx }),
    settleHeldList: (input: unknown) => settleHeldList({ ctx, input: parseInput(settleListInput, input) }),
    // Screening: what another threshold would do, who is watched, what was decided to be a false positive.
    ...bind(ctx, {
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

    uploadDocument: (input: UploadInput) => uploadDocument({ ctx, input }),
    listDocuments: (input: Owner) => listDocuments({ ctx, input }),
    downloadDocument: (input: { id: string }) => downloadDocument({ ctx, input }),
    removeDocument: (input: { id: string }) => removeDocument({ ctx, input }),
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
