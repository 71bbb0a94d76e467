import { readFileSync } from 'node:fs';
import path from 'node:path';
import compile from 'icu-minify/compile';
import { languages } from './locales.mjs';

/** Returns compiled messages as plain text. Throws if a message has placeholders. */
function plain(messages, name) {
  if (typeof messages !== 'string')
    return Object.fromEntries(
      Object.entries(messages).map(([key, child]) => [key, plain(child, `${name}.${key}`)]),
    );
  const text = compile(messages);
  if (typeof text !== 'string') throw new Error(`${name}: a part of a catalogue can have no placeholders`);
  return text;
}

/**
 * Reads a `.wording` file in one language. `{ "catalogues": "…/messages", "part": "wallet.connect" }` selects that part
 * of the language's message file, for small modules that shouldn't include the whole file.
 */
export function readWording(source, file, locale) {
  const { catalogues, part } = JSON.parse(source);
  const from = path.resolve(path.dirname(file), catalogues, `${locale}.json`);
  const messages = part
    .split('.')
    .reduce((parent, key) => parent?.[key], JSON.parse(readFileSync(from, 'utf8')));
  if (typeof messages !== 'object') throw new Error(`${file}: ${from} has no ${part}`);
  return { from, wording: plain(messages, part) };
}

/** Returns a module that imports each language's part on demand: the same file, with the language in the query. */
function importsOf(file) {
  const entries = languages.map(({ locale }) => {
    const address = JSON.stringify(`./${path.basename(file)}?${locale}`);
    return `${JSON.stringify(locale)}: () => import(${address})`;
  });
  return `export const load = { ${entries.join(', ')} };`;
}

/** Build loader for `.wording` files (next.config.mjs). */
export default function loadWording(source) {
  const locale = this.resourceQuery.slice(1);
  if (!locale) return importsOf(this.resourcePath);
  const { from, wording } = readWording(source, this.resourcePath, locale);
  this.addDependency(from);
  return `export const wording = ${JSON.stringify(wording)};`;
}
