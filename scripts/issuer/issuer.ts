import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { interruptionSignal } from '../launcher/interruption';
import { startIssuer } from './start-issuer';

/** Key of the local issuer if no file has another. It protects nothing. */
const DEFAULT_KEY = 'sk_test_local';
const DEFAULT_SECRET = 'whsec_local';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4242' },
    'key-file': { type: 'string' },
    'state-file': { type: 'string' },
    'decision-url': { type: 'string' },
    'events-url': { type: 'string' },
    'decision-secret': { type: 'string', multiple: true, default: [`${DEFAULT_SECRET}_decision`] },
    'events-secret': { type: 'string', multiple: true, default: [`${DEFAULT_SECRET}_events`] },
  },
});
const keyFile = values['key-file'];
const decisionUrl = values['decision-url'];
const eventsUrl = values['events-url'];
const stateFile = values['state-file'];
const apiKey = keyFile ? (await readFile(keyFile, 'utf8')).trim() : DEFAULT_KEY;

const issuer = await startIssuer({
  port: Number(values.port),
  apiKey,
  ...(stateFile ? { stateFile } : {}),
  ...(decisionUrl ? { decision: { url: decisionUrl, secrets: values['decision-secret'] } } : {}),
  ...(eventsUrl ? { events: { url: eventsUrl, secrets: values['events-secret'] } } : {}),
});
console.log(`Card issuer     ${issuer.origin} (terminal: ${issuer.origin}/terminal)`);

interruptionSignal().addEventListener('abort', () => void issuer.stop());
