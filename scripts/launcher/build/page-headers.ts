import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { contentPolicy, type PolicySettings, REPORTING_ENDPOINTS } from '@/lib/http/content-policy';
import { writeWhole } from '../file';
import { pageFiles } from './page-files';

const HEADER = 'content-security-policy';
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g;
const DATA_BLOCK = /\stype="application\/(?:ld\+)?json"/;

/** Hash sources (CSP level 3, section 2.3.1) of the scripts that stand in a page's HTML, each once. */
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
  /** Absolute folder of the build. */
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
