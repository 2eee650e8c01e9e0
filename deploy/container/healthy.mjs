// Whether the process in this container serves: for HEALTHCHECK. What it lacks to be ready (`/readyz`) is for the proxy to ask.
if (process.env.ROLE !== 'worker') {
  const answer = await fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/healthz`, { signal: AbortSignal.timeout(4_000) }).catch(
    () => null,
  )
  if (!answer?.ok) process.exit(1)
}
