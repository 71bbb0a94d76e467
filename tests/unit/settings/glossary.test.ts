/** @jest-environment node */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Words that docs/glossary.md replaces, and that have no other meaning in code. */
const FORBIDDEN =
  /^(?:logins?|collectibles?|strayed|payees?|worth|customers?|referrals?|tutorials?)$|^log(?:ged)? in\b/;

/** Forbidden names that stay, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  login: 'a limit of the setting RATE_LIMITS, for POST /user/login',
  loginInput: 'the input of POST /user/login',
  loginResult: 'the answer of POST /user/login',
  LoginResult: 'the type of that answer',
  collectible: 'the demo contract DemoCollectible',
  hostileCollectible: 'the demo contract DemoHostileCollectible',
};

const COMMENT_OR_TEXT = /\/\/.*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g;

/** Returns the words of a name: `isLoggedIn` has `is logged in`. */
const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[ _-]/);

/** Whether a word of a name is forbidden, or two words such as `log in`. */
const isForbidden = (name: string): boolean => {
  const words = wordsOf(name);
  return words.some((word, index) => FORBIDDEN.test(word) || FORBIDDEN.test(`${word} ${words[index + 1]}`));
};

function keysOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysOf(inner)]);
}

const sources = execFileSync('git', ['ls-files', 'app', 'components', 'lib', 'server', 'scripts', 'tools'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file));

test('names in code are not words that the glossary replaces', () => {
  const names = new Map(
    sources.flatMap((file) => {
      const code = readFileSync(file, 'utf8').replace(COMMENT_OR_TEXT, "''");
      return (code.match(/[A-Za-z_$][\w$]*/g) ?? []).map((name) => [name, file] as const);
    }),
  );
  expect(names.size).toBeGreaterThan(10_000);
  const found = [...names].filter(([name]) => isForbidden(name));
  expect(found.filter(([name]) => !(name in EXCEPTIONS))).toEqual([]);
  expect(found.map(([name]) => name).sort()).toEqual(Object.keys(EXCEPTIONS).sort());
});

test('names of files and translation keys are not words that the glossary replaces', () => {
  const files = sources.map((file) => (file.split('/').at(-1) ?? '').replace(/\..*/, ''));
  const keys = keysOf(JSON.parse(readFileSync('messages/en.json', 'utf8')));
  expect([...files, ...keys].filter(isForbidden)).toEqual([]);
});
