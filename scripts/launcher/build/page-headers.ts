import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { contentPolicy, type PolicySettings, REPORTING_ENDPOINTS } from '@/lib/http/content-policy';
import { writeWhole } from '../file';

/** Returns a build's static pages as files under its `server` folder, except those of Next's pages router. */
export async function pageFiles(dist: string): Promise<string[]> {
  const files = await readdir(path.join(dist, 'server'), { recursive: true });
  return files.filter((file) => file.endsWith('.html') && !file.startsWith(`pages${path.sep}`));
}

const HEADER = 'content-security-policy';
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g;
const DATA_BLOCK = /\stype="application\/(?:ld\+)?json"/;

/** Returns the hash sources (CSP level 3, section 2.3.1) of a page's inline scripts, without duplicates. */
export function inlineScriptHashes(html: string): string[] {
  const scripts = [...html.matchAll(INLINE_SCRIPT)].filter(
    ([, attributes = '']) => !DATA_BLOCK.test(attributes),
  );
  return [
    ...new Set(
      scripts.map(([, , code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`),
    ),
  ];
}

interface PageOptions extends PolicySettings {
  /** Absolute path of the build. */
  dist: string;
}

/**
 * Gives every page of a build a Content-Security-Policy of its own, and says where violations are reported. Next serves a
 * static page with the headers of the `.meta` file beside its HTML, and keeps a second copy of both in its route cache:
 * each gets them. Repeating it changes nothing, so it follows the settings of each start without a new build. Throws where
 * a page has no `.meta` file.
 */
export async function writePageHeaders(options: PageOptions): Promise<void> {
  const { dist, connect, frameAncestors } = options;
  const server = path.join(dist, 'server');
  const pages = await pageFiles(dist);
  await Promise.all(
    pages.map(async (page) => {
      const html = path.join(server, page);
      const metaFile = html.replace(/\.html$/, '.meta');
      const meta: { headers?: Record<string, string> } = JSON.parse(await readFile(metaFile, 'utf8'));
      const policy = contentPolicy({
        scripts: inlineScriptHashes(await readFile(html, 'utf8')),
        connect,
        frameAncestors,
        walletConnect: options.walletConnect && /[\\/]wallet([\\/.]|$)/.test(page),
      });
      const headers = {
        ...meta.headers,
        [HEADER]: policy,
        'reporting-endpoints': REPORTING_ENDPOINTS,
      };
      await writeWhole(metaFile, JSON.stringify({ ...meta, headers }));
    }),
  );
}

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
