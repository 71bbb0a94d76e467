import { z } from 'zod';

/** Environment variable that has the path of the job's JSON file. */
export const JOB_VARIABLE = 'MUTATION_JOB';

/** A mutant to try in a test file: the indexes of the tests that reach its code, and how often they reach it. */
const trySchema = z.object({ id: z.string(), tests: z.array(z.number()), hits: z.number() });
export type Try = z.infer<typeof trySchema>;

/**
 * What one run of jest does. `coverage` runs each test once and records which mutants it reaches. `tries` runs the
 * tests of each mutant while the mutant is active, and then the same tests without a mutant, in the same process.
 * `active` runs the chosen tests with one mutant, which is active before any module is loaded.
 */
export const jobSchema = z.object({
  /** File that results are appended to, one JSON object per line. */
  output: z.string(),
  work: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('coverage') }),
    z.object({ kind: z.literal('tries'), tries: z.array(trySchema), timesMs: z.array(z.number()) }),
    z.object({ kind: z.literal('active'), id: z.string(), isChosen: z.array(z.boolean()) }),
  ]),
});
export type Job = z.infer<typeof jobSchema>;

const hitsSchema = z.record(z.string(), z.number());

export const lineSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('coverage'),
    file: z.string(),
    /** Time until the first test starts. */
    loadMs: z.number(),
    /** Hits of each mutant while modules are loaded and the file's own hooks run. */
    shared: hitsSchema,
    /** Hits of each mutant by each test, and the test's duration. */
    tests: z.array(z.object({ name: z.string(), ms: z.number(), isPassed: z.boolean(), hits: hitsSchema })),
  }),
  z.object({ kind: z.literal('start'), id: z.string() }),
  z.object({ kind: z.literal('end'), id: z.string(), killer: z.string().nullable() }),
]);
export type Line = z.infer<typeof lineSchema>;
export type Coverage = Extract<Line, { kind: 'coverage' }>;

/** ID of the tries without a mutant. */
export const NO_MUTANT = '';
