/** Sends one request, through the gate by which everything leaves. */
export type Send = (url: string, init: { method: string; headers: Record<string, string>; body?: string }) => Promise<Response>

/** The JSON answer of a key service. Throws a plain sentence without anything secret. */
export async function sendJson(
  send: Send,
  url: string,
  request: { method: string; headers: Record<string, string>; body?: string },
): Promise<Record<string, unknown>> {
  const { host } = new URL(url)
  let response: Response
  try {
    response = await send(url, {
      ...request,
      headers: { 'content-type': 'application/json', ...request.headers },
    })
  } catch (error) {
    throw new Error(`The key service at ${host} does not answer: ${(error as Error).message}.`)
  }
  const text = await response.text()
  if (!response.ok) throw new Error(`The key service at ${host} refused: ${response.status} ${reasonOf(text)}.`)
  return text ? (JSON.parse(text) as Record<string, unknown>) : {}
}

/** What the service says is wrong; never the request, which may hold a secret. */
function reasonOf(text: string): string {
  try {
    const said = JSON.parse(text) as { __type?: string; message?: string; errors?: string[] }
    return [said.__type, said.message, ...(said.errors ?? [])].filter(Boolean).join(' ').slice(0, 200)
  } catch {
    return ''
  }
}
