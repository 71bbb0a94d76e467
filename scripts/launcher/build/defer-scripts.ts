import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeWhole } from '../file';
import { pageFiles } from './page-files';

const SCRIPT = /<script src="([^"]+)" async=""(?: id="[^"]*")?><\/script>/g;
const PRELOAD = /<link rel="preload" as="script"[^>]*>/g;

/** Runs in the page: asks for the scripts in the first frame, or at once where nothing will be (a hidden tab). */
const loader = (addresses: readonly string[]) =>
  `((d,a)=>{let g=()=>{for(let u of a){let s=d.createElement("script");s.setAttribute("async","");s.src=u;d.head.append(s)}};d.visibilityState=="visible"?requestAnimationFrame(()=>setTimeout(g)):g()})(document,${JSON.stringify(addresses)})`;

/**
 * A page whose scripts are fetched once it can be painted, instead of beside the style sheet and the font that the paint
 * waits for. It is complete without them, and React finds them by the same addresses. A page without scripts stays as it is.
 */
export function deferScripts(html: string): string {
  const addresses = [...new Set([...html.matchAll(SCRIPT)].map(([, address = '']) => address))];
  if (addresses.length === 0) return html;
  const rest = html.replace(SCRIPT, '').replace(PRELOAD, '');
  const end = rest.lastIndexOf('</body>');
  if (end === -1) throw new Error('a page of the build has no end');
  return `${rest.slice(0, end)}<script>${loader(addresses)}</script>${rest.slice(end)}`;
}

/** Defers the scripts of every static page of a build. */
export async function deferScriptsOf(dist: string): Promise<void> {
  await Promise.all(
    (await pageFiles(dist)).map(async (page) => {
      const file = path.join(dist, 'server', page);
      await writeWhole(file, deferScripts(await readFile(file, 'utf8')));
    }),
  );
}
