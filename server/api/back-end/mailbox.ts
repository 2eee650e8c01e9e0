import { z } from 'zod'
import { type KeptMail, listKeptMails } from '#core/kernel/mails/local-mailbox.ts'
import { parseInput } from '#core/kernel/parse-input.ts'
import type { App, AppDeps } from '../../app-deps.ts'

/** Mail kept on this machine, for people who try the product without a mail server. Never mounted in production. */
export function mountMailbox(app: App, deps: AppDeps): void {
  app.get('/dev/mailbox', async (c) => {
    const list = await listKeptMails(deps.services, parseInput(z.string().optional(), c.req.query('to')))
    return c.req.header('accept')?.includes('text/html') ? c.html(page(list.map(article).join(''))) : c.json({ data: list })
  })
}

const escapeHtml = (s: string) => s.replace(/[&<>"']/g, (x) => `&#${x.charCodeAt(0)};`)
const linked = (s: string) => escapeHtml(s).replace(/https?:\/\/[^\s]+/g, (url) => `<a href="${url}">${url}</a>`)

/** The mail as a mail program shows it: no scripts run in it, and its links open beside the mailbox. */
const article = ({ to, subject, text, html, created_at }: KeptMail) =>
  `<article><h2>${escapeHtml(subject)}</h2><p>To ${escapeHtml(to)}, ${created_at.slice(0, 19).replace('T', ' ')} UTC</p><iframe title="${escapeHtml(subject)}" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(html.replace('<head>', '<head><base target="_blank">'))}"></iframe><details><summary>As plain text</summary><pre>${linked(text)}</pre></details></article>`

const style =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui;max-width:720px;margin:32px auto;padding:0 16px;color:light-dark(#131a2b,#f1ece1);background:light-dark(#f7f4ee,#0c121e)}a{color:inherit}article{background:light-dark(#fffdf9,#141b2a);border:1px solid light-dark(#ddd6c8,#2c364b);border-radius:4px;padding:16px 24px;margin:16px 0;overflow-wrap:anywhere}pre{white-space:pre-wrap}h2{font-size:18px;margin:0}h2+p{margin:0 0 16px}iframe{width:100%;height:560px;border:1px solid light-dark(#ddd6c8,#2c364b);border-radius:4px}summary{cursor:pointer;padding:8px 0}@media(width<30rem){article{margin-inline:-16px;padding-inline:12px}}'

const page = (items: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="/favicon.svg"><title>Local mailbox</title><style>${style}</style></head><body><main><h1>Local mailbox</h1><p>No SMTP server is configured, so mail stays here.</p>${items || '<p>No mail yet.</p>'}</main></body></html>`
