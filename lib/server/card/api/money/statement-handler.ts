import 'server-only';
import { formatUnits } from 'viem';
import type { z } from 'zod';
import { statement, statementQuery } from '@/lib/api/schemas/card';
import { csvText } from '@/lib/format/csv';
import { withDescription } from '../../../http/call-description';
import { handler, type RouteHandler } from '../../../http/handler';
import { CARD_CURRENCY, CURRENCY_DECIMALS } from '../../currency';
import { readStatement, type Statement } from './statement';

/**
 * Column names. Other programs may rely on them, so never rename or reorder columns, and add new columns at the end. Amounts have
 * no sign, because a cell that starts with one could be a formula.
 */
const HEADER = [
  ...['time', 'kind', 'direction', 'tokens', 'balance', 'token_address', 'chain_id', 'transaction'],
  ...['purchase', 'merchant', 'amount', 'currency', 'merchant_amount_minor', 'merchant_currency'],
  ...['price_usd', 'margin_bps'],
];

/** Returns a statement as CSV: opening, rows, and closing. Amounts are exact decimals. */
function toCsv({ month, decimals, token, chainId, opening, closing, rows }: Statement): string {
  const tokensOf = (amount: string) => formatUnits(BigInt(amount), decimals);
  const bound = (kind: string, balance: string) => [
    month,
    kind,
    '',
    '',
    tokensOf(balance),
    token,
    String(chainId),
  ];
  return csvText(HEADER, [
    bound('opening', opening),
    ...rows.map((row) => [
      ...[row.at, row.kind, row.tokens.startsWith('-') ? 'out' : 'in', tokensOf(row.tokens.replace('-', ''))],
      ...[tokensOf(row.balance), token, String(chainId), row.txHash],
      ...[row.purchaseId ?? '', row.merchantName ?? ''],
      ...(row.amount === null
        ? ['', '']
        : [formatUnits(BigInt(row.amount), CURRENCY_DECIMALS), CARD_CURRENCY]),
      ...[row.merchantAmount ?? '', row.merchantCurrency ?? '', row.price ?? '', String(row.marginBps ?? '')],
    ]),
    bound('closing', closing),
  ]);
}

const wantsCsv = ({ format }: z.output<typeof statementQuery>, { headers }: Request): boolean =>
  format === undefined ? /^\s*text\/csv\b/i.test(headers.get('accept') ?? '') : format === 'csv';

/** Creates the endpoint for statements, as JSON in the envelope or as a CSV file. Errors use the envelope. */
export function statementHandler(): RouteHandler {
  const options = {
    auth: true,
    summary: 'Returns the statement of a month, as JSON, or as CSV if `format` or `Accept` asks for it',
    errors: [422],
    input: statementQuery,
    output: statement,
  } as const;
  const route: RouteHandler = async (request, context) => {
    const made: { csv?: string; month?: string } = {};
    const answer = await handler(options, async ({ input, session }) => {
      const read = await readStatement(session.address, input);
      if (wantsCsv(input, request)) Object.assign(made, { csv: toCsv(read), month: read.month });
      return read;
    })(request, context);
    if (made.csv === undefined) return answer;
    return new Response(made.csv, {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="card-${made.month}.csv"`,
        'Cache-Control': 'no-store',
        Vary: 'Accept, Language',
        'X-Request-Id': answer.headers.get('X-Request-Id') ?? '',
      },
    });
  };
  return withDescription({ ...options, answer: { kind: 'envelope', data: statement } }, route);
}
