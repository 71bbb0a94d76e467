/** @jest-environment node */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childEnv } from '@/lib/settings/process-env';
import { type Block, type Case, type State, testsIn } from '@/scripts/mutation/circus';
import { JOB_VARIABLE, type Job } from '@/scripts/mutation/job';
import { MutantRuns } from '@/scripts/mutation/mutant-runs';

const dir = mkdtempSync(join(tmpdir(), 'tidewell-mutant-runs-'));
afterAll(() => rmSync(dir, { recursive: true }));

const block = (name: string, parent?: Block): Block => {
  const made: Block = { type: 'describeBlock', name, parent, children: [], tests: [], hooks: [] };
  parent?.children.push(made);
  return made;
};
const addTest = (name: string, parent: Block) => {
  const made: Case = { type: 'test', name, parent, errors: [], duration: 1 };
  parent.children.push(made);
};

/** A file with the tests `first`, and `second` and `third` in an inner block. */
function file(): State {
  const root = block('ROOT');
  addTest('first', root);
  const inner = block('inner', root);
  addTest('second', inner);
  addTest('third', inner);
  return { rootDescribeBlock: root, unhandledErrors: [], testTimeout: 5_000 };
}

/** Runs a job the way jest-circus would. `fails` returns whether a test fails while a mutant is active. */
function run(work: Job['work'], fails: (test: string, mutant: string) => boolean) {
  const output = join(dir, `${Math.random()}.jsonl`);
  const job = join(dir, 'job.json');
  writeFileSync(job, JSON.stringify({ output, work } satisfies Job));
  jest.replaceProperty(process, 'env', childEnv({ [JOB_VARIABLE]: job }));
  const global: { __stryker__?: { activeMutant?: string } } = {};
  const runs = new MutantRuns(global, 'some.test.ts');
  const state = file();
  const ran: string[] = [];
  const walk = (describeBlock: Block) => {
    runs.handle({ name: 'run_describe_start', describeBlock }, state);
    for (const child of describeBlock.children) {
      if (child.type === 'describeBlock') walk(child);
      else if (child.mode !== 'skip') {
        const mutant = global.__stryker__?.activeMutant ?? '';
        ran.push(`${mutant}:${child.name}`);
        if (fails(child.name, mutant)) child.errors.push(new Error('wrong'));
        runs.handle({ name: 'test_done', test: child }, state);
      }
    }
    runs.handle({ name: 'run_describe_finish', describeBlock }, state);
  };
  runs.handle({ name: 'run_start' }, state);
  walk(state.rootDescribeBlock);
  runs.handle({ name: 'run_finish' }, state);
  const lines: { kind: string; id: string; killer?: string | null }[] = readFileSync(output, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const killers = lines.filter(({ kind }) => kind === 'end').map(({ id, killer }) => [id, killer]);
  return { ran, killers, tests: testsIn(state.rootDescribeBlock).length };
}

const tries = [
  { id: '7', tests: [0, 1, 2], hits: 3 },
  { id: '8', tests: [2], hits: 1 },
];
const work = { kind: 'tries' as const, tries, timesMs: [1, 1, 1] };

test('each mutant runs only the tests that reach it, until one fails, and then all run without a mutant', () => {
  const { ran, killers } = run(work, (name, mutant) => mutant === '7' && name === 'second');
  expect(ran).toEqual(['7:first', '7:second', '8:third', ':first', ':second', ':third']);
  expect(killers).toEqual([
    ['7', 'inner second'],
    ['8', null],
    ['', null],
  ]);
});

test('a mutant that leaves something behind is noticed after it is no longer active', () => {
  const { killers } = run(work, (name, mutant) => mutant === '' && name === 'first');
  expect(killers.at(-1)).toEqual(['', 'first']);
});

test('a mutant of code that runs on load is active from the start, in the chosen tests', () => {
  const active = { kind: 'active' as const, id: '9', isChosen: [false, true, true] };
  const { ran, killers } = run(active, (name) => name === 'second');
  expect(ran).toEqual(['9:second']);
  expect(killers).toEqual([['9', 'inner second']]);
});
