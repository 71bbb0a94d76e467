import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { readIfThere, writeWhole } from '@/server/process/file';
import { freePort } from '@/server/process/process';

/** Settings of the site that connect it to its card issuer. */
export type IssuerEnv = Record<
  | 'CARD_DECISION_SECRETS'
  | 'CARD_EVENT_SECRETS'
  | 'CARD_ISSUER_KEY'
  | 'CARD_ISSUER_ORIGIN'
  | 'CARD_SCRIPT_URL'
  | 'CARD_SCRIPT_KEY'
  | 'CARD_PIN_KEY_URL',
  string
> & {
  /** Missing if the site has no second name on this machine. */
  CARD_FRAME_ORIGIN?: string;
};

/** A running local card issuer. */
export interface DemoIssuer {
  env: IssuerEnv;
  /** Page for purchases. */
  terminal: string;
  stop(): Promise<void>;
}

const PREFERRED_PORT = 4242;
const HOST = '127.0.0.1';
const secrets = z.object({ key: z.string(), decision: z.string(), events: z.string() });
const random = (prefix: string) => `${prefix}_${randomBytes(24).toString('hex')}`;

/** Reads the issuer's key and signing secrets in `dir`, or makes them once. */
async function readSecrets(dir: string): Promise<z.output<typeof secrets>> {
  const file = path.join(dir, 'secrets.json');
  const known = await readIfThere(file);
  if (known !== undefined) return secrets.parse(JSON.parse(known));
  const made = { key: random('sk_test'), decision: random('whsec'), events: random('whsec') };
  await writeWhole(file, JSON.stringify(made), 0o600);
  return made;
}

/**
 * Returns another name of a site on this machine for the page that shows card numbers: cookies of the site, whose ports don't
 * matter, aren't sent there.
 */
function otherName(site: string): string | undefined {
  const { hostname, port } = new URL(site);
  return hostname === HOST ? `http://localhost:${port}` : undefined;
}

/** Starts the local card issuer for a site, with its state and secrets in `dir`. `site` is the site's URL on this machine. */
export async function startDemoIssuer(dir: string, site: string): Promise<DemoIssuer> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const { key, decision, events } = await readSecrets(dir);
  // Loaded when it is needed: with the issuer's client it takes longer than the rest of the launcher.
  const { startIssuer } = await import('../../issuer/start-issuer');
  const issuer = await startIssuer({
    port: await freePort(PREFERRED_PORT, HOST),
    apiKey: key,
    decision: { url: `${site}/api/card/issuer/decision`, secrets: [decision] },
    events: { url: `${site}/api/card/issuer/events`, secrets: [events] },
    stateFile: path.join(dir, 'state.json'),
  });
  // Tells tests and people where it is, if another program has the preferred port.
  await writeWhole(path.join(dir, 'origin'), issuer.origin);
  const frameOrigin = otherName(site);
  return {
    env: {
      CARD_ISSUER_KEY: key,
      CARD_ISSUER_ORIGIN: issuer.origin,
      CARD_DECISION_SECRETS: decision,
      CARD_EVENT_SECRETS: events,
      CARD_SCRIPT_URL: `${issuer.origin}/elements/v3.js`,
      CARD_SCRIPT_KEY: 'pk_test_local',
      CARD_PIN_KEY_URL: `${issuer.origin}/v1/keys`,
      ...(frameOrigin ? { CARD_FRAME_ORIGIN: frameOrigin } : {}),
    },
    terminal: `${issuer.origin}/terminal`,
    stop: () => issuer.stop(),
  };
}
