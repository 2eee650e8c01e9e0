/**
 * Runs before the first paint: the remembered theme and language of code, and whether to expect a signed-in visitor. It also starts the page's own
 * scripts once the page is shown (`server/ready-for-paint.ts` holds them back). The whole style sheet makes the browser style every
 * element again, so it counts only when something new is drawn, or when the page has been still for a while. Inline, because a
 * file of its own would hold up the page; allowed by the request's nonce, or by its hash on pages written at build time.
 * What a visitor presses or types before the page's scripts answer is kept, and done when they do (`pageIsLive`): buttons, fields,
 * and forms that only scripts can send. Whatever the browser can do alone (links, forms with a method, popovers) it does at once.
 * The account menu is a file of its own and answers a moment later than the rest of the page: React's mark on an element says when.
 */
export const firstPaint = `(()=>{const d=document,r=d.documentElement;r.setAttribute('data-js','');try{const t=localStorage.getItem('sealwright.theme');if(t==='light'||t==='dark')r.setAttribute('data-theme',t);const c=localStorage.getItem('sealwright.code-language');if(/^(curl|JavaScript|Python|Go|Ruby)$/.test(c))r.setAttribute('data-code',c);if(localStorage.getItem('sealwright.user'))r.setAttribute('data-session','expected')}catch{}
let done,shown,parsed;const whole=()=>{for(const l of d.querySelectorAll('link[rel=stylesheet][media=print]'))l.media='all'},start=()=>{const held=d.querySelector('script[type="held-module"]');if(done||!shown||!parsed||!held)return;done=1;for(const l of d.querySelectorAll('link[rel="held-modulepreload"]'))l.rel='modulepreload';new MutationObserver((m,o)=>{if(m.some(c=>c.type=='attributes'||[...c.addedNodes].some(n=>n.className||n.querySelector?.('[class]')))){o.disconnect();whole()}}).observe(d.body,{subtree:true,childList:true,attributes:true,attributeFilter:['class']});setTimeout(whole,5000);const s=d.createElement('script');s.type='module';s.nonce=held.nonce;s.textContent=held.textContent;d.head.append(s);s.remove()},show=()=>{shown=1;start()};
const kept=new Set(),owned=t=>Object.keys(t).some(k=>k.startsWith('__reactProps')),act=t=>{if(t.tagName=='FORM')t.requestSubmit();else if(t.tagName=='BUTTON')t.click();else if(t.type=='checkbox'||t.type=='radio'){t.checked=!t.checked;t.click()}else if(t.tagName=='SELECT'||t.type=='file')t.dispatchEvent(new Event('change',{bubbles:true}));else{const v=t.value;t.value=v+' ';Object.getOwnPropertyDescriptor(Object.getPrototypeOf(t),'value').set.call(t,v);t.dispatchEvent(new Event('input',{bubbles:true}))}},hand=(t,n)=>{if(n&&!owned(t))setTimeout(hand,50,t,n-1);else if(t.isConnected)act(t)};
const keep=e=>{let t=e.target;if(e.type=='submit'){if(t.method!='get'||t.hasAttribute('action'))return;e.preventDefault()}else if(e.type=='click')t=t.closest('button[type=button]:not([popovertarget])');if(t){kept.delete(t);kept.add(t)}},late=e=>{const t=e.isTrusted&&e.target.closest('header button[type=button]');if(t&&!owned(t)){e.stopImmediatePropagation();hand(t,40)}},kinds=['click','submit','input'];
for(const k of kinds)d.addEventListener(k,keep,true);
d.addEventListener('live',()=>{for(const k of kinds)d.removeEventListener(k,keep,true);d.addEventListener('click',late,true);for(const t of kept)hand(t,40)},{once:true});
d.addEventListener('DOMContentLoaded',()=>{parsed=1;start();setTimeout(show,1000)});
try{new PerformanceObserver(l=>{if(l.getEntriesByName('first-contentful-paint')[0])setTimeout(show)}).observe({type:'paint',buffered:true})}catch{setTimeout(show)}})()`

/** The page's scripts answer from now on: does what was pressed and typed before, and sets again what React may have lost by drawing the page anew. */
export function pageIsLive(): void {
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
  root.setAttribute('data-live', '')
  document.dispatchEvent(new Event('live'))
}
