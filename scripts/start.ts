import { requireNode } from './launcher/require-node';

requireNode();
// Imported late, so that an older Node shows a helpful message instead of failing on these modules.
const { launch } = await import('./launcher/launch');
await launch('start');
