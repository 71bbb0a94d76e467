import fc from 'fast-check';
import type { ChainMapping } from '@/lib/api/types';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { csvText } from '@/lib/format/csv';
import { activityCsv } from '@/lib/wallet/activity/activity-csv';
import type { ActivityRow } from '@/lib/wallet/activity/activity-row';

/** Parses CSV strictly per RFC 4180. */
function parse(text: string): string[][] {
  expect(text.startsWith('\uFEFF')).toBe(true);
  expect(text.endsWith('\r\n')).toBe(true);
  const records: string[][] = [[]];
  const cells = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  cells.lastIndex = 1;
  while (cells.lastIndex < text.length) {
    const match = cells.exec(text);
    if (!match) throw new Error('not RFC 4180');
    records.at(-1)?.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === '\r\n' && cells.lastIndex < text.length) records.push([]);
  }
  return records;
}

test('WAL-13 CSV text is escaped per RFC 4180 and never read as a formula', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 2 })),
      (records) => {
        const [header, ...read] = parse(csvText(['one', 'other'], records));
        expect(header).toEqual(['one', 'other']);
        expect(read).toEqual(
          records.map((record) =>
            record.map((text) =>
              /^[=+\-@＝＋－＠\t\r\n]/.test(text) && !/^-\d+(\.\d+)?$/.test(text) ? `'${text}` : text,
            ),
          ),
        );
      },
    ),
  );
  expect(
    csvText(['a'], [['=1+1'], ['@x'], ['\tx'], ['-5'], ['-5.25'], ['-5-1'], ['+5'], ['"'], ['x\ny']]),
  ).toBe('\uFEFFa\r\n\'=1+1\r\n\'@x\r\n"\'\tx"\r\n-5\r\n-5.25\r\n\'-5-1\r\n\'+5\r\n""""\r\n"x\ny"\r\n');
  // Spreadsheets in some languages separate cells by semicolons, and read full-width signs as formulas.
  expect(csvText(['a'], [['A;=1+1'], ['A\t=1+1'], ['＝1+1'], ['＋1'], ['－1'], ['＠x']])).toBe(
    '\uFEFFa\r\n"A;=1+1"\r\n"A\t=1+1"\r\n\'＝1+1\r\n\'＋1\r\n\'－1\r\n\'＠x\r\n',
  );
});

test('WAL-13 the activity CSV has a line per token, exact amounts and ISO 8601 times', async () => {
  const chain = { id: 7, name: 'North, Sea', browserTx: 'https://scan.example/tx/' } as ChainMapping;
  const hash = `0x${'ab'.repeat(32)}` as const;
  const row: ActivityRow = {
    chainId: 7,
    hash,
    kind: 'swap',
    out: [{ token: { address: NATIVE_TOKEN, symbol: 'ETH', decimals: 18, coinId: 1 }, amount: 1n }],
    in: [
      {
        token: { address: `0x${'11'.repeat(20)}`, symbol: '=EVIL()', decimals: 6, coinId: null },
        amount: 123_456_789_012_345_678_901n,
      },
    ],
    allowance: null,
    counterparty: null,
    at: Date.UTC(2026, 0, 31, 8, 30, 1),
    block: 5n,
    status: 'confirmed',
    isVerified: false,
  };
  const usd = (value: bigint) => ({ usd: value, isSample: false });
  const [sent] = row.out;
  const half = {
    ...{ price: '2500.5', value: usd(5n * 10n ** 17n), cost: usd(10n ** 18n), profit: -5n * 10n ** 17n },
  };
  const ofMove = new Map(sent ? [[sent, half]] : []);
  const [header, out, arrived] = parse(await activityCsv([row], [chain], { ofMove }));
  const read = (record: string[] | undefined) =>
    Object.fromEntries(header?.map((name, i) => [name, record?.[i]]) ?? []);
  expect(read(out)).toEqual({
    time: '2026-01-31T08:30:01.000Z',
    network: 'North, Sea',
    chain_id: '7',
    kind: 'swap',
    status: 'confirmed',
    direction: 'out',
    amount: '0.000000000000000001',
    token: 'ETH',
    token_address: '',
    counterparty: '',
    transaction: hash,
    explorer: `https://scan.example/tx/${hash}`,
    verified: 'no',
    price_usd: '2500.5',
    value_usd: '0.5',
    cost_usd: '1',
    profit_usd: '-0.5',
    price_kind: 'market',
  });
  const kindOf = async (testnet: boolean, known: Partial<typeof half>, isSample = false) => {
    const costs = new Map(
      sent ? [[sent, { ...known, ...(known.cost && { cost: { ...known.cost, isSample } }) }]] : [],
    );
    const [, record] = parse(await activityCsv([row], [{ ...chain, testnet }], { ofMove: costs }));
    return record?.at(-1);
  };
  expect(await kindOf(false, half, true)).toBe('sample');
  expect(await kindOf(false, { cost: half.cost }, true)).toBe('sample');
  expect(await kindOf(false, { cost: half.cost })).toBe('market');
  // Tokens of test networks are worth nothing.
  expect(await kindOf(true, half, true)).toBe('test');
  expect(await kindOf(true, {})).toBe('');
  expect(read(arrived)).toMatchObject({
    direction: 'in',
    amount: '123456789012345.678901',
    token: "'=EVIL()",
    token_address: `0x${'11'.repeat(20)}`,
    ...{ price_usd: '', value_usd: '', cost_usd: '', profit_usd: '', price_kind: '' },
  });
  expect(
    parse(
      await activityCsv([{ ...row, out: [], in: [], at: null, status: 'pending' }], [chain], { ofMove }),
    )[1],
  ).toEqual([
    '',
    'North, Sea',
    ...['7', 'swap', 'pending', '', '', '', '', '', hash, `https://scan.example/tx/${hash}`, 'no'],
    ...['', '', '', '', ''],
  ]);
});
