import { requireNode } from './launcher/require-node';

requireNode();
// Loaded only now: an older Node fails on what these modules need, with a message that helps nobody.
const { launch } = await import('./launcher/launch');
await launch('dev');
