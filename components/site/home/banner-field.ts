import { tideArt } from '@/components/site/art/tide-art';

/** Lines that run along the bottom of the banner, below its text, and part around the wallet. */
export const bannerField = tideArt({
  seed: 7,
  height: 1400,
  lines: 31,
  steps: 13,
  left: [0.9, 0.985],
  right: [0.02, 1.04],
  opens: 0.47,
  swell: 0.045,
  stones: [{ x: 0.8, y: 0.5, width: 0.16, height: 0.3 }],
});
