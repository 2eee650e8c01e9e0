import { defineConfig } from 'vite'

export default defineConfig({
  root: 'web',
  // Nothing is inlined: the content security policy takes files of this origin only.
  build: { outDir: '../build', emptyOutDir: true, assetsInlineLimit: 0, target: 'es2023' },
})
