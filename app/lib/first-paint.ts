/**
 * Runs before the first paint: the remembered theme and language of code, and whether to expect a signed-in visitor. It also starts the page's own
 * scripts once the page is shown (`server/ready-for-paint.ts` holds them back). The whole style sheet makes the browser style every
 * element again, so it counts only when something new is drawn, or when the page has been still for a while. Inline, because a
 * file of its own would hold up the page; allowed by the request's nonce, or by its hash on pages written at build time.
 */
export const firstPaint = `(()=>{const d=document,r=d.documentElement;r.setAttribute('data-js','');try{const t=localStorage.getItem('sealwright.theme');if(t==='light'||t==='dark')r.setAttribute('data-theme',t);const c=localStorage.getItem('sealwright.code-language');if(/^(curl|JavaScript|Python|Go|Ruby)$/.test(c))r.setAttribute('data-code',c);if(localStorage.getItem('sealwright.user'))r.setAttribute('data-session','expected')}catch{}
let done,shown,parsed;const whole=()=>{for(const l of d.querySelectorAll('link[rel=stylesheet][media=print]'))l.media='all'},start=()=>{const held=d.querySelector('script[type="held-module"]');if(done||!shown||!parsed||!held)return;done=1;for(const l of d.querySelectorAll('link[rel="held-modulepreload"]'))l.rel='modulepreload';new MutationObserver((m,o)=>{if(m.some(c=>c.type=='attributes'||[...c.addedNodes].some(n=>n.className||n.querySelector?.('[class]')))){o.disconnect();whole()}}).observe(d.body,{subtree:true,childList:true,attributes:true,attributeFilter:['class']});setTimeout(whole,5000);const s=d.createElement('script');s.type='module';s.nonce=held.nonce;s.textContent=held.textContent;d.head.append(s);s.remove()},show=()=>{shown=1;start()};
d.addEventListener('DOMContentLoaded',()=>{parsed=1;start();setTimeout(show,1000)});
try{new PerformanceObserver(l=>{if(l.getEntriesByName('first-contentful-paint')[0])setTimeout(show)}).observe({type:'paint',buffered:true})}catch{setTimeout(show)}})()`

/** Sets again what the script set, should React have drawn the page anew and lost it. */
export function restoreFirstPaint(): void {
  const root = document.documentElement
  root.setAttribute('data-js', '')
  try {
    const theme = localStorage.getItem('sealwright.theme')
    if (theme === 'light' || theme === 'dark') root.setAttribute('data-theme', theme)
    const code = localStorage.getItem('sealwright.code-language')
    if (/^(curl|JavaScript|Python|Go|Ruby)$/.test(code ?? '')) root.setAttribute('data-code', code!)
  } catch {
    // Storage may be closed to us; the system's theme then holds.
  }
}
