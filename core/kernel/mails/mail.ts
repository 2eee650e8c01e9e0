/** One mail, ready to send. */
export interface Mail {
  to: string
  subject: string
  html: string
  text: string
  /** Where a POST ends the subscription the mail belongs to; mail programs show it as a button of their own (RFC 8058). */
  unsubscribe_url?: string
}

export interface MailParts {
  to: string
  subject: string
  heading: string
  paragraphs: string[]
  /** Name and value, set as a small table. */
  facts?: [string, string][]
  /** Paragraphs below the facts. */
  after?: string[]
  button?: { label: string; url: string }
  footer?: string
  unsubscribeUrl?: string
}

const escapeHtml = (value: string) => value.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)
/** Addresses in it become links; mail programs do not all make them. */
const linked = (text: string) =>
  escapeHtml(text).replace(/https?:\/\/\S+/g, (url) => `<a href="${url}" style="color:inherit;word-break:break-all">${url}</a>`)
const SANS = "'Source Sans 3','Segoe UI',Helvetica,Arial,sans-serif"
const SERIF = "'Playfair Display',Georgia,'Times New Roman',serif"
const FOOTER = 'Sealwright. One check. Sealed to the wallet. Good in every market.'

const table = (style: string, rows: string, more = '') =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse;${style}"${more}>${rows}</table>`
const paragraph = (text: string) =>
  `<p class="ink" style="margin:0 0 16px;font-family:${SANS};font-size:16px;line-height:1.6;color:#1b2233">${escapeHtml(text)}</p>`

/**
 * Builds a mail in the product's look: a heading, paragraphs, facts, at most one button, and the same as plain text.
 * Tables and inline styles only, because mail programs know little else. All given strings are shown as text, never as markup.
 */
export function composeMail(input: MailParts): Mail {
  const { to, subject, unsubscribeUrl } = input
  return { to, subject, html: htmlOf(input), text: textOf(input), ...(unsubscribeUrl ? { unsubscribe_url: unsubscribeUrl } : {}) }
}

function htmlOf(input: MailParts): string {
  const facts = (input.facts ?? [])
    .map(
      ([name, value]) =>
        `<tr><td class="soft line" style="padding:10px 16px 10px 0;border-bottom:1px solid #ddd6c8;font-family:${SANS};font-size:14px;color:#5b6272;white-space:nowrap;vertical-align:top">${escapeHtml(name)}</td><td class="ink line" style="padding:10px 0;border-bottom:1px solid #ddd6c8;font-family:${SANS};font-size:15px;color:#1b2233;word-break:break-word">${escapeHtml(value)}</td></tr>`,
    )
    .join('')
  const button = input.button
    ? `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 16px"><tr><td bgcolor="#b8331f" style="border-radius:4px"><a href="${escapeHtml(input.button.url)}" style="display:inline-block;padding:14px 24px;font-family:${SANS};font-size:16px;font-weight:600;line-height:1;color:#ffffff;text-decoration:none;border-radius:4px">${escapeHtml(input.button.label)}</a></td></tr></table><p class="soft" style="margin:0 0 16px;font-family:Menlo,Consolas,monospace;font-size:12px;line-height:1.5;color:#5b6272;word-break:break-all">${escapeHtml(input.button.url)}</p>`
    : ''
  const body = [
    `<h1 class="ink" style="margin:0 0 16px;font-family:${SERIF};font-size:26px;line-height:1.25;font-weight:700;color:#131a2b">${escapeHtml(input.heading)}</h1>`,
    ...input.paragraphs.map(paragraph),
    facts ? table('margin:8px 0 24px;border-top:1px solid #ddd6c8', facts, ' class="line"') : '',
    ...(input.after ?? []).map(paragraph),
    button,
  ].join('')
  // The mark: a ring within a ring, drawn with borders, for pictures are often blocked.
  const mark = `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td style="padding-right:10px"><div style="width:22px;height:22px;border:2px solid #b8331f;border-radius:50%"><div style="width:10px;height:10px;margin:4px;border:2px solid #b8331f;border-radius:50%"></div></div></td><td class="ink" style="font-family:${SERIF};font-size:20px;font-weight:700;color:#131a2b">Sealwright</td></tr></table>`
  const card = table(
    'max-width:560px;background:#fffdf9;border:1px solid #ddd6c8;border-top:4px solid #b8331f;border-radius:4px',
    `<tr><td class="line" style="padding:24px 32px;border-bottom:1px solid #ddd6c8">${mark}</td></tr><tr><td style="padding:32px 32px 16px">${body}</td></tr><tr><td class="soft line" style="padding:20px 32px 24px;border-top:1px solid #ddd6c8;font-family:${SANS};font-size:13px;line-height:1.5;color:#5b6272">${linked(input.footer ?? FOOTER)}</td></tr>`,
    ' class="card"',
  )
  const dark =
    '@media (prefers-color-scheme:dark){body,.page{background:#0c121e!important}.card{background:#141b2a!important;border-color:#2c364b!important;border-top-color:#b8331f!important}.ink{color:#f1ece1!important}.soft{color:#a9b0be!important}.line{border-color:#2c364b!important}}'
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(input.subject)}</title><style>${dark}</style></head><body style="margin:0;padding:0;background:#f7f4ee"><div style="display:none;max-height:0;overflow:hidden">${escapeHtml(input.paragraphs[0] ?? input.heading)}</div>${table('background:#f7f4ee', `<tr><td align="center" style="padding:32px 16px">${card}</td></tr>`, ' class="page"')}</body></html>`
}

function textOf(input: MailParts): string {
  return [
    input.heading,
    '',
    ...input.paragraphs.flatMap((p) => [p, '']),
    ...(input.facts?.length ? [...input.facts.map(([name, value]) => `${name}: ${value}`), ''] : []),
    ...(input.after ?? []).flatMap((p) => [p, '']),
    ...(input.button ? [`${input.button.label}: ${input.button.url}`, ''] : []),
    input.footer ?? FOOTER,
  ].join('\n')
}
