import { z } from 'zod';

export const live = z.object({ live: z.literal(true) });

export const ready = z.object({
  ready: z.boolean(),
  database: z.boolean().describe('Whether PostgreSQL responds and has this version’s tables.'),
  chains: z.record(z.string(), z.boolean()).describe('Whether each chain’s node responds, by chain ID.'),
});
