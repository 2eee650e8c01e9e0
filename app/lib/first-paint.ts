/**
 * Runs before the first paint: the remembered theme, and whether to expect a signed-in visitor. On pages written at build time it
 * also starts the page's own scripts, once the page is shown (`tools/precompress.mjs` holds them back). Inline, because a file of
 * its own would hold up the page; allowed by the request's nonce, or by its hash on pages written at build time.
 */
export const firstPaint = `(()=>{const d=document,r=d.documentElement;r.setAttribute('data-js','');try{const t=localStorage.getItem('sealwright.theme');if(t==='light'||t==='dark')r.setAttribute('data-theme',t);if(localStorage.getItem('sealwright.user'))r.setAttribute('data-session','expected')}catch{}
let done;const start=()=>{const held=d.querySelector('script[type="held-module"]');if(done||!held)return;done=1;for(const l of d.querySelectorAll('link[rel="held-modulepreload"]'))l.rel='modulepreload';const s=d.createElement('script');s.type='module';s.textContent=held.textContent;d.head.append(s);s.remove()};d.addEventListener('DOMContentLoaded',()=>{requestAnimationFrame(()=>setTimeout(start));setTimeout(start,1500)})})()`

/** Sets again what the script set, should React have drawn the page anew and lost it. */
export function restoreFirstPaint(): void {
  const root = document.documentElement
  root.setAttribute('data-js', '')
  try {
    const theme = localStorage.getItem('sealwright.theme')
    if (theme === 'light' || theme === 'dark') root.setAttribute('data-theme', theme)
  } catch {
    // Storage may be closed to us; the system's theme then holds.
  }
}
