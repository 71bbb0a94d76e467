import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot } from '../launcher/settings';

const read = (file: string) => readFile(path.join(projectRoot, file));

/** The declarations of one block of the style sheet that `opening` begins. Throws an Error where there is none. */
function block(css: string, opening: string): string {
  const start = css.indexOf(opening);
  if (start < 0) throw new Error(`app/globals.css has no "${opening}"`);
  return css.slice(start + opening.length, css.indexOf('}', start));
}

/** A document with the product's own colours and typeface around a picture. */
export async function brandPage(markup: string): Promise<string> {
  const [globals, own, font] = await Promise.all([
    read('app/globals.css'),
    read('scripts/brand/brand.css'),
    read('app/fonts/geologica-latin.woff2'),
  ]);
  const css = globals.toString();
  return `<!doctype html><meta charset="utf-8"><style>
@font-face { font-family: Geologica; src: url(data:font/woff2;base64,${font.toString('base64')}); font-weight: 300 700; }
:root { --font-geologica: Geologica; ${block(css, '@theme static {')} }
.night { ${block(css, '@variant dark {')} }
${own}</style>${markup}`;
}
