import { createPublicClient, http } from 'viem';

// biome-ignore lint/style/noProcessEnv: what Node preloads can't import the settings.
const { FAILING_URL, DATABASE_URL, METRICS_TOKEN } = process.env;

// Preloaded into a server process, which fails on SIGUSR2 in two ways that nothing handles. Both errors hold secrets.
process.on('SIGUSR2', () => {
  // As a read of a chain would, whose promise nobody awaits. The error contains the endpoint.
  void createPublicClient({ transport: http(FAILING_URL, { retryCount: 0 }) }).getBlockNumber();
  setImmediate(() => {
    throw new Error(`connect to ${DATABASE_URL} with ${METRICS_TOKEN}`);
  });
});
