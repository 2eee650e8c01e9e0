import type { Crumb } from '../ui/breadcrumb.tsx'

/** Schema.org shapes. Each is put in the page by `pageMeta`, which adds the context. */
export const organization = (origin: string) => ({
  '@type': 'Organization',
  '@id': `${origin}/#organization`,
  name: 'Sealwright',
  url: origin,
  logo: `${origin}/social/default.png`,
  foundingDate: '2017',
  slogan: 'One check. Sealed to the wallet. Good in every market.',
})
export const webSite = (origin: string) => ({
  '@type': 'WebSite',
  name: 'Sealwright',
  url: origin,
  publisher: { '@id': `${origin}/#organization` },
})
export const service = (origin: string, name: string, description: string, path: string) => ({
  '@type': 'Service',
  name,
  description,
  serviceType: 'Compliance API',
  url: origin + path,
  provider: { '@type': 'Organization', name: 'Sealwright', url: origin },
})
export const product = (origin: string, name: string, description: string, price: string, path = '/pricing') => ({
  '@type': 'Product',
  name,
  description,
  brand: { '@type': 'Brand', name: 'Sealwright' },
  image: `${origin}/social/default.png`,
  url: origin + path,
  offers: { '@type': 'Offer', priceCurrency: 'USD', price, availability: 'https://schema.org/InStock', url: origin + path },
})
/** Schema.org has no patent type; a creative work with its number is what it recommends. */
export const patent = () => ({
  '@type': 'CreativeWork',
  additionalType: 'https://www.wikidata.org/wiki/Q253623',
  name: 'Wallet-bound identity technology',
  identifier: { '@type': 'PropertyValue', propertyID: 'US patent', value: '11,017,405' },
  dateCreated: '2017',
  datePublished: '2021',
})
export const faq = (items: ReadonlyArray<{ question: string; answer: string }>) => ({
  '@type': 'FAQPage',
  mainEntity: items.map((item) => ({
    '@type': 'Question',
    name: item.question,
    acceptedAnswer: { '@type': 'Answer', text: item.answer },
  })),
})
export const breadcrumbs = (origin: string, crumbs: Crumb[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map((crumb, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: crumb.label,
    ...(crumb.path ? { item: origin + crumb.path } : {}),
  })),
})
