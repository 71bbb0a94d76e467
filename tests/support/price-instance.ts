import { startPrices, stopPrices } from '@/lib/server/prices/service';

// One instance's part in reading prices, in a process of its own that a test can kill.
await startPrices();
process.stdout.write('started\n');
process.once('SIGTERM', () => {
  stopPrices().then(() => process.exit(0));
});
setInterval(() => undefined, 60_000);
