/** One change to one line of a contract. `line` counts from 1. */
export type Mutant = { file: string; line: number; from: string; to: string };

/** Replacements of operators and calls, each applied to every occurrence on its own. */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/ < /g, ' <= '],
  [/ <= /g, ' < '],
  [/ > /g, ' >= '],
  [/ >= /g, ' > '],
  [/ == /g, ' != '],
  [/ != /g, ' == '],
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/ \* /g, ' / '],
  [/ \/ /g, ' * '],
  [/ \+= /g, ' -= '],
  [/ -= /g, ' += '],
  [/ \+= /g, ' = '],
  [/ && /g, ' || '],
  [/ \|\| /g, ' && '],
  [/\btrue\b/g, 'false'],
  [/\bfalse\b/g, 'true'],
  [/\bMath\.min\(/g, 'Math.max('],
  [/\bMath\.max\(/g, 'Math.min('],
  [/\bMath\.ceilDiv\(([^,]+), ([^)]+)\)/g, '($1 / $2)'],
  [/, Math\.Rounding\.Ceil/g, ''],
  [/\bshareUp\((?=a)/g, 'share('],
  [/\bmsg\.sender\b/g, 'owner()'],
  [/ nonReentrant\b/g, ''],
  [/ whenNotPaused\b/g, ''],
  [/ onlyOwner\b/g, ''],
  [/ onlyOperator\b/g, ''],
  [/ atStage\([^)]*\)/g, ''],
];

/** Statements that can be left out: calls, assignments, events, and checks on one line, but no declarations. */
const STATEMENT =
  /^(?:if \(.*\) revert|emit |_\w+\(|\w+(?:\[[^;]*\])* [+-]?= |\w+\.\w+(?:\(|\[| [+-]?= )|super\.).*;$/;
/** Lines that hold no code of the contract's own. */
const SKIPPED = /^(?:\/\/|import |pragma |using |event |error |function \w+\(\) external view)/;
const NUMBER = /(?<![\w.])(\d[\d_]*)(?![\w.])/g;

function changesOf(text: string): string[] {
  const replaced = replacements.flatMap(([pattern, replacement]) =>
    [...text.matchAll(pattern)].map(
      ({ index }) =>
        text.slice(0, index) + text.slice(index).replace(new RegExp(pattern.source), replacement),
    ),
  );
  const counted = [...text.matchAll(NUMBER)].map(
    ({ index, 0: found }) => `${text.slice(0, index)}${found}+1${text.slice(index + found.length)}`,
  );
  const dropped = STATEMENT.test(text.trim()) ? [''] : [];
  return [...replaced, ...counted, ...dropped];
}

/** Returns all mutants of a contract's source, in the order of its lines. */
export function mutantsOf(file: string, source: string): Mutant[] {
  return source.split('\n').flatMap((text, index) =>
    text.trim() === '' || SKIPPED.test(text.trim())
      ? []
      : [...new Set(changesOf(text))].map((to) => ({
          file,
          line: index + 1,
          from: text.trim(),
          to: to.trim(),
        })),
  );
}

/** Returns the source with one mutant applied. */
export function applyMutant(source: string, { line, to }: Mutant): string {
  return source
    .split('\n')
    .map((text, index) => (index === line - 1 ? to : text))
    .join('\n');
}
