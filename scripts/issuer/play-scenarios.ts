import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { issuerClient } from './scenarios/client';
import { createTestCard, playScenarios } from './scenarios/play';

const { values, positionals } = parseArgs({
  options: { 'key-file': { type: 'string' }, origin: { type: 'string' }, card: { type: 'string' } },
  allowPositionals: true,
});
const keyFile = values['key-file'];
if (!keyFile)
  throw new Error(
    'Usage: npm run issuer:scenarios -- --key-file FILE [--origin http://127.0.0.1:PORT] [--card ic_…] [MERCHANT …]',
  );

const apiKey = (await readFile(keyFile, 'utf8')).trim();
if (!apiKey.startsWith('sk_test_')) throw new Error('The scenarios run with test keys (sk_test_…) only');
const stripe = issuerClient(apiKey, values.origin);
await playScenarios(stripe, values.card ?? (await createTestCard(stripe)).id, positionals);
