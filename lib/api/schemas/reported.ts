import { z } from 'zod';

/** What the operator's lists of known scams contain. The wallet looks addresses up in it on the device. */
export const reportedLists = z
  .object({
    isComplete: z.boolean().describe('Whether a copy of every list is here that is at most a week old.'),
    readAt: z.iso
      .datetime()
      .nullable()
      .describe('When the oldest of the lists was read, or null if none could be read.'),
    addresses: z
      .array(z.string().regex(/^0x[0-9a-f]{40}$/))
      .readonly()
      .describe('Reported addresses in lowercase, on all networks.'),
    origins: z
      .array(z.string())
      .readonly()
      .describe('Origins of this site’s listed DApps whose domain is reported.'),
  })
  .meta({ id: 'ReportedLists' });
