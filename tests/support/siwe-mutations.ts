import fc from 'fast-check';
import { CHAIN_IDS, EXTRA_LINES, FIELDS, LINE_ENDS, LOOKALIKES, STRANGE, ZONES } from './siwe-spellings';

const replaceAt = (text: string, index: number, removed: number, added: string) =>
  text.slice(0, index) + added + text.slice(index + removed);

const setField = (text: string, name: string, value: (now: string) => string) =>
  text.replace(new RegExp(`^(${name}: )(.*)$`, 'm'), (_, head: string, now: string) => head + value(now));

type Mutation = (message: string) => string;
const mutation = <Values extends unknown[]>(
  values: { [Index in keyof Values]: fc.Arbitrary<Values[Index]> },
  change: (message: string, ...values: Values) => string,
): fc.Arbitrary<Mutation> =>
  fc.tuple<Values>(...values).map((drawn) => (message) => change(message, ...drawn));

/** A relative position in a text, from 0 (start) to 1 (end). */
const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const at = (text: { length: number }, where: number) => Math.floor(where * text.length);
const anyCharacter = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  fc.constantFrom(...STRANGE),
  fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1 }),
);
const field = fc.constantFrom(...FIELDS);

const inLines = (message: string, change: (lines: string[]) => string[]) =>
  change(message.split('\n')).join('\n');

function respell(text: string, form: string): string {
  if (form === 'upper') return text.toUpperCase();
  if (form === 'lower') return text.toLowerCase();
  return text.normalize(form);
}

