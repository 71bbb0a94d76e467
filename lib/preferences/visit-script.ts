import { defaultLocale, LANG_STORAGE_KEY, languages } from '@/lib/i18n/locales.mjs';

/**
 * Returns the inline script that applies the URL parameters `?embed=`, `?lang=`, `?theme=`, and `?currency=` (SITE-11),
 * from this page or an earlier page of the visit. It runs before the first paint and keeps the page static. It is short,
 * because every page includes it. Each validated value is kept in session storage and set as a `data-*` attribute on
 * the root element, where CSS and lib/preferences/visit.ts read it.
 *
 * Language (ART-1, I18N-1): `?lang=` takes precedence, then a path prefix, then the visit's language, then the stored
 * one. Leading slashes after the prefix are removed, because `/zh-Hant//host` would lead to another host. Must run
 * after the next-themes script, which reads only the stored theme.
 */
export function visitScript(): string {
  const prefixes = languages
    .map(({ locale, langKey }) => `${langKey}:'${locale === defaultLocale ? '' : `/${locale}`}'`)
    .join();
  return `(function(){var d=document.documentElement,l=location,p=l.pathname,q=new URLSearchParams(l.search),P={${prefixes}},L=RegExp('^('+Object.keys(P).join('|')+')$'),z='',s=null,k;for(k in P)if((p+'/').indexOf(P[k]+'/')===0&&P[k])z=P[k];function v(n,r){var a=q.get(n),b=null;if(!r.test(a))a=null;try{b=sessionStorage.getItem('tidewell.'+n);if(a)sessionStorage.setItem('tidewell.'+n,a)}catch(e){}a=a||b;if(r.test(a)){d.setAttribute('data-'+n,a);return a}}try{s=localStorage.getItem('${LANG_STORAGE_KEY}')}catch(e){}v('embed',/^[01]$/);v('currency',/^[A-Z]{3}$/);var t=v('theme',/^(light|dark|system)$/),g=v('lang',L),w=L.test(q.get('lang'))?g:z?null:g||s;if(t==='system')t=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';if(t){d.classList.remove('light','dark');d.classList.add(t);d.style.colorScheme=t}if(L.test(w)&&P[w]!==z)l.replace(P[w]+'/'+p.slice(z.length).replace(/^[/\\\\]+/,'')+l.search+l.hash)})()`;
}

/**
 * Returns the inline script that holds back clicks on buttons until the page's code has loaded. `pressAgain` then replays them, so
 * that no click is lost or handled twice. Links work without this script.
 */
export const earlyPressScript = (): string =>
  `(a=>{let g=e=>{let s=e.target.closest('button[type=button]');if(s){e.stopImmediatePropagation();a.push(s)}};addEventListener('click',g,true);window.pressAgain=()=>{removeEventListener('click',g,true);for(let s of a.splice(0))s.click()}})([])`;
