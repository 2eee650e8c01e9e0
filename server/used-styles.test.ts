import { expect, test } from 'vitest'
import { usedStyles } from './used-styles.ts'

const css = `@layer theme,base,utilities;@layer base{html{color:red}.a:not(.b) p{x:1}}@layer utilities{.w-1\\/2{width:50%}.lg\\:flex{display:flex}@media (width>=64rem){.lg\\:flex{display:flex}.lg\\:grid{display:grid}}.\\32 xl{x:2}.group:is(:where(.off)[open] *){x:3}.c,.d>.e{x:4}}@font-face{font-family:"A}";src:url(a.woff2)}@keyframes k{to{x:5}}@media print{.gone{x:6}}`

test('keeps what the page uses, in order, and drops the rest', () => {
  const used = usedStyles(css)('<p class="a w-1/2 lg:flex"></p><i class="c"></i>')
  expect(used).toBe(
    `@layer theme,base,utilities;@layer base{html{color:red}.a:not(.b) p{x:1}}@layer utilities{.w-1\\/2{width:50%}.lg\\:flex{display:flex}@media (width>=64rem){.lg\\:flex{display:flex}}.c,.d>.e{x:4}}@font-face{font-family:"A}";src:url(a.woff2)}@keyframes k{to{x:5}}`,
  )
})

test('reads names as the page writes them', () => {
  const used = usedStyles(`${css}.\\[\\&_svg\\]\\:x>svg{x:7}`)('<p class="2xl group [&amp;_svg]:x"></p>')
  expect(used).toContain('.\\32 xl{x:2}')
  expect(used).toContain('{x:3}')
  expect(used).toContain('{x:7}')
  expect(used).not.toContain('x:4')
})
