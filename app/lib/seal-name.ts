/** `/solutions/defi` → `solutions-defi`; the home page is `home`. Names the files of a page's seal and social picture. */
export const sealNameOf = (path: string) => path.replace(/^\/|\/$/g, '').replaceAll('/', '-') || 'home'
