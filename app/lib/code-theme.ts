/** One pair of Shiki themes for every code sample of the site. The page's theme picks the side through CSS variables. */
export const codeTheme = {
  themes: { light: 'vitesse-light', dark: 'vitesse-dark' },
  defaultColor: false as const,
  langs: [
    'bash',
    'css',
    'go',
    'html',
    'http',
    'javascript',
    'json',
    'jsonc',
    'python',
    'ruby',
    'solidity',
    'sql',
    'typescript',
    'yaml',
    'diff',
    'tsx',
  ],
  fallbackLanguage: 'text',
}
