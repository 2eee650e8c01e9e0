/**
 * Runs before the first paint: the remembered theme, and whether to expect a signed-in visitor. Inline, because a file of its
 * own would hold up the page; allowed by the request's nonce, or by its hash on pages written at build time.
 */
export const firstPaint = `(()=>{const r=document.documentElement;r.setAttribute('data-js','');try{const t=localStorage.getItem('sealwright.theme');if(t==='light'||t==='dark')r.setAttribute('data-theme',t);if(localStorage.getItem('sealwright.user'))r.setAttribute('data-session','expected')}catch{}})()`
