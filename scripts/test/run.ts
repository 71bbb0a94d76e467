import { spawn } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { sourceHash } from '@/server/build/source-hash';
import { findNginx } from '../find-nginx';
import { forgeArguments, jestArguments, playwrightArguments, type Selection, selectTests } from './selection';
import { type FileTime, type Outcome, readBrowser, readContracts, readJest } from './stage-outcome';

type Stage = {
  name: string;
  command: readonly string[];
  read: (output: string, code: number) => Outcome | Promise<Outcome>;
};

const JEST_REPORT = 'test-results/jest.json';
const INSTANCES_REPORT = 'test-results/instances.json';
/** The only test file that needs a program that npm can't install (nginx). */
const PROXY_TESTS = 'tests/instances/proxy';
const E2E_REPORT = 'test-results/e2e.json';

/** Runs a command, prints its output immediately or when the command ends, and returns the output and exit code. */
function run(
  [command = '', ...args]: readonly string[],
  isShownAtOnce: boolean,
): Promise<{ output: string; code: number }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      shell: process.platform === 'win32',
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk;
      if (isShownAtOnce) process.stdout.write(chunk);
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (!isShownAtOnce) process.stdout.write(output);
      resolve({ output, code: code ?? 1 });
    });
  });
}

const jestReport = (file: string) => ['--json', `--outputFile=${file}`, '--silent'];

/** Returns all stages, or only those with selected tests. The stages in a group run in parallel. */
function planStages(selection: Selection | null): readonly (readonly Stage[])[] {
  const narrow = (runner: keyof Selection['files'], toArguments: typeof jestArguments): string[] | null => {
    if (!selection) return [];
    const files = selection.files[runner];
    return files.length > 0 ? toArguments(selection, files) : null;
  };
  const isSelectedByName = selection?.name != null;
  const contracts = narrow('contracts', forgeArguments);
  const jest = narrow('jest', jestArguments);
  const instances = narrow('instances', jestArguments);
  const browser = narrow('browser', playwrightArguments);
  const groups: readonly (readonly (Stage | false | null)[])[] = [
    // Each of these stages mostly uses one core, so they run in parallel.
    [
      !selection && {
        name: 'check',
        command: ['npm', 'run', '-s', 'check'],
        read: (output: string, code: number) => ({
          passed: code === 0 ? 1 : 0,
          failures: code === 0 ? [] : [output.trim().split('\n').slice(-40).join('\n    ')],
        }),
      },
      contracts && {
        name: 'contracts',
        command: ['npm', 'run', '-s', 'test:contracts', '--', ...contracts],
        read: readContracts,
      },
    ],
    [
      jest && {
        name: 'unit and api',
        command: [...['npx', 'jest', '--selectProjects', 'unit', 'api'], ...jestReport(JEST_REPORT), ...jest],
        read: () => readJest(JEST_REPORT, isSelectedByName),
      },
    ],
    // This stage creates the build that the browser tests use.
    [
      instances && {
        name: 'instances',
        command: [
          ...['npx', 'jest', '--selectProjects', 'instances', '-w', '1'],
          ...jestReport(INSTANCES_REPORT),
          ...instances,
          ...(selection || findNginx() ? [] : ['--testPathIgnorePatterns', PROXY_TESTS]),
        ],
        read: () => readJest(INSTANCES_REPORT, isSelectedByName),
      },
    ],
    [
      browser && {
        name: 'browser',
        command: ['npm', 'run', '-s', 'test:e2e', '--', ...browser],
        read: () => readBrowser(E2E_REPORT),
      },
    ],
  ];
  return groups.map((group) => group.filter((stage) => stage !== null && stage !== false));
}

function exitWithUsage(error: Error): never {
  console.error(
    `${error.message}\nusage: npm test [-- PATTERN]  (part of a test file's path, or of a test's name)`,
  );
  process.exit(2);
}

const [pattern] = process.argv.slice(2);
const selection = pattern ? await selectTests(pattern).catch(exitWithUsage) : null;

/** Folders that contain published wording. Tests may read these folders but must only write to copies. */
const WORDING = ['messages', 'lib/content', 'config'];
const wordingHashes = () => Promise.all(WORDING.map((dir) => sourceHash(dir, { except: [], flags: {} })));

const SLOWEST = 10;
const seconds = (ms: number) => `${Math.round(ms / 1_000)} s`;

let passed = 0;
const failures: string[] = [];
const stages: { name: string; ms: number }[] = [];
const files: FileTime[] = [];
await rm('test-results', { recursive: true, force: true });
await mkdir('test-results');

async function runStage({ name, command, read }: Stage, isAlone: boolean): Promise<void> {
  console.log(`\n— ${name} —`);
  const started = Date.now();
  const { output, code } = await run(command, isAlone);
  const outcome = await Promise.resolve(read(output, code)).catch(
    (error: unknown): Outcome => ({
      passed: 0,
      failures: [`no report (${String(error)})`],
    }),
  );
  // A runner can fail without a failed test, for example if its setup crashes.
  if (code !== 0 && outcome.failures.length === 0) outcome.failures.push(`exit code ${code}`);
  passed += outcome.passed;
  failures.push(...outcome.failures.map((failure) => `${name}: ${failure}`));
  const ms = Date.now() - started;
  stages.push({ name, ms });
  files.push(...(outcome.files ?? []));
  console.log(`${name}: ${outcome.passed} passed, ${outcome.failures.length} failed, ${seconds(ms)}`);
}

/** Prints how long each stage and the slowest test files took. Files may run in parallel. */
function printTimes(): void {
  const line = ({ ms }: { ms: number }, name: string) => `${seconds(ms).padStart(7)}  ${name}`;
  const slowest = files.toSorted((one, other) => other.ms - one.ms).slice(0, SLOWEST);
  console.log(`\nTime of each stage:\n${stages.map((stage) => line(stage, stage.name)).join('\n')}`);
  if (slowest.length > 0)
    console.log(`\nSlowest files:\n${slowest.map((file) => line(file, file.file)).join('\n')}`);
}

const before = await wordingHashes();
if (!selection && !findNginx())
  console.log(`${PROXY_TESTS}*.test.ts are left out, because nginx is not installed.`);
for (const together of planStages(selection))
  await Promise.all(together.map((stage) => runStage(stage, together.length === 1)));
const after = await wordingHashes();
for (const [i, dir] of WORDING.entries())
  if (after[i] !== before[i]) failures.push(`${dir}/ changed while the tests ran; no test may write there`);
printTimes();
process.exitCode = failures.length === 0 ? 0 : 1;
if (failures.length > 0) console.log(`\nFailed:\n\n${failures.join('\n\n')}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
