import { createHash } from 'node:crypto';
import { LOADER_POLICY } from '@/lib/http/content-policy';

const SCRIPT = /<script src="([^"]+)" async=""(?: id="[^"]*")?><\/script>/g;
const PRELOAD = /<link rel="preload" as="script"[^>]*>/g;
/**
 * Matches the scripts that contain flight data. React needs the data to hydrate the page. The data repeats most of the
 * page's markup.
 */
const FLIGHT = /<script>(\(?self\.__next_f\b[\s\S]*?)<\/script>/g;
/** Matches the inline script that starts Next in the browser once Next's scripts have loaded. */
const ENTRY = /<script id="_R_">([\s\S]*?)<\/script>/;

/**
 * Returns code that loads the scripts after the first frame, or immediately in a hidden tab, which has no frames. It has a
 * Trusted Types policy of its own, because it runs before the site's code.
 */
const loader = (addresses: readonly string[]) =>
  `((d,a)=>{let t=window.trustedTypes,p=t?t.createPolicy("${LOADER_POLICY}",{createScriptURL:u=>u}):null,g=()=>{for(let u of a){let s=d.createElement("script");s.setAttribute("async","");s.src=p?p.createScriptURL(u):u;d.head.append(s)}};d.visibilityState=="visible"?requestAnimationFrame(()=>setTimeout(g)):g()})(document,${JSON.stringify(addresses)})`;

interface DeferredPage {
  html: string;
  /** The page's flight data and entry script, combined in a separate file, if the page has any. */
  flight?: { address: string; code: string };
}

/**
 * Rewrites a page so that its scripts load after the first paint, instead of in parallel with the style sheet and font
 * that the paint needs. Also moves the flight data to a separate script. This is safe because the HTML is fully
 * server-rendered and the script URLs don't change. A page without scripts is returned unchanged.
 * @throws Error if the page has no `</body>` tag.
 */
export function deferScripts(html: string): DeferredPage {
  const addresses = [...new Set([...html.matchAll(SCRIPT)].map(([, address = '']) => address))];
  if (addresses.length === 0) return { html };
  const entry = ENTRY.exec(html)?.[1];
  const data = entry === undefined ? [] : [...html.matchAll(FLIGHT)].map(([, code = '']) => code);
  // The entry script comes last, because Next reads the flight data only once, when it starts.
  const code = [...data, entry ?? ''].join(';\n');
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 20);
  const flight = entry === undefined ? undefined : { address: `/_next/static/flight/${hash}.js`, code };

  const withoutScripts = html.replace(SCRIPT, '').replace(PRELOAD, '');
  const rest = flight ? withoutScripts.replace(FLIGHT, '').replace(ENTRY, '') : withoutScripts;
  const end = rest.lastIndexOf('</body>');
  if (end === -1) throw new Error('a page of the build has no end');
  const script = `<script>${loader(flight ? [flight.address, ...addresses] : addresses)}</script>`;
  return { html: `${rest.slice(0, end)}${script}${rest.slice(end)}`, ...(flight ? { flight } : {}) };
}
