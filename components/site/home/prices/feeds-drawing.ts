import { tideArt } from '../../art/tide-art';

/** Many price lines that run together into one. */
export const feedsDrawing = tideArt({
  seed: 63,
  width: 1200,
  height: 480,
  lines: 15,
  steps: 9,
  left: [0.1, 0.95],
  right: [0.53, 0.55],
  swell: 0.075,
  index: 7,
});
