/** One mail, ready to send. */
export interface Mail {
  to: string
  subject: string
  html: string
  text: string
}

const escapeHtml = (value: string) => value.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

/**
 * Builds a mail in the product's look: a heading, paragraphs, at most one button, and the same as plain text.
 * All given strings are shown as text, never as markup.
 */
export function composeMail(input: {
  to: string
  subject: string
  heading: string
  paragraphs: string[]
  button?: { label: string; url: string }
  footer?: string
}): Mail {
  const footer = input.footer ?? 'Sealwright. One check. Sealed to the wallet. Good in every market.'
  const paragraphs = input.paragraphs
    .map((p) => `<p style="margin:0 0 16px;font:16px/1.6 'Source Sans 3',Segoe UI,Arial,sans-serif;color:#1b2233">${escapeHtml(p)}</p>`)
    .join('')
  const button = input.button
    ? `<p style="margin:24px 0"><a href="${escapeHtml(input.button.url)}" style="display:inline-block;background:#b8331f;color:#ffffff;text-decoration:none;font:600 16px/1 'Source Sans 3',Segoe UI,Arial,sans-serif;padding:14px 22px;border-radius:4px">${escapeHtml(input.button.label)}</a></p><p style="margin:0 0 16px;font:13px/1.5 Menlo,Consolas,monospace;color:#5b6272;word-break:break-all">${escapeHtml(input.button.url)}</p>`
    : ''
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(input.subject)}</title></head><body style="margin:0;background:#f7f4ee"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#fffdf9;border:1px solid #ddd6c8;border-radius:4px"><tr><td style="padding:32px"><p style="margin:0 0 24px;font:700 20px/1 Georgia,serif;color:#131a2b;border-bottom:1px solid #ddd6c8;padding-bottom:16px">Sealwright</p><h1 style="margin:0 0 16px;font:700 24px/1.25 Georgia,serif;color:#131a2b">${escapeHtml(input.heading)}</h1>${paragraphs}${button}<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #ddd6c8;font:13px/1.5 Arial,sans-serif;color:#5b6272">${escapeHtml(footer)}</p></td></tr></table></td></tr></table></body></html>`
  const text = [
    input.heading,
    '',
    ...input.paragraphs.flatMap((p) => [p, '']),
    ...(input.button ? [`${input.button.label}: ${input.button.url}`, ''] : []),
    footer,
  ].join('\n')
  return { to: input.to, subject: input.subject, html, text }
}
