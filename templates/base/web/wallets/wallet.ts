/** A wallet that a person may choose. */
export interface WalletOption {
  id: string
  name: string
  /** An image as a data URI; nothing else is loaded. */
  icon: string | null
  connect(): Promise<Connected>
}

export interface Connected {
  address: string
  /** Over a message, as the wallet's chain signs. */
  sign(message: string): Promise<string>
  /** Sends a transaction and gives its hash; only wallets of Ethereum. */
  send?(transaction: { chain_id: number; to: string; data: string; value: string }): Promise<string>
}
