import { createPublicClient, http } from 'viem';

// biome-ignore lint/style/noProcessEnv: a script that Node preloads can't import the settings.
const { FAILING_URL, DATABASE_URL, METRICS_TOKEN } = process.env;

// Preloaded into a server process. On SIGUSR2, it fails with two unhandled errors, which both contain secrets.
process.on('SIGUSR2', () => {
  // Simulate a chain read whose promise isn't awaited. The error contains the endpoint.
  void createPublicClient({ transport: http(FAILING_URL, { retryCount: 0 }) }).getBlockNumber();
  setImmediate(() => {
    throw new Error(`connect to ${DATABASE_URL} with ${METRICS_TOKEN}`);
  });
});
