import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';

/** A test file and how long its tests took, in ms. */
export type FileTime = { file: string; ms: number };

/** Result of a stage. `failures` has the name and the message of each failed test. */
export type Outcome = { passed: number; failures: string[]; files?: FileTime[] };

/** Maximum number of lines to repeat from each error at the end of the run. */
const ERROR_LINES = 12;
/** Maximum number of lines to print from each text attachment. */
const NOTE_LINES = 160;

const ansi = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

const tell = (name: string, message: string | undefined): string =>
  [name, ...(message ?? '').replace(ansi, '').trim().split('\n').slice(0, ERROR_LINES)].join('\n    ');

/** Returns the command that runs only a failed test's file. */
const rerun = (file: string): string => `\n    Run this file alone: npm test -- ${file}`;

async function readReport(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'));
}

type JestReport = {
  testResults: {
    name: string;
    message: string;
    startTime: number;
    endTime: number;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};

/**
 * Reads the report from `jest --json`. A file that fails to load counts as one failure. A skipped test also counts as a
 * failure, unless tests were selected by name, because Jest then reports all other tests as pending.
 */
export async function readJest(file: string, isSelectedByName: boolean): Promise<Outcome> {
  const { testResults } = (await readReport(file)) as JestReport;
  const tests = testResults
    .flatMap(({ name, assertionResults }) => assertionResults.map((result) => ({ ...result, name })))
    .filter(({ status }) => !isSelectedByName || status !== 'pending');
  const broken = testResults.filter(
    ({ message, assertionResults }) => message && assertionResults.length === 0,
  );
  const failed = tests.filter(({ status }) => status !== 'passed');
  return {
    passed: tests.length - failed.length,
    failures: [
      ...broken.map(({ name, message }) => tell(name, message) + rerun(relative('.', name))),
      ...failed.map(
        ({ name, status, fullName, failureMessages }) =>
          tell(`${name} › ${fullName} (${status})`, failureMessages[0]) + rerun(relative('.', name)),
      ),
    ],
    files: testResults.map(({ name, startTime, endTime }) => ({
      file: relative('.', name),
      ms: endTime - startTime,
    })),
  };
}

/** Reads the output of `scripts/contracts/forge.ts`. */
export function readContracts(output: string): Outcome {
  const [, passed = '0', failed] = /contracts: (\d+) passed, (\d+) failed/.exec(output) ?? [];
  const told = [...new Set(output.match(/^\s*\[FAIL.*$/gm) ?? [])].map((line) => tell(line.trim(), ''));
  const missing = Number(failed ?? 1) - told.length;
  return {
    passed: Number(passed),
    failures: [...told, ...Array.from({ length: Math.max(0, missing) }, () => 'contracts: see above')],
  };
}

type Attachment = { name: string; contentType: string; path?: string; body?: string };
type Suite = {
  suites?: Suite[];
  specs?: {
    file: string;
    title: string;
    tests: {
      status: string;
      projectName: string;
      results: { duration: number; error?: { message?: string }; attachments?: Attachment[] }[];
    }[];
  }[];
};
type BrowserTest = {
  file: string;
  name: string;
  status: string;
  ms: number;
  message?: string;
  notes: Attachment[];
};

const testsOf = ({ suites = [], specs = [] }: Suite): BrowserTest[] => [
  ...specs.flatMap(({ file, title, tests }) =>
    tests.map(({ status, projectName, results }) => ({
      file: `tests/e2e/${file}`,
      name: `[${projectName}] ${file} › ${title}`,
      status,
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
      message: results.at(-1)?.error?.message,
      notes: results.at(-1)?.attachments?.filter(({ contentType }) => contentType.startsWith('text/')) ?? [],
    })),
  ),
  ...suites.flatMap(testsOf),
];

/** Formats a text attachment for the log, because the attachment files of a CI run are lost. */
async function printNote({ name, path, body }: Attachment): Promise<string> {
  const text = path ? await readFile(path, 'utf8') : Buffer.from(body ?? '', 'base64').toString();
  // Playwright's attachment also contains the error, which is already reported, and the test's source code.
  const [, shown = text] = /```yaml\n([\s\S]*?)```/.exec(text) ?? [];
  return [`${name}:`, ...shown.trim().split('\n').slice(0, NOTE_LINES)].join('\n      ');
}

async function reportBrowserTest({ file, name, status, message, notes }: BrowserTest): Promise<string> {
  const told = await Promise.all(notes.map(printNote));
  return [tell(`${name} (${status})`, message) + rerun(file), ...told].join('\n    ');
}

/** Reads Playwright's report. Flaky and skipped tests count as failed. */
export async function readBrowser(file: string): Promise<Outcome> {
  const report = (await readReport(file)) as Suite & { errors?: { message?: string }[] };
  const tests = testsOf(report);
  const failed = tests.filter(({ status }) => status !== 'expected');
  return {
    passed: tests.length - failed.length,
    failures: [
      ...(report.errors ?? []).map(({ message }) => tell('playwright', message)),
      ...(await Promise.all(failed.map(reportBrowserTest))),
    ],
    files: [...new Set(tests.map((test) => test.file))].map((name) => ({
      file: name,
      ms: tests.reduce((sum, test) => (test.file === name ? sum + test.ms : sum), 0),
    })),
  };
}
