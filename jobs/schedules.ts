import { recheckDomains } from '#core/access/domains/recheck.ts'
import { settleCopies } from '#core/identity/credentials/settle-copies.ts'
import { askProvidersAgain } from '#core/identity/providers/ask-again.ts'
import { refreshRevocationLists } from '#core/identity/revocations/refresh.ts'
import type { Services } from '#core/kernel/services.ts'
import { settleSubmitted } from '#core/markets/transactions/settle.ts'
import { measureStatus } from '#core/portal/status/measure.ts'
import { publishCheckpoint } from '#core/record/audit/checkpoint.ts'
import { mailHead } from '#core/record/audit/mail-head.ts'
import { forgetOldAnswers } from '#core/record/forget-answers.ts'
import { forgetFullLimits } from '#core/record/rate-limits/store.ts'
import { forgetOldRequestLogs } from '#core/record/request-logs.ts'
import { forgetOldAttempts } from '#core/record/webhooks/record.ts'
import { eraseDue } from '#core/review/erasure/erase.ts'
import { endThrowaways } from '#core/sandbox/worlds/end-throwaways.ts'
import { expireExceptions } from '#core/screening/exceptions/manage.ts'
import { forgetOldBulk } from '#core/screening/screenings/bulk/run.ts'
import { refreshRates } from '#core/sources/rates/refresh.ts'
import { runAllDue } from '#core/upkeep/deadlines/run-due.ts'
import { tellPolicies } from '#core/upkeep/deadlines/tell.ts'
import { tellExpiringKeys } from '#core/upkeep/deadlines/tell-expiring.ts'
import { fillDocumentKeys } from '#core/upkeep/document-keys.ts'
import { endOrganizations } from '#core/upkeep/erasure/end-organizations.ts'
import { eraseNameless } from '#core/upkeep/erasure/nameless.ts'
import { eraseRestored } from '#core/upkeep/erasure/restored.ts'
import { refreshLists } from '#core/upkeep/lists/refresh.ts'
import { rescreenPending } from '#core/upkeep/lists/rescreen-pending.ts'
import { tellStaleLists } from '#core/upkeep/lists/stale.ts'
import { forgetPastPeriod } from '#core/upkeep/retention.ts'

/** Jobs with a time of their own (cron, UTC). Each runs once over all processes. */
export const schedules: Record<string, { cron: string; run: (services: Services) => Promise<unknown> }> = {
  'measure-status': { cron: '* * * * *', run: measureStatus },
  'forget-request-logs': { cron: '27 3 * * *', run: forgetOldRequestLogs },
  'forget-attempts': { cron: '17 3 * * *', run: forgetOldAttempts },
  'forget-answers': { cron: '7 4 * * *', run: forgetOldAnswers },
  'forget-past-period': { cron: '17 4 * * *', run: forgetPastPeriod },
  'forget-limits': { cron: '37 3 * * *', run: forgetFullLimits },
  'refresh-rates': { cron: '*/20 * * * *', run: refreshRates },
  'refresh-lists': { cron: '7 * * * *', run: refreshLists },
  rescreen: { cron: '*/5 * * * *', run: rescreenPending },
  'tell-stale-lists': { cron: '*/10 * * * *', run: tellStaleLists },
  'expire-exceptions': { cron: '*/5 * * * *', run: expireExceptions },
  'tell-expiring-keys': { cron: '11 * * * *', run: tellExpiringKeys },
  'settle-credentials': { cron: '* * * * *', run: settleCopies },
  'settle-submitted': { cron: '* * * * *', run: settleSubmitted },
  'tell-policies': { cron: '* * * * *', run: tellPolicies },
  'recheck-domains': { cron: '23 * * * *', run: (services) => recheckDomains(services) },
  // Apart from what is due, which waits for nobody.
  'ask-providers': { cron: '* * * * *', run: askProvidersAgain },
  'refresh-revocation-lists': { cron: '3-59/10 * * * *', run: refreshRevocationLists },
  'run-due': { cron: '* * * * *', run: runAllDue },
  'end-organizations': { cron: '17 2 * * *', run: endOrganizations },
  'erase-due': { cron: '47 2 * * *', run: eraseDue },
  'erase-restored': { cron: '11,31,51 * * * *', run: eraseRestored },
  'erase-nameless': { cron: '53 2 * * *', run: eraseNameless },
  'fill-document-keys': { cron: '4-59/10 * * * *', run: fillDocumentKeys },
  'forget-bulk': { cron: '37 3 * * *', run: forgetOldBulk },
  'end-throwaways': { cron: '57 * * * *', run: endThrowaways },
  'mail-head': { cron: '13 6 * * *', run: mailHead },
  'publish-checkpoint': { cron: '0 * * * *', run: publishCheckpoint },
}
