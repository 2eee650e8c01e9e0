import { Link } from 'react-router'
import { DISCLAIMER_FOOTER, FOOTER_COLUMNS } from '../content/site.ts'
import { Logo } from './logo.tsx'

/** Addresses of the house on public networks. */
const socialLinks = [
  { label: 'GitHub', href: 'https://github.com/sealwright' },
  { label: 'LinkedIn', href: 'https://www.linkedin.com/company/sealwright' },
  { label: 'X', href: 'https://x.com/sealwright' },
]

export function SiteFooter() {
  return (
    <footer className="site-footer mt-24 border-rule border-t bg-sunk">
      <div className="guilloche-band -mt-px" aria-hidden />
      <div className="shell grid gap-12 pt-12 pb-10 lg:grid-cols-[1.2fr_3fr]">
        <div>
          <Logo />
          <p className="mt-3 max-w-[26ch] text-soft">One check. Sealed to the wallet. Good in every market.</p>
          <ul className="mt-5 flex gap-5">
            {socialLinks.map((social) => (
              <li key={social.label}>
                <a href={social.href} rel="me noopener" className="link inline-flex min-h-6 items-center text-[0.9688rem]">
                  {social.label}
                </a>
              </li>
            ))}
          </ul>
        </div>
        <nav aria-label="Footer" className="grid grid-cols-2 gap-x-6 gap-y-9 md:grid-cols-4">
          {FOOTER_COLUMNS.map((column) => (
            <div key={column.title}>
              <h2 className="font-sans font-semibold text-[0.9688rem] tracking-normal">{column.title}</h2>
              <ul className="mt-2.5 grid">
                {column.links.map((link) => (
                  <li key={link.href}>
                    <Link
                      to={link.href}
                      className="inline-flex min-h-8 items-center py-0.5 text-[0.9688rem] text-soft leading-snug hover:text-ink hover:underline"
                    >
                      {link.label}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </div>
      <div className="shell pb-10 text-[0.9063rem] text-soft leading-relaxed">
        <div className="border-rule border-t pt-6">
          <p className="max-w-[110ch] text-balance">{DISCLAIMER_FOOTER}</p>
          <p className="mt-3">
            Wallet-bound identity: US patent 11,017,405. <span className="whitespace-nowrap">© 2017–2026 Sealwright.</span>
          </p>
        </div>
      </div>
    </footer>
  )
}
