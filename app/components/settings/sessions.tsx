import type { Security } from '#core/access/own-account/read-security.ts'
import { callBackEnd } from '../../lib/back-end.ts'
import { dateTime } from '../../lib/dates.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../dashboard/layout.tsx'
import { useOwnAct } from './use-own-act.ts'

const ways: Record<string, string> = {
  password: 'password',
  passkey: 'passkey',
  wallet: 'wallet',
  mail: 'mailed link',
  sign_on: 'organisation',
}

/** Where the person is signed in. */
export function SessionsPanel({ sessions }: { sessions: Security['sessions'] }) {
  const { busy, run } = useOwnAct()
  return (
    <Panel
      title="Sessions"
      note="Every browser that is signed in to your account. Times are in UTC."
      action={
        sessions.length > 1 ? (
          <Button
            variant="outline"
            size="sm"
            busy={busy === 'others'}
            onClick={() => void run('others', () => callBackEnd('/api/accounts/sessions/revoke-others', {}), 'All other sessions ended')}
          >
            End all others
          </Button>
        ) : null
      }
    >
      <ul className="border-rule border-t">
        {sessions.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-rule border-b py-3">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2 font-semibold">
                {session.device} {session.current ? <Badge tone="good">this session</Badge> : null}
              </p>
              <p className="tabular text-[0.9375rem] text-soft">
                {session.ip ? `${session.ip} · ` : ''}by {ways[session.method] ?? session.method}, {dateTime(session.created_at)} · last
                used {dateTime(session.last_used_at)}
              </p>
            </div>
            {session.current ? null : (
              <Button
                variant="outline"
                size="sm"
                busy={busy === session.id}
                onClick={() => void run(session.id, () => callBackEnd(`/api/accounts/sessions/${session.id}/revoke`, {}), 'Session ended')}
              >
                End<span className="sr-only"> the session of {session.device}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
