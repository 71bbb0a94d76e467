import 'server-only';
import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import type { DollarRate } from '@/lib/server/prices/fixed-point';
import { ONE, parsePrice } from '../fixed-point';

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseAttributeValue: false,
  parseTagValue: false,
  // Entities stay disabled, because the official document has no DTD.
  processEntities: false,
  removeNSPrefix: true,
});

const document = z.object({
  Envelope: z.object({
    Cube: z.object({
      Cube: z.object({
        time: z.iso.date(),
        Cube: z.array(z.object({ currency: z.string(), rate: z.string() })),
      }),
    }),
  }),
});

/**
 * Parses the European Central Bank's daily reference rates (eurofxref-daily.xml, in units per euro) and converts them
 * to units per US dollar.
 * @throws if the response is in another format.
 */
export function readEcbRates(text: string): DollarRate[] {
  const { time, Cube } = document.parse(parser.parse(text)).Envelope.Cube.Cube;
  const perEuro = new Map([['EUR', ONE]]);
  for (const { currency, rate } of Cube) {
    const parsed = parsePrice(rate);
    if (parsed !== null) perEuro.set(currency, parsed);
  }
  const dollar = perEuro.get('USD');
  if (!dollar) throw new Error('the rates lack the US dollar');
  const at = new Date(`${time}T00:00:00Z`);
  return [...perEuro].map(([currency, rate]) => ({ currency, rate: (rate * ONE) / dollar, at }));
}
