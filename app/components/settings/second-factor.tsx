import { useState } from 'react'
import type { Security } from '#core/access/own-account/read-security.ts'
import { callBackEnd } from '../../lib/back-end.ts'
import { Alert } from '../../ui/alert.tsx'
import { Status } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Panel } from '../dashboard/layout.tsx'
import { BackupCodes } from '../mfa/backup-codes.tsx'
import { useOwnAct } from './use-own-act.ts'

/** The authenticator app and its backup codes. */
export function SecondFactorPanel({ security }: { security: Security }) {
  const { busy, run } = useOwnAct()
  const [asked, setAsked] = useState<'disable' | 'codes' | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const { mfaEnabled, backupCodesLeft } = security

  const disable = () => {
    setAsked(null)
    setCodes(null)
    void run(
      'disable',
      () => callBackEnd('/api/accounts/mfa/disable', {}),
      { title: 'MFA Disabled', description: 'Multi-factor authentication has been disabled for your account' },
      { title: 'Error', description: 'Failed to disable MFA. Please try again.' },
    )
  }
  const renew = () => {
    setAsked(null)
    void run(
      'codes',
      async () => {
        const made = await callBackEnd<{ backup_codes: string[] }>('/api/accounts/mfa/backup-codes', {})
        setCodes(made.backup_codes)
      },
      'New backup codes made. The old ones no longer work.',
    )
  }
  return (
    <Panel
      title="Authenticator app"
      note="On your phone: after the password, signing in asks for its code."
      action={<Status tone={mfaEnabled ? 'good' : 'neutral'}>{mfaEnabled ? 'on' : 'off'}</Status>}
    >
      {mfaEnabled ? (
        <>
          <p>
            <strong className="font-semibold">{backupCodesLeft}</strong> of 8 backup codes left.
          </p>
          {backupCodesLeft <= 2 && !codes ? (
            <Alert tone="warning" className="mt-3">
              Make new backup codes before you run out of them.
            </Alert>
          ) : null}
          {codes ? (
            <div className="mt-4">
              <Alert tone="success" className="mb-3">
                Keep these now: they are shown this once.
              </Alert>
              <BackupCodes codes={codes} />
            </div>
          ) : null}
          <div className="mt-4 flex flex-wrap gap-3">
            <Button variant="outline" size="sm" busy={busy === 'codes'} onClick={() => setAsked('codes')}>
              New backup codes
            </Button>
            <ButtonLink to="/setup-mfa" variant="outline" size="sm">
              Use another authenticator
            </ButtonLink>
            <Button variant="outline" size="sm" busy={busy === 'disable'} onClick={() => setAsked('disable')}>
              Turn off
            </Button>
          </div>
        </>
      ) : (
        <ButtonLink to="/setup-mfa" size="sm">
          Set up
        </ButtonLink>
      )}
      <Confirm
        open={asked === 'disable'}
        onOpenChange={(open) => (open ? undefined : setAsked(null))}
        title="Turn two-factor authentication off?"
        action="Turn off"
        onConfirm={disable}
      >
        Your password alone will then open your account. The backup codes stop working, and every other session ends.
      </Confirm>
      <Confirm
        open={asked === 'codes'}
        onOpenChange={(open) => (open ? undefined : setAsked(null))}
        title="Make new backup codes?"
        action="Make new codes"
        destructive={false}
        onConfirm={renew}
      >
        All old codes stop working at once, and every other session ends.
      </Confirm>
    </Panel>
  )
}
