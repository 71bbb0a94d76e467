import { Client, DatabaseError } from 'pg';
import { z } from 'zod';
import { GROWING_TABLES } from './fill-tables';

/** A statement that the server sent, with its parameters, and the largest number of rows that it changed or returned. */
export type SentQuery = { text: string; values: unknown[]; rows: number };

const resultSchema = z.object({ rowCount: z.number().nullable() });

/** Records each different statement that the server sends to PostgreSQL, until the mocks are restored. */
export function recordQueries(): Map<string, SentQuery> {
  const sent = new Map<string, SentQuery>();
  const original = Client.prototype.query as (...parameters: unknown[]) => unknown;
  const note = (query: SentQuery, result: unknown) => {
    const parsed = resultSchema.safeParse(result);
    if (parsed.success) query.rows = Math.max(query.rows, parsed.data.rowCount ?? 0);
  };
  const record = function (this: Client, ...parameters: unknown[]): unknown {
    const [first, second] = parameters;
    const config =
      typeof first === 'string' ? { text: first } : (first as { text: string; values?: unknown[] });
    const values = Array.isArray(second) ? second : ('values' in config && config.values) || [];
    const query = sent.get(config.text) ?? { text: config.text, values, rows: 0 };
    sent.set(config.text, query);
    const last = parameters.at(-1);
    if (typeof last === 'function')
      return original.call(this, ...parameters.slice(0, -1), (error: unknown, result: unknown) => {
        note(query, result);
        last(error, result);
      });
    const answer = original.call(this, ...parameters);
    if (answer instanceof Promise) void answer.then((result) => note(query, result)).catch(() => undefined);
    return answer;
  };
  jest.spyOn(Client.prototype, 'query').mockImplementation(record as typeof Client.prototype.query);
  return sent;
}

type Plan = z.infer<typeof planSchema>;
const planSchema = z.looseObject({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Actual Rows': z.number().default(0),
  'Actual Loops': z.number().default(0),
  'Rows Removed by Filter': z.number().default(0),
  'Rows Removed by Index Recheck': z.number().default(0),
  get Plans() {
    return z.array(planSchema).default([]);
  },
});
const explainedSchema = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: planSchema })]) })]);

const UNIQUE_VIOLATION = '23505';

const isGrowing = (table: string | undefined) => GROWING_TABLES.some((growing) => growing === table);
const nodesOf = (plan: Plan): Plan[] => [plan, ...plan.Plans.flatMap(nodesOf)];

function faultOf(node: Plan, rowLimit: number): string[] {
  const { 'Node Type': type, 'Relation Name': table } = node;
  if (!isGrowing(table)) return [];
  if (type === 'Seq Scan') return [`reads all of ${table}`];
  const each = node['Actual Rows'] + node['Rows Removed by Filter'] + node['Rows Removed by Index Recheck'];
  const rows = each * node['Actual Loops'];
  return rows > rowLimit ? [`reads ${rows} rows of ${table} (${type})`] : [];
}

/**
 * Runs a statement with EXPLAIN and undoes it. Returns what is wrong with its plan: a table that grows is read without
 * an index, or more than `rowLimit` of its rows are read. A statement that inserts is only planned if its row exists by now.
 */
export async function planFaults(
  client: Client,
  { text, values }: Pick<SentQuery, 'text' | 'values'>,
  rowLimit: number,
): Promise<string[]> {
  const explain = async (options: string): Promise<Plan> => {
    await client.query('savepoint plan');
    try {
      const { rows } = await client.query(`explain (${options}) ${text}`, values);
      const [
        {
          'QUERY PLAN': [{ Plan: plan }],
        },
      ] = explainedSchema.parse(rows);
      return plan;
    } finally {
      await client.query('rollback to savepoint plan');
    }
  };
  const plan = await explain('analyze, format json').catch((error: unknown) => {
    if (error instanceof DatabaseError && error.code === UNIQUE_VIOLATION) return explain('format json');
    throw error;
  });
  return nodesOf(plan).flatMap((node) => faultOf(node, rowLimit));
}

/** Returns whether a statement reads or writes a table that grows, so that its plan matters. */
export const touchesGrowing = ({ text }: SentQuery): boolean =>
  /^\s*(select|insert|update|delete|with)\b/i.test(text) &&
  GROWING_TABLES.some((table) => new RegExp(`\\b${table}\\b`).test(text));
