import { requireNode } from './launcher/require-node';

requireNode();
// Imported dynamically, so that an older Node version shows a helpful message instead of failing on these modules.
const { launch } = await import('./launcher/launch');
await launch('dev');
