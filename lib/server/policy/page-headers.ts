import 'server-only';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { inlineScriptHashes } from '@/lib/http/inline-script-hashes';
import { cachingHeaders, pagePolicyHeaders } from '@/lib/http/response-headers';
import { requestPath } from '@/lib/i18n/routing';
import { serverEnv } from '@/lib/settings/env';
import { buildFolder, policySettings } from '@/lib/settings/process-env';

/**
 * Returns the headers of all prerendered pages by request path, for a server without the launcher's own file server
 * (`next start`). Next can't set the Content-Security-Policy itself, because the policy depends on settings read at
 * startup and contains hashes of the inline scripts in the pages. Returns an empty map in development.
 */
export async function readPageHeaders(): Promise<ReadonlyMap<string, Record<string, string>>> {
  const settings = policySettings();
  if (settings === null) return new Map();
  const app = path.join(/* turbopackIgnore: true */ process.cwd(), buildFolder(), 'server', 'app');
  const pages = (await readdir(app, { recursive: true })).filter((file) => file.endsWith('.html'));
  const caching = cachingHeaders('page', serverEnv().SHARED_CACHE_SECONDS);
  return new Map(
    await Promise.all(
      pages.map(async (file) => {
        const scripts = inlineScriptHashes(await readFile(path.join(app, file), 'utf8'));
        const requested = requestPath(`/${file.slice(0, -'.html'.length).split(path.sep).join('/')}`);
        return [requested, { ...caching, ...pagePolicyHeaders(requested, scripts, settings) }] as const;
      }),
    ),
  );
}
