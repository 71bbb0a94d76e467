import { readFileSync } from 'node:fs';
import path from 'node:path';
import compile from 'icu-minify/compile';

/** Messages as they are shown. Throws for a message that has to be filled in. */
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
 * What a `.wording` file stands for: `{ "catalogue": "…/en.json", "part": "wallet.connect" }` is that part of that
 * catalogue, for code that is too light to bring a whole catalogue along.
 */
export function readWording(source, file) {
  const { catalogue, part } = JSON.parse(source);
  const from = path.resolve(path.dirname(file), catalogue);
  const messages = part
    .split('.')
    .reduce((parent, key) => parent?.[key], JSON.parse(readFileSync(from, 'utf8')));
  if (typeof messages !== 'object') throw new Error(`${file}: ${catalogue} has no ${part}`);
  return { from, wording: plain(messages, part) };
}

/** The build's loader of `.wording` files (next.config.mjs). */
export default function loadWording(source) {
  const { from, wording } = readWording(source, this.resourcePath);
  this.addDependency(from);
  return `export const wording = ${JSON.stringify(wording)};`;
}