/** Edits to a sign-in message, keyed by name. */
const mutations: Record<string, fc.Arbitrary<Mutation>> = {
  'a character in place of another': mutation([place, anyCharacter], (text, where, added) =>
    replaceAt(text, at(text, where), 1, added),
  ),
  'a character more': mutation([place, anyCharacter], (text, where, added) =>
    replaceAt(text, at(text, where), 0, added),
  ),
  'characters less': mutation([place, fc.integer({ min: 1, max: 4 })], (text, where, count) =>
    replaceAt(text, at(text, where), count, ''),
  ),
  'neighbours swapped': mutation([place], (text, where) => {
    const index = at(text, where);
    return replaceAt(text, index, 2, [...text.slice(index, index + 2)].reverse().join(''));
  }),
  'another case': mutation([place, fc.integer({ min: 1, max: 60 })], (text, where, count) => {
    const index = at(text, where);
    const part = text.slice(index, index + count);
    const swapped = part.replace(/[a-z]/gi, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    );
    return replaceAt(text, index, count, swapped);
  }),
  'a letter that looks alike': mutation([place], (text, where) => {
    const from = at(text, where);
    const index = [...text.slice(from)].findIndex((letter) => LOOKALIKES.has(letter));
    if (index < 0) return text;
    return replaceAt(text, from + index, 1, LOOKALIKES.get(text[from + index] ?? '') ?? '');
  }),
  'a line twice': mutation([place], (text, where) =>
    inLines(text, (lines) => lines.toSpliced(at(lines, where), 0, lines[at(lines, where)] ?? '')),
  ),
  'a line missing': mutation([place], (text, where) =>
    inLines(text, (lines) => lines.toSpliced(at(lines, where), 1)),
  ),
  'lines in another order': mutation([place, place], (text, one, other) =>
    inLines(text, (lines) => {
      const [a, b] = [at(lines, one), at(lines, other)];
      return lines.with(a, lines[b] ?? '').with(b, lines[a] ?? '');
    }),
  ),
  'a line more': mutation([place, fc.constantFrom(...EXTRA_LINES)], (text, where, line) =>
    inLines(text, (lines) => lines.toSpliced(at(lines, where) + 1, 0, line)),
  ),
  'fields with one another’s values': mutation([field, field], (text, one, other) => {
    const read = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1] ?? '';
    return setField(
      setField(text, one, () => read(other)),
      other,
      () => read(one),
    );
  }),
  'other ends of lines': mutation(
    [place, fc.constantFrom(...LINE_ENDS), fc.boolean()],
    (text, where, end, all) => {
      if (all) return text.replaceAll('\n', end);
      const index = text.indexOf('\n', at(text, where));
      return index < 0 ? text + end : replaceAt(text, index, 1, end);
    },
  ),
  'space around it': mutation(
    [fc.constantFrom(' ', '\n', '\t', '\u00a0', '\ufeff', '\0', '\r\n'), fc.boolean()],
    (text, space, before) => (before ? space + text : text + space),
  ),
  'another way to write the chain': mutation([fc.constantFrom(...CHAIN_IDS)], (text, number) =>
    setField(text, 'Chain ID', () => number),
  ),
  'another number': mutation([fc.bigInt({ min: -5n, max: 2n ** 70n })], (text, number) =>
    setField(text, 'Chain ID', () => String(number)),
  ),
  'another zone or time': mutation(
    [
      fc.constantFrom('Issued At', 'Expiration Time'),
      fc.constantFrom(...ZONES),
      fc.integer({ min: -14, max: 14 }),
    ],
    (text, name, zone, hours) =>
      setField(text, name, (now) => {
        const moved = new Date(Date.parse(now) + hours * 3_600_000).toISOString();
        return (zone === '' ? moved : moved.slice(0, -1)) + (zone === '' ? '' : zone);
      }),
  ),
  'another form of time': mutation(
    [
      fc.constantFrom('Issued At', 'Expiration Time'),
      fc.constantFrom<(time: Date) => string>(
        (time) => String(time.getTime()),
        (time) => time.toUTCString(),
        (time) => time.toISOString().replace('T', ' '),
        (time) => time.toISOString().replace('T', 't'),
        (time) => time.toISOString().slice(0, 10),
        (time) => `+00${time.toISOString()}`,
        (time) => time.toISOString().replace(/\.\d+/, '.0000000000001'),
        (time) => time.toISOString().replace(/:\d\d\./, ':60.'),
        (time) => time.toISOString().replace(/T\d\d/, 'T24'),
      ),
    ],
    (text, name, form) => setField(text, name, (now) => form(new Date(now))),
  ),
  'another way to write the site': mutation(
    [
      fc.constantFrom<(host: string) => string>(
        (host) => `${host}.`,
        (host) => `user@${host}`,
        (host) => `${host}:443`,
        (host) => `${host}/`,
        (host) => `${host}@phish.example`,
        (host) => `phish.example#${host}`,
        (host) => `https://${host}`,
        (host) => host.replace(/:\d+$/, ''),
        (host) => host.replace('127.0.0.1', '127.1'),
        (host) => host.replace('127.0.0.1', '2130706433'),
        (host) => host.replace('127.0.0.1', 'localhost'),
        (host) => host.replace('127.0.0.1', '[::1]'),
        (host) => encodeURIComponent(host),
      ),
      fc.constantFrom('domain', 'uri', 'both'),
    ],
    (text, change, which) => {
      const host = /^(\S+) wants/.exec(text)?.[1] ?? '';
      const headed = which === 'uri' ? text : text.replace(host, change(host));
      return which === 'domain' ? headed : setField(headed, 'URI', (now) => now.replace(host, change(host)));
    },
  ),
  'another value': mutation([field, fc.string({ unit: 'binary', maxLength: 40 })], (text, name, value) =>
    setField(text, name, () => value),
  ),
  'another spelling': mutation(
    [fc.constantFrom('NFKC', 'NFD', 'upper', 'lower'), place],
    (text, form, where) => {
      // Unicode normalization never changes ASCII text, so insert a character that it changes.
      const accented = replaceAt(text, at(text, where), 1, 'ｅ\u0301');
      return respell(accented, form);
    },
  ),
  'an escape': mutation([place], (text, where) => {
    const index = at(text, where);
    return replaceAt(
      text,
      index,
      1,
      encodeURIComponent(text[index] ?? '').replace(/^(.)$/s, (one) => `%${one.charCodeAt(0).toString(16)}`),
    );
  }),
  'a cut': mutation([place], (text, where) => text.slice(0, at(text, where))),
  'a cut at the front': mutation([place], (text, where) => text.slice(at(text, where) + 1)),
  'the whole twice': mutation([fc.constantFrom('', '\n', '\n\n')], (text, between) => text + between + text),
};

/** Generates named edits of a message, with each name equally likely. The caller drops edits that change nothing. */
export const siweMutation: fc.Arbitrary<{ name: string; mutate: Mutation }> = fc.oneof(
  ...Object.entries(mutations).map(([name, arbitrary]) => arbitrary.map((mutate) => ({ name, mutate }))),
);

/** Number of different kinds of edits. */
export const MUTATION_KINDS = Object.keys(mutations).length;
