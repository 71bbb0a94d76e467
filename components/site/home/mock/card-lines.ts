import { tideArt } from '@/components/site/art/tide-art';

const card = {
  width: 856,
  height: 540,
  lines: 26,
  steps: 9,
  left: [0.5, 1.05],
  right: [-0.1, 1.1],
  swell: 0.07,
  wells: [{ x: 0.62, width: 0.2, depth: 0.2 }],
} as const;

/** The lines drawn on the two sample cards. */
export const virtualCardLines = tideArt({ ...card, seed: 31 });
export const physicalCardLines = tideArt({ ...card, seed: 8 });
