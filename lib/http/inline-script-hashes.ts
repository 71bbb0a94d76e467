import { createHash } from 'node:crypto';

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g;
const DATA_BLOCK = /\stype="application\/(?:ld\+)?json"/;

/** Returns CSP hash sources (level 3, section 2.3.1) for a page's inline scripts, without duplicates. */
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
