const MB = 1024 * 1024
const MAX_UPLOAD = 11 * MB
const MAX_DISCARDED = 200 * MB

export const TOO_LARGE = 'The file is larger than 10 MB. Make it smaller first.'

/** The form of an upload. Of one that is too large only the fields before its file are kept: enough to show the form again. */
export async function readUploadForm(request: Request): Promise<{ form: FormData; tooLarge: boolean }> {
  if (Number(request.headers.get('content-length') ?? 0) <= MAX_UPLOAD) return { form: await request.formData(), tooLarge: false }
  const form = new FormData()
  for (const [, name, value] of (await headOf(request)).matchAll(/name="(\w+)"\r\n\r\n([^\r\n]*)\r\n/g)) form.set(name!, value!)
  return { form, tooLarge: true }
}

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
    if (!head.includes('filename=')) head += decoder.decode(chunk.subarray(0, 65_536), { stream: true })
    if (seen > MAX_DISCARDED) break
  }
  return head.split('filename=')[0]!
}
