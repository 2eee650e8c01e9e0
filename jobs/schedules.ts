import { tellExpiringKeys } from '#core/api-keys/tell-expiring.ts'
import { publishCheckpoint } from '#core/audit/checkpoint.ts'
import { mailHead } from '#core/audit/mail-head.ts'
import { runAllDue } from '#core/deadlines/run-due.ts'
import { eraseDue } from '#core/erasure/erase.ts'
import { expireExceptions } from '#core/exceptions/manage.ts'
import { forgetOldAnswers } from '#core/forget-answers.ts'
import { refreshLists } from '#core/lists/refresh.ts'
import { rescreenPending } from '#core/lists/rescreen-pending.ts'
import { tellStaleLists } from '#core/lists/stale.ts'
import { tellPolicies } from '#core/policies/tell.ts'
import { forgetFullLimits } from '#core/rate-limits/store.ts'
import { refreshRates } from '#core/rates/refresh.ts'
import { forgetOldRequestLogs } from '#core/request-logs.ts'
import { forgetPastPeriod } from '#core/retention.ts'
import { endThrowaways } from '#core/sandbox/end-throwaways.ts'
import { forgetOldBulk } from '#core/screenings/bulk/run.ts'
import type { Services } from '#core/services.ts'
import { measureStatus } from '#core/status/measure.ts'
import { settleSubmitted } from '#core/transactions/settle.ts'
import { forgetOldAttempts } from '#core/webhooks/record.ts'

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
  'settle-submitted': { cron: '* * * * *', run: settleSubmitted },
  'tell-policies': { cron: '* * * * *', run: tellPolicies },
  'run-due': { cron: '* * * * *', run: runAllDue },
  'erase-due': { cron: '47 2 * * *', run: eraseDue },
  'forget-bulk': { cron: '37 3 * * *', run: forgetOldBulk },
  'end-throwaways': { cron: '57 * * * *', run: endThrowaways },
  'mail-head': { cron: '13 6 * * *', run: mailHead },
  'publish-checkpoint': { cron: '0 * * * *', run: publishCheckpoint },
}
