import { startPrices, stopPrices } from '@/lib/server/prices/service';

// Runs an instance's price service in a separate process that a test can kill.
await startPrices();
process.stdout.write('started\n');
process.once('SIGTERM', () => {
  stopPrices().then(() => process.exit(0));
});
setInterval(() => undefined, 60_000);
