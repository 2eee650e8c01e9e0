import { data } from 'react-router'

const MB = 1024 * 1024
const MAX_UPLOAD = 11 * MB
const MAX_DISCARDED = 200 * MB
/** The fields before a file are few and short. */
const MAX_HEAD = 128 * 1024

export const TOO_LARGE = 'The file is larger than 10 MB. Make it smaller first.'

/** The form of an upload. Of one that is too large only the fields before its file are kept: enough to show the form again. */
export async function readUploadForm(request: Request): Promise<{ form: FormData; tooLarge: boolean }> {
  if (Number(request.headers.get('content-length') ?? 0) <= MAX_UPLOAD) return { form: await readForm(request), tooLarge: false }
  const form = new FormData()
  for (const [, name, value] of (await headOf(request)).matchAll(/name="(\w+)"\r\n\r\n([^\r\n]*)\r\n/g)) form.set(name!, value!)
  return { form, tooLarge: true }
}

const readForm = (request: Request): Promise<FormData> =>
  request.formData().catch(() => {
    throw data('What was sent is not a form.', { status: 400 })
  })

/**
 * The body up to where its first file begins. The rest is read and let go: a browser that is answered while it still sends
 * shows its own error page instead of the answer.
 */
async function headOf(request: Request): Promise<string> {
  const decoder = new TextDecoder()
  let head = ''
  let seen = 0
  for await (const chunk of request.body ?? []) {
    seen += chunk.byteLength
    if (head.length < MAX_HEAD && !head.includes('filename=')) head += decoder.decode(chunk.subarray(0, 65_536), { stream: true })
    if (seen > MAX_DISCARDED) break
  }
  return head.split('filename=')[0]!
}
