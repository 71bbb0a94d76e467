import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import solc from 'solc';
import { z } from 'zod';

// Proves the assertions of contracts/proofs with solc's model checker and z3. The working directory must be the
// repository root.

const folder = 'contracts/proofs';
/** Replaces OpenZeppelin's Math, whose assembly the model checker can't read. */
const SPECIFICATION = `${folder}/Math.sol`;
const QUERY_SECONDS = 120;
/**
 * `bmc` proves functions without state and loops, for all arguments, including products of variables. `chc` finds
 * invariants of a state over any number of calls.
 */
const STATELESS = 'ArithmeticProof';
/** Messages that an assertion is proved, and that `bmc` is deprecated. */
const PROVED = ['9576', '2961'];
const DEPRECATED = '3993';

// solc's own parameters for Horn clauses (solc/smtsolver.js).
const hornParameters = [
  'rewriter.pull_cheap_ite=true',
  'fp.spacer.q3.use_qgen=true',
  'fp.spacer.mbqi=false',
  'fp.spacer.ground_pobs=false',
];

const outputSchema = z.object({
  errors: z
    .array(
      z.object({
        severity: z.string(),
        errorCode: z.string().optional(),
        message: z.string(),
        sourceLocation: z.object({ file: z.string(), start: z.number(), end: z.number() }).optional(),
      }),
    )
    .default([]),
});
type Message = z.infer<typeof outputSchema>['errors'][number];

/** Returns the assertion that a message is about, on one line. */
function assertionOf({ sourceLocation, message }: Message): string {
  if (!sourceLocation) return message;
  const { file, start, end } = sourceLocation;
  return readFileSync(file, 'utf8').slice(start, end).replaceAll(/\s+/g, ' ');
}

/** @throws if z3 isn't installed. */
function solve(query: string, engine: string, scratch: string): { contents: string } {
  const file = join(scratch, 'query.smt2');
  writeFileSync(file, query);
  const parameters = ['-smt2', `-T:${QUERY_SECONDS}`, ...(engine === 'chc' ? hornParameters : [])];
  const { stdout, error } = spawnSync('z3', [...parameters, file], {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  if (error) throw new Error('z3 must be installed (Debian: apt-get install z3)', { cause: error });
  return { contents: stdout };
}

/** Prints each assertion of a proof with its result. Returns whether all were proved, and that there are any. */
function prove(name: string, scratch: string): boolean {
  const path = `${folder}/${name}.sol`;
  const engine = name === STATELESS ? 'bmc' : 'chc';
  const settings = {
    modelChecker: {
      engine,
      solvers: ['smtlib2'],
      targets: ['assert'],
      showProvedSafe: true,
      showUnproved: true,
      contracts: { [path]: [name] },
    },
    outputSelection: { '*': { '*': [] } },
  };
  const sources = { [path]: { content: readFileSync(path, 'utf8') } };
  const output = solc.compile(JSON.stringify({ language: 'Solidity', sources, settings }), {
    import: (file: string) => ({
      contents: readFileSync(file.startsWith('@openzeppelin/') ? SPECIFICATION : file, 'utf8'),
    }),
    smtSolver: (query: string) => solve(query, engine, scratch),
  });
  const messages = outputSchema.parse(JSON.parse(output)).errors;
  const isProved = ({ errorCode = '' }: Message) => PROVED.includes(errorCode);
  const proved = messages.filter(isProved);
  const failed = messages.filter(
    (message) => !isProved(message) && message.errorCode !== DEPRECATED && message.severity !== 'info',
  );
  for (const message of proved) console.info(`proved      ${name}: ${assertionOf(message)}`);
  for (const message of failed) console.info(`NOT PROVED  ${name}: ${assertionOf(message)}`);
  return proved.length > 0 && failed.length === 0;
}

const scratch = mkdtempSync(join(tmpdir(), 'tidewell-proofs-'));
try {
  const [only = ''] = process.argv.slice(2);
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('Proof.sol') && file.includes(only))
    .map((file) => basename(file, '.sol'));
  const results = names.map((name) => prove(name, scratch));
  if (results.includes(false)) process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true });
}
