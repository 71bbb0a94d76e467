const SCRIPT = /<script src="([^"]+)" async=""(?: id="[^"]*")?><\/script>/g;
const PRELOAD = /<link rel="preload" as="script"[^>]*>/g;

/** Runs in the page: requests the scripts after the first frame, or at once if there is none (a hidden tab). */
const loader = (addresses: readonly string[]) =>
  `((d,a)=>{let g=()=>{for(let u of a){let s=d.createElement("script");s.setAttribute("async","");s.src=u;d.head.append(s)}};d.visibilityState=="visible"?requestAnimationFrame(()=>setTimeout(g)):g()})(document,${JSON.stringify(addresses)})`;

/**
 * Returns a page that loads its scripts after the first paint, instead of in parallel with the style sheet and font that
 * the paint needs. The page is complete without them, and React finds them by the same URLs. A page without scripts is
 * unchanged.
 * @throws Error if the page has no end.
 */
export function deferScripts(html: string): string {
  const addresses = [...new Set([...html.matchAll(SCRIPT)].map(([, address = '']) => address))];
  if (addresses.length === 0) return html;
  const rest = html.replace(SCRIPT, '').replace(PRELOAD, '');
  const end = rest.lastIndexOf('</body>');
  if (end === -1) throw new Error('a page of the build has no end');
  return `${rest.slice(0, end)}<script>${loader(addresses)}</script>${rest.slice(end)}`;
}
