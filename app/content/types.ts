/** Shapes shared by the copy files in this folder. Plain data: no function, no date, no import from a page. */

export type Link = { readonly label: string; readonly href: string }

export type Citation = { readonly label: string; readonly url: string }

/** A titled paragraph: the unit most page sections are made of. */
export type TextBlock = { readonly title: string; readonly text: string }

/** A block that leads somewhere. */
export type LinkedBlock = TextBlock & { readonly link: Link }

export type Hero = {
  readonly eyebrow: string
  readonly title: string
  readonly lead: string
  readonly actions: readonly Link[]
}

/** Title and description of a route, for the document head and for search engines. */
export type Seo = { readonly title: string; readonly description: string }

export type FaqItem = { readonly question: string; readonly answer: string }
