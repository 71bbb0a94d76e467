import { GET as metrics } from '@/app/api/metrics/route';
import { ORIGIN } from './api-backend';

export const METRICS_TOKEN = 'the token of the metrics under test';

/** Asks for the metrics as Prometheus does. */
export const scrape = (headers: Record<string, string> = { Authorization: `Bearer ${METRICS_TOKEN}` }) =>
  metrics(new Request(`${ORIGIN}/api/metrics`, { headers }), { params: Promise.resolve({}) });

/** Samples by name and labels, as they stand in the text. */
export async function samples(): Promise<Map<string, number>> {
  const lines = (await (await scrape()).text()).split('\n').filter((line) => line && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}
