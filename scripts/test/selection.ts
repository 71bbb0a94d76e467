import { readdir, readFile } from 'node:fs/promises';

/** Patterns for each stage's test files, as paths from the repository root. */
const FILES = {
  contracts: /^contracts\/test\/.+\.t\.sol$/,
  jest: /^tests\/(unit|api)\/.+\.test\.tsx?$/,
  instances: /^tests\/instances\/.+\.test\.ts$/,
  browser: /^tests\/e2e\/.+\.spec\.ts$/,
} as const;

type Runner = keyof typeof FILES;
/** Test files to run, and the part of a test name that selects tests within them (null for all tests). */
export type Selection = { files: Record<Runner, string[]>; name: string | null };

async function listTests(): Promise<string[]> {
  const listed = await Promise.all(
    ['tests', 'contracts/test'].map(async (folder) =>
      (await readdir(folder, { recursive: true })).map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
    ),
  );
  return listed.flat().sort();
}

const byRunner = (files: readonly string[]) =>
  Object.fromEntries(
    Object.entries(FILES).map(([runner, pattern]) => [runner, files.filter((file) => pattern.test(file))]),
  ) as Record<Runner, string[]>;

/**
 * Selects tests by part of a file path or, if no path matches, by part of a test name
 * (such as a requirement ID). The name must appear in the test's source exactly as given.
 * @throws if nothing matches.
 */
export async function selectTests(pattern: string): Promise<Selection> {
  const tests = (await listTests()).filter((file) => Object.values(FILES).some((kind) => kind.test(file)));
  const byPath = tests.filter((file) => file.includes(pattern));
  if (byPath.length > 0) return { files: byRunner(byPath), name: null };
  const texts = await Promise.all(tests.map(async (file) => ({ file, text: await readFile(file, 'utf8') })));
  const byName = texts.filter(({ text }) => text.includes(pattern)).map(({ file }) => file);
  if (byName.length === 0) throw new Error(`no test file or test name contains "${pattern}"`);
  return { files: byRunner(byName), name: pattern };
}

/** Escapes regular expression characters, because every runner takes test names as patterns. */
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

export const jestArguments = ({ name }: Selection, files: readonly string[]): string[] => [
  '--runTestsByPath',
  ...files,
  ...(name ? ['--testNamePattern', escaped(name)] : []),
];

/** Arguments for Playwright, which takes paths as regular expressions. */
export const playwrightArguments = ({ name }: Selection, files: readonly string[]): string[] => [
  ...files.map(escaped),
  ...(name ? ['--grep', escaped(name), '--pass-with-no-tests'] : []),
];

/** Arguments for forge, which takes a single glob for paths. */
export const forgeArguments = ({ name }: Selection, files: readonly string[]): string[] => [
  '--match-path',
  files.length === 1 ? String(files[0]) : `{${files.join(',')}}`,
  ...(name ? ['--match-test', escaped(name)] : []),
];
