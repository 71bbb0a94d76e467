import { z } from 'zod';
import { wireInt } from './values';

export const pageQuery = z.object({
  pageNum: wireInt.pipe(z.int().min(1).max(1_000_000)).default(1).describe('Counts from 1.'),
  pageSize: wireInt.pipe(z.int().min(1).max(100)).default(20),
});

/** One page of a list. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    list: z.array(item),
    total: z.int().describe('Entries on all pages.'),
    pageNum: z.int(),
    pageSize: z.int(),
  });
