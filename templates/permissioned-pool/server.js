import { serveStarter } from '../starter.js'

/** The contract that asks for the permit: `chains/contracts/PermitGate.sol`, where you deployed it. */
const { POOL_CONTRACT, POOL_CHAIN_ID = '1' } = process.env

serveStarter({
  title: 'Enter the pool',
  lead: 'This pool admits wallets whose holders are known and not sanctioned. Nothing about you is written on the chain.',
  button: 'Ask for access',
  fields: [
    {
      name: 'wallet_address',
      label: 'Wallet address',
      hint: 'Sandbox: 0x5ea15ea15ea15ea15ea15ea15ea15ea100005002 has an enhanced check, …5003 touched a mixer, …2001 is on a sanctions list.',
    },
    {
      name: 'action',
      label: 'What you want to do',
      pointer: '/action/type',
      options: [
        ['supply', 'Supply'],
        ['borrow', 'Borrow'],
        ['swap', 'Swap'],
        ['withdraw', 'Withdraw'],
      ],
    },
    { name: 'amount', label: 'Amount in USD', hint: 'Such as 1000', pointer: '/action/amount' },
  ],
  ask: (client, { wallet_address, action, amount }, options) =>
    client.defi.verifyWallet(
      {
        wallet_address,
        protocol_name: 'Starter pool',
        action: { type: action, amount, currency: 'USD' },
        ...(POOL_CONTRACT && { permit: { chain_id: Number(POOL_CHAIN_ID), verifying_contract: POOL_CONTRACT } }),
      },
      options,
    ),
  tell: ({ access_granted, verification_level, next_action, permit }) => [
    access_granted ? `You may enter, at level ${verification_level}.` : 'You may not enter.',
    next_action.detail,
    permit && `Permit for the contract: ${permit.signature}`,
  ],
})
