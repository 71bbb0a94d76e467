import { bootOrExit } from '@/lib/server/boot';

// Boots the server in a separate process, because a failed boot ends the process.
await bootOrExit();
process.exit(0);
