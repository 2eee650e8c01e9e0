import mdx from '@mdx-js/rollup'
import { reactRouter } from '@react-router/dev/vite'
import rehypeShiki from '@shikijs/rehype'
import tailwindcss from '@tailwindcss/vite'
import rehypeSlug from 'rehype-slug'
import remarkFrontmatter from 'remark-frontmatter'
import remarkGfm from 'remark-gfm'
import remarkMdxFrontmatter from 'remark-mdx-frontmatter'
import { defineConfig } from 'vite'
import { remarkCalls } from './app/content/remark-calls.ts'
import { codeTheme } from './app/lib/code-theme.ts'
import { marksChunk, shellChunk } from './tools/chunks.ts'
import { pageSeals } from './tools/vite-seals.ts'

const texts = mdx({
  remarkPlugins: [remarkFrontmatter, remarkMdxFrontmatter, remarkGfm, remarkCalls],
  rehypePlugins: [rehypeSlug, [rehypeShiki, codeTheme]],
})

export default defineConfig({
  plugins: [
    tailwindcss(),
    {
      ...texts,
      enforce: 'pre',
      // The Markdown versions of the pages are made from the source itself.
      transform: (code: string, id: string) => (id.includes('?raw') ? undefined : (texts.transform(code, id) as Promise<{ code: string }>)),
    },
    pageSeals(),
    reactRouter(),
  ],
  build: { target: 'es2022' },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [shellChunk, marksChunk] } } } } },
  },
  // Everything the first visit needs, so that the development server does not reload the page half-way.
  optimizeDeps: {
    include: ['react', 'react-dom', 'react-dom/client', 'react-router', 'react-router/dom', 'clsx', 'lucide-react', 'radix-ui', 'sonner'],
  },
})
