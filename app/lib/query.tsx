import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

/** The product's cache: one retry, fresh for 5 minutes, kept for 10, no refetch on focus. Mount it around signed-in pages only. */
const createQueryClient = () =>
  new QueryClient({
    defaultOptions: { queries: { retry: 1, staleTime: 5 * 60_000, gcTime: 10 * 60_000, refetchOnWindowFocus: false } },
  })

export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
