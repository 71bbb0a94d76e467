import { appendFileSync, readFileSync } from 'node:fs';
import { childEnv } from '../../lib/settings/process-env';
import { type Block, type Case, copyBlock, type Event, type State, testsIn } from './circus';
import { JOB_VARIABLE, type Job, jobSchema, type Line, NO_MUTANT, type Try } from './job';

/** The object that the instrumented code shares with its test runner. Stryker's instrumenter defines the names. */
type Switches = {
  activeMutant?: string;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number;
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
};

const SHARED = 'shared';
/** A mutant whose code runs this many times as often as before is in an endless loop. */
const LOOP_FACTOR = 100;
const LOOP_FLOOR = 20_000;

const nameOf = (test: Case): string => {
  const names = [test.name];
  for (let block: Block | undefined = test.parent; block?.parent; block = block.parent)
    if (block.name) names.unshift(block.name);
  return names.join(' ');
};

/** Runs a job inside jest-circus, by changing the tests of a file before they start. */
export class MutantRuns {
  readonly #job: Job = jobSchema.parse(JSON.parse(readFileSync(childEnv({})[JOB_VARIABLE] ?? '', 'utf8')));
  readonly #switches: Switches;
  readonly #file: string;
  #tests: Case[] = [];
  readonly #tries = new Map<Block, Try>();
  #killer: string | null = null;
  #unhandled = 0;
  readonly #createdAt = Date.now();
  #loadMs = 0;

  constructor(global: object, file: string) {
    this.#file = file;
    this.#switches = {};
    if (this.#job.work.kind === 'active') this.#switches.activeMutant = this.#job.work.id;
    Object.assign(global, { __stryker__: this.#switches });
  }

  #write(line: Line): void {
    appendFileSync(this.#job.output, `${JSON.stringify(line)}\n`);
  }

  handle(event: Event, state: State): void {
    const { work } = this.#job;
    if (work.kind === 'coverage') this.#recordCoverage(event, state);
    else if (work.kind === 'active') this.#recordActive(event, state, work);
    else this.#runTries(event, state, work);
  }

  #runTries(event: Event, state: State, work: Extract<Job['work'], { kind: 'tries' }>): void {
    if (event.name === 'run_start') this.#planTries(state, work.tries, work.timesMs);
    const current = event.describeBlock && this.#tries.get(event.describeBlock);
    if (event.name === 'run_describe_start' && current) this.#startTry(current, state);
    if (event.name === 'test_done' && event.test) this.#stopAtFailure(event.test);
    if (event.name === 'run_describe_finish' && current) this.#endTry(current, state);
  }

  #recordCoverage({ name, test, hook }: Event, { rootDescribeBlock }: State): void {
    if (name === 'run_start') {
      this.#tests = testsIn(rootDescribeBlock);
      this.#switches.currentTestId = SHARED;
    }
    if (name === 'test_start') this.#loadMs ||= Date.now() - this.#createdAt;
    if (name === 'test_start' && test) this.#switches.currentTestId = String(this.#tests.indexOf(test));
    if (name === 'test_done' || name === 'test_skip') this.#switches.currentTestId = SHARED;
    // An inner block's hooks run again for each mutant, so they count as part of the block's tests.
    if (name === 'hook_start' && hook?.type.endsWith('All'))
      this.#switches.currentTestId = hook.parent.parent
        ? testsIn(hook.parent)
            .map((inner) => this.#tests.indexOf(inner))
            .join()
        : SHARED;
    if ((name === 'hook_success' || name === 'hook_failure') && hook?.type.endsWith('All'))
      this.#switches.currentTestId = SHARED;
    if (name !== 'run_finish') return;
    const { static: loading = {}, perTest = {} } = this.#switches.mutantCoverage ?? {};
    const hitsOf = (index: number) => {
      const hits: Record<string, number> = {};
      for (const [ids, counts] of Object.entries(perTest))
        if (ids.split(',').includes(String(index)))
          for (const [id, count] of Object.entries(counts)) hits[id] = (hits[id] ?? 0) + count;
      return hits;
    };
    this.#write({
      kind: 'coverage',
      file: this.#file,
      loadMs: this.#loadMs,
      shared: { ...loading, ...perTest[SHARED] },
      tests: this.#tests.map((one, index) => ({
        name: nameOf(one),
        ms: one.duration ?? 0,
        isPassed: one.errors.length === 0,
        hits: hitsOf(index),
      })),
    });
  }

  #recordActive(
    { name, test }: Event,
    state: State,
    { id, isChosen }: Extract<Job['work'], { kind: 'active' }>,
  ): void {
    if (name === 'run_start') {
      this.#tests = testsIn(state.rootDescribeBlock);
      for (const [index, one] of this.#tests.entries()) if (!isChosen[index]) one.mode = 'skip';
      this.#write({ kind: 'start', id });
    }
    if (name === 'test_done' && test && test.errors.length > 0 && this.#killer === null) {
      this.#killer = nameOf(test);
      for (const other of this.#tests) other.mode = 'skip';
    }
    if (name === 'run_finish') {
      if (state.unhandledErrors.length > 0) this.#killer ??= 'an error outside of tests';
      this.#write({ kind: 'end', id, killer: this.#killer });
    }
  }

  /** Replaces the file's tests with one block for each try, and one without a mutant. */
  #planTries(state: State, tries: readonly Try[], timesMs: readonly number[]): void {
    const { rootDescribeBlock: root } = state;
    const tests = testsIn(root);
    const baseline: Try = {
      id: NO_MUTANT,
      tests: [...new Set(tries.flatMap((one) => one.tests))],
      hits: Number.POSITIVE_INFINITY,
    };
    const originals = { ...root, name: '', hooks: [] };
    root.children = [...tries, baseline].flatMap((one) => {
      const wanted = new Set(one.tests);
      const block = copyBlock(originals, root, (test) => {
        const index = tests.indexOf(test);
        // Generous, because a mutant can't be told from a slow machine otherwise.
        const timeout = (timesMs[index] ?? 0) * 5 + 5_000;
        return wanted.has(index) ? { ...test, errors: [], timeout } : null;
      });
      if (!block) return [];
      this.#tries.set(block, one);
      return [block];
    });
    root.tests = [];
  }

  #startTry({ id, hits }: Try, state: State): void {
    this.#killer = null;
    this.#unhandled = state.unhandledErrors.length;
    this.#switches.hitCount = id === NO_MUTANT ? undefined : 0;
    this.#switches.hitLimit = Math.max(hits * LOOP_FACTOR, LOOP_FLOOR);
    this.#switches.activeMutant = id;
    this.#write({ kind: 'start', id });
  }

  #stopAtFailure(test: Case): void {
    if (test.errors.length === 0 || this.#killer !== null) return;
    this.#killer = nameOf(test);
    let block = test.parent;
    while (block.parent && !this.#tries.has(block)) block = block.parent;
    for (const other of testsIn(block)) other.mode = 'skip';
  }

  #endTry({ id }: Try, state: State): void {
    if (state.unhandledErrors.length > this.#unhandled) this.#killer ??= 'an error outside of tests';
    this.#switches.activeMutant = NO_MUTANT;
    this.#write({ kind: 'end', id, killer: this.#killer });
  }
}
