/** A wallet that a person may choose. */
export interface WalletOption {
  id: string
  name: string
  /** An image as a data URI; nothing else is loaded. */
  icon: string | null
  connect(): Promise<{ address: string; sign(message: string): Promise<string> }>
}
