import { readFileSync } from 'node:fs';
import path from 'node:path';

const read = (name: string) => readFileSync(path.join(process.cwd(), 'docs/evidence', name), 'utf8');

/** Names of files and folders of the repository in a Markdown text. */
const pathsIn = (text: string) =>
  [...text.matchAll(/`([\w.-]+(?:\/[\w.[\]-]+)+|[\w.-]+\.(?:md|json|yaml)|Dockerfile)`/g)].map(
    ([, name = '']) => name,
  );

type Row = { id: string; level: string; status: string; evidence: string };

/** Rows of a table whose first cell is an ID such as V1.1.1 or API1, and optionally a level. */
const rowsOf = (text: string): Row[] =>
  [
    ...text.matchAll(
      /^\| ((?:V\d+\.\d+|API|SC)\.?\d+) (?:\| (\d) )?\| [^|]+ \| (Met|Not applicable|Not met(?: \(operator\))?) \| (.+) \|$/gm,
    ),
  ].map(([, id = '', level = '', status = '', evidence = '']) => ({ id, level, status, evidence }));

test.each(['asvs.md', 'owasp-top-10.md'])(
  'OPS-5 docs/evidence/%s gives each row its evidence or risk',
  (name) => {
    const wrong = rowsOf(read(name)).filter(({ status, evidence }) =>
      status === 'Met'
        ? pathsIn(evidence).length === 0
        : status !== 'Not applicable' && !/^(?:High until done|Medium|Low)\. \S/.test(evidence),
    );
    expect(wrong).toEqual([]);
  },
);

/**
 * Number of requirements of OWASP ASVS 5.0.0 by section, as `section: level 1 + level 2`. Within a section, those of level 1
 * come first, and those of level 3 last.
 */
const ASVS = `1.1:0+2 1.2:5+4 1.3:2+9 1.4:0+3 1.5:1+1 2.1:1+2 2.2:2+1 2.3:1+3 2.4:0+1 3.2:2+0 3.3:1+3 3.4:2+4 3.5:3+2
  3.7:0+2 4.1:1+2 4.2:0+1 4.3:0+2 4.4:1+3 5.1:0+1 5.2:2+1 5.3:2+0 5.4:0+3 6.1:1+2 6.2:8+4 6.3:2+2 6.4:2+2 6.5:0+5 6.6:0+3
  6.8:0+4 7.1:0+3 7.2:4+0 7.3:0+2 7.4:2+3 7.5:0+2 7.6:0+2 8.1:1+1 8.2:2+1 8.3:1+0 8.4:0+1 9.1:3+0 9.2:1+3 10.1:0+2
  10.2:0+2 10.3:0+4 10.4:5+6 10.5:0+5 10.6:0+2 10.7:0+3 11.1:0+2 11.2:0+3 11.3:2+1 11.4:1+3 11.5:0+1 11.6:0+1 12.1:1+2
  12.2:2+0 12.3:0+4 13.1:0+1 13.2:0+5 13.3:0+2 13.4:1+4 14.1:0+2 14.2:1+3 14.3:1+2 15.1:1+2 15.2:1+2 15.3:1+6 16.1:0+1
  16.2:0+5 16.3:0+4 16.4:0+3 16.5:0+3 17.1:0+1 17.2:0+4 17.3:0+2`;

const requirements = ASVS.trim()
  .split(/\s+/)
  .flatMap((entry) => {
    const [, section, first, second] = /^([\d.]+):(\d+)\+(\d+)$/.exec(entry) ?? [];
    return Array.from({ length: Number(first) + Number(second) }, (_, index) => ({
      id: `V${section}.${index + 1}`,
      level: index < Number(first) ? '1' : '2',
    }));
  });

test('OPS-5 docs/evidence/asvs.md has each requirement of level 1 and 2 once, with its level', () => {
  const levels = (level: string) => requirements.filter((one) => one.level === level).length;
  expect([levels('1'), levels('2')]).toEqual([70, 183]);
  expect(rowsOf(read('asvs.md')).map(({ id, level }) => ({ id, level }))).toEqual(requirements);
});

test('OPS-5 docs/evidence/asvs.md counts its rows right', () => {
  const text = read('asvs.md');
  const rows = rowsOf(text);
  for (const level of ['1', '2']) {
    const count = (status: string) =>
      rows.filter((row) => row.level === level && row.status.startsWith(status)).length;
    const counts = ['Met', 'Not applicable', 'Not met', 'Not met (operator)'].map(count);
    expect(text).toContain(`\n| ${[level, ...counts].join(' | ')} |\n`);
  }
});

test.each(['asvs.md', 'owasp-top-10.md'])('OPS-5 docs/evidence/%s lists what is open, by risk', (name) => {
  const text = read(name);
  const open = [...text.matchAll(/^\| (High until done|Medium|Low) \| ([A-Z][A-Z\d., ]+) \|/gm)].flatMap(
    ([, risk, ids = '']) => ids.split(', ').map((id) => `${id} ${risk}`),
  );
  const unmet = rowsOf(text).flatMap(({ id, status, evidence }) =>
    status.startsWith('Not met') ? [`${id} ${evidence.split('.')[0]}`] : [],
  );
  expect(open.sort()).toEqual(unmet.sort());
});

test('OPS-5 docs/evidence/owasp-top-10.md has each entry of both lists once', () => {
  const ids = (list: string, digits: number) =>
    Array.from({ length: 10 }, (_, index) => `${list}${String(index + 1).padStart(digits, '0')}`);
  expect(rowsOf(read('owasp-top-10.md')).map(({ id }) => id)).toEqual([...ids('API', 1), ...ids('SC', 2)]);
});
