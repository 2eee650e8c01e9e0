import { ExternalLink, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { messageOf } from '../../lib/back-end.ts'
import { dateTime } from '../../lib/dates.ts'
import { shortAddress } from '../../lib/format.ts'
import { NETWORKS, networkOf } from '../../lib/wallet/networks.ts'
import { useWallet } from '../../lib/wallet/wallet.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Select } from '../../ui/input.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { toast } from '../../ui/toast.ts'
import { Panel } from '../dashboard/layout.tsx'
import { Stat, StatRow } from '../dashboard/stat.tsx'
import { Seal } from '../seal.tsx'
import { StateBadge } from '../state-badge.tsx'
import type { KnownWallet } from './connect.tsx'
import { SendForm } from './send-form.tsx'

/** The connected wallet: who it is, what it has, what it did. */
export function WalletPanel({ loaderData }: { loaderData: { wallets: KnownWallet[]; identity: string } }) {
  const wallet = useWallet()
  const { session, address, chainId, balance, isKYCVerified } = wallet
  const network = networkOf(chainId)
  const mine = loaderData.wallets.find((each) => each.address.toLowerCase() === address?.toLowerCase())
  return (
    <>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-3">
        {isKYCVerified && mine?.credential ? (
          <Seal hash={mine.credential.hash} className="size-14" title="Seal of the credential" />
        ) : (
          <span aria-hidden className="size-14 rounded-full border border-rule-strong border-dashed" />
        )}
        <div className="min-w-0">
          <p className="flex items-center gap-1">
            <code className="truncate text-[0.9375rem] max-sm:max-w-[14rem]" data-testid="wallet-address">
              {address}
            </code>
            <CopyButton text={address ?? ''} label="Copy address" />
          </p>
          <p className="mt-0.5 flex flex-wrap gap-2">
            {isKYCVerified ? <Status tone="good">KYC verified</Status> : <Status tone="waiting">not verified</Status>}
            <Status>{wallet.provider ?? ''}</Status>
          </p>
        </div>
        <Button variant="outline" size="sm" className="ml-auto" onClick={() => session.disconnect()}>
          Disconnect
        </Button>
      </div>
      <StatRow className="mt-6">
        <Stat
          label="Balance"
          value={
            <span data-testid="wallet-balance" className="tabular">
              {balance} <span className="text-[1rem] text-soft">{network?.coin}</span>
            </span>
          }
          note={wallet.balanceUnknown ? 'Not known: this network could not be asked. Your wallet shows it.' : undefined}
        />
        <Stat label="Network" value={network?.name ?? 'Unknown'} note={<NetworkSwitch />} />
        <Stat
          label="Features"
          value={wallet.enabled ? 'On' : 'Off'}
          note={wallet.enabled ? 'Connected and verified.' : 'On when connected and verified.'}
        />
      </StatRow>
      {isKYCVerified ? null : <Prove identity={loaderData.identity} control={mine?.control ?? 'asserted'} />}
      <div className="mt-10 grid items-start gap-x-14 gap-y-10 lg:grid-cols-[4fr_7fr]">
        <Panel title="Send">
          <SendForm />
        </Panel>
        <Transactions explorer={network?.explorer ?? null} coin={network?.coin ?? ''} />
      </div>
    </>
  )
}

function NetworkSwitch() {
  const { chainId, session } = useWallet()
  const current = NETWORKS.find((each) => Number(each.chainId) === Number(chainId))
  return (
    <Select
      aria-label="Switch network"
      className="mt-1 h-9 w-auto max-w-full text-[0.875rem]"
      value={current?.chainId ?? ''}
      onChange={(event) => void session.switchNetwork(event.target.value)}
    >
      {current ? null : <option value="">Switch to…</option>}
      {NETWORKS.map((network) => (
        <option key={network.chainId} value={network.chainId}>
          {network.name}
        </option>
      ))}
    </Select>
  )
}

/** The step to a sealed wallet that is still missing, and the button that takes it. */
function Prove({ identity, control }: { identity: string; control: string }) {
  const { session } = useWallet()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const prove = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const { isKYCVerified } = await session.prove()
      toast.success(isKYCVerified ? 'Your credential is sealed to this wallet' : 'Control of the wallet is proven')
      await revalidate()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : messageOf(error))
    }
    setBusy(false)
  }
  return (
    <div className="mt-6 grid gap-4">
      <Alert tone="info" title={control === 'proven' ? 'Control of this wallet is proven' : 'Prove that this wallet is yours'}>
        {control === 'proven' ? null : (
          <p>Sign a message in your wallet. It costs nothing, moves nothing, and works once and for ten minutes.</p>
        )}
        {identity === 'verified' ? null : (
          <p className="mt-1">
            {identity === 'pending' ? 'Your identity is being looked at. ' : 'Your identity is not verified yet. '}
            <TextLink to="/dashboard/verification">{identity === 'pending' ? 'See its state' : 'Verify your identity'}</TextLink>, and the
            credential is sealed to this wallet.
          </p>
        )}
        {control === 'proven' && identity !== 'verified' ? null : (
          <Button size="sm" className="mt-3" busy={busy} busyLabel="Waiting for the signature" onClick={() => void prove()}>
            Sign to prove control
          </Button>
        )}
      </Alert>
      {problem ? <Alert tone="error">{problem}</Alert> : null}
    </div>
  )
}

function Transactions({ explorer, coin }: { explorer: string | null; coin: string }) {
  const { transactions, session } = useWallet()
  const pending = transactions.filter((each) => each.status === 'pending').length
  return (
    <Panel
      title="Transactions"
      note={pending > 0 ? `${pending} pending` : undefined}
      action={
        <Button variant="ghost" size="sm" onClick={() => void Promise.all([session.refreshTransactions(), session.refreshBalance()])}>
          <RotateCw className="size-4" aria-hidden /> Refresh
        </Button>
      }
    >
      {transactions.length === 0 ? (
        <EmptyState title="No transactions yet">What you send from here is listed as it happens.</EmptyState>
      ) : (
        <Table label="Transactions" className="row-cards">
          <thead>
            <tr>
              <Th>To</Th>
              <Th className="text-right">Amount</Th>
              <Th>State</Th>
              <Th>When (UTC)</Th>
              <Th>Hash</Th>
            </tr>
          </thead>
          <tbody>
            {transactions.map((each) => (
              <tr key={each.id}>
                <Td>
                  <code title={each.to}>{shortAddress(each.to)}</code>
                </Td>
                <Td data-label="Amount" className="tabular whitespace-nowrap text-right">
                  {each.value} {coin}
                </Td>
                <Td data-label="State">
                  <StateBadge of="sent_transaction" state={each.status} />
                </Td>
                <Td data-label="When (UTC)" className="tabular whitespace-nowrap text-soft">
                  {dateTime(each.timestamp)}
                </Td>
                <Td data-label="Hash">
                  {explorer ? (
                    <a
                      className="link inline-flex items-center gap-1"
                      href={`${explorer}/tx/${each.hash}`}
                      target="_blank"
                      rel="noreferrer"
                    >
                      <code>{shortAddress(each.hash)}</code> <ExternalLink className="size-3.5" aria-hidden />
                      <span className="sr-only">(opens the explorer)</span>
                    </a>
                  ) : (
                    <code title={each.hash}>{shortAddress(each.hash)}</code>
                  )}
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  )
}
