import { relative } from 'node:path';
import { type Coverage, NO_MUTANT, type Try } from './job';
import { runJest } from './run-jest';

/** What happened to each mutant: the name of a test that noticed it, or why none did. */
export type Outcome = { kind: 'killed'; by: string } | { kind: 'survived' } | { kind: 'not reached' };

/** Mutants per process. Fewer if the tests don't pass anymore after a process has tried its mutants. */
const CHUNK = 40;
/** Tests that take this long run only for mutants that survive the others. */
const SLOW_MS = 1_500;

const secondsSince = (start: number) => Math.round((Date.now() - start) / 1_000);

/**
 * Runs the tests once without mutants. Leaves out tests that fail, because they would seem to notice every mutant.
 * @throws if a file can't be run.
 */
async function recordCoverage(root: string, files: readonly string[]): Promise<Coverage[]> {
  const { lines, log } = await runJest(root, { files, work: { kind: 'coverage' }, stallMs: 600_000 });
  const coverage = lines.filter((line) => line.kind === 'coverage');
  if (coverage.length < files.length) throw new Error(`not all tests can be run without mutants:\n${log}`);
  for (const { tests } of coverage)
    for (const { name, isPassed } of tests) {
      if (isPassed) continue;
      console.info(`fails without mutants, and is left out: ${name}`);
      process.exitCode = 1;
    }
  return coverage;
}

/**
 * Tries mutants in one process after the other. If the tests of a process don't pass without a mutant afterwards, a
 * mutant left something behind, and its successors are tried again in smaller groups.
 */
async function tryInFile(
  root: string,
  { file, tests }: Coverage,
  tries: readonly Try[],
  isOver: () => boolean,
): Promise<Map<string, string | null>> {
  const killers = new Map<string, string | null>();
  const queue: (readonly Try[])[] = [];
  for (let at = 0; at < tries.length; at += CHUNK) queue.push(tries.slice(at, at + CHUNK));
  for (let group = queue.shift(); group && !isOver(); group = queue.shift()) {
    const work = { kind: 'tries' as const, tries: [...group], timesMs: tests.map(({ ms }) => ms) };
    const { lines, isStalled } = await runJest(root, { files: [file], work });
    const ended = lines.filter((line) => line.kind === 'end');
    const isClean = ended.some(({ id, killer }) => id === NO_MUTANT && killer === null);
    const found = ended.filter(({ id }) => id !== NO_MUTANT);
    if (isClean || group.length === 1) {
      for (const { id, killer } of found) killers.set(id, killer);
      const [only] = group;
      if (found.length === 0 && only) killers.set(only.id, isStalled ? 'no end' : 'a crash');
      continue;
    }
    // Survivors passed all their tests, so only what was killed is in doubt.
    const survivors = new Set(found.filter(({ killer }) => killer === null).map(({ id }) => id));
    for (const id of survivors) killers.set(id, null);
    const [first] = found;
    if (first) killers.set(first.id, first.killer);
    const doubtful = group.filter(({ id }) => !killers.has(id));
    const half = Math.ceil(doubtful.length / 2);
    if (doubtful.length > 0) queue.unshift(doubtful.slice(0, half));
    if (doubtful.length > 1) queue.splice(1, 0, doubtful.slice(half));
  }
  return killers;
}

/** Tries mutants of code that runs before a file's first test, each in its own process. */
async function tryFromStart(root: string, { file, tests }: Coverage, id: string): Promise<string | null> {
  const fast = tests.map(({ ms, isPassed }) => isPassed && ms < SLOW_MS);
  const isChosen = fast.includes(true) ? fast : tests.map(({ isPassed }) => isPassed);
  const { lines, isStalled } = await runJest(root, { files: [file], work: { kind: 'active', id, isChosen } });
  const end = lines.find((line) => line.kind === 'end');
  // Without an end, the mutant prevented the file from loading, or from ending.
  return end ? end.killer : isStalled ? 'no end' : 'the file does not load';
}

/** Orders mutants so that a run that is out of time has tried some of every file and line. */
const spread = (ids: readonly string[]) => {
  const STRIDE = 13;
  return Array.from({ length: STRIDE }, (_, offset) =>
    ids.filter((_id, index) => index % STRIDE === offset),
  ).flat();
};

/**
 * Tries mutants in all test files that reach them, until a test fails or `isOver`: first in the fast tests, then from
 * the start of the files, then in the slow tests.
 */
export async function tryMutants(
  root: string,
  { ids, files, isOver }: { ids: readonly string[]; files: readonly string[]; isOver: () => boolean },
): Promise<Map<string, Outcome>> {
  const coverage = await recordCoverage(root, files);
  const outcomes = new Map<string, Outcome>();
  const alive = () => spread(ids).filter((id) => outcomes.get(id)?.kind !== 'killed');
  const record = (file: string, id: string, killer: string | null) =>
    outcomes.set(id, killer === null ? { kind: 'survived' } : { kind: 'killed', by: `${file}: ${killer}` });

  /** Mutants that some tests were not run for, because the time was over. */
  const unfinished = new Set<string>();
  const costOf = ({ loadMs, tests }: Coverage) => tests.reduce((sum, { ms }) => sum + ms, loadMs);
  const fastestFirst = coverage.toSorted((one, other) => costOf(one) - costOf(other));
  const tryIn = async (isChosen: (ms: number) => boolean) => {
    for (const one of fastestFirst) {
      const tries = alive().flatMap((id): Try[] => {
        const tests = one.tests.flatMap(({ hits, ms, isPassed }, index) =>
          isPassed && hits[id] && isChosen(ms) ? [index] : [],
        );
        const hits = one.tests.reduce((sum, test) => sum + (test.hits[id] ?? 0), 0);
        return tests.length > 0 ? [{ id, tests, hits }] : [];
      });
      if (tries.length === 0) continue;
      const since = Date.now();
      const killers = await tryInFile(root, one, tries, isOver);
      for (const [id, killer] of killers) record(one.file, id, killer);
      for (const { id } of tries) if (!killers.has(id)) unfinished.add(id);
      console.info(`${relative(root, one.file)}: ${tries.length} mutants, ${secondsSince(since)} s`);
    }
  };
  await tryIn((ms) => ms < SLOW_MS);
  for (const one of fastestFirst) {
    const since = Date.now();
    const shared = alive().filter((id) => one.shared[id]);
    for (const id of shared) {
      if (isOver()) unfinished.add(id);
      else record(one.file, id, await tryFromStart(root, one, id));
    }
    if (shared.length > 0)
      console.info(`${relative(root, one.file)}: ${shared.length} from the start, ${secondsSince(since)} s`);
  }
  await tryIn((ms) => ms >= SLOW_MS);

  for (const id of alive()) if (unfinished.has(id)) outcomes.delete(id);
  const reached = new Set(
    coverage.flatMap(({ shared, tests }) => [shared, ...tests.map(({ hits }) => hits)].flatMap(Object.keys)),
  );
  for (const id of ids) if (!reached.has(id)) outcomes.set(id, { kind: 'not reached' });
  return outcomes;
}
