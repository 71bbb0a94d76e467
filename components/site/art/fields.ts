import { tideArt } from './tide-art';

export const footerField = tideArt({
  seed: 12,
  steps: 14,
  height: 520,
  lines: 13,
  left: [0.3, 0.62],
  right: [0.3, 0.62],
  swell: 0.03,
  wells: [{ x: 0.74, width: 0.075, depth: 0.42 }],
});

export const menuField = tideArt({
  seed: 21,
  width: 720,
  height: 300,
  lines: 14,
  steps: 8,
  left: [0.2, 0.9],
  right: [0.45, 0.95],
  wells: [{ x: 0.7, width: 0.16, depth: 0.3 }],
});

export const securityField = tideArt({
  seed: 15,
  height: 1100,
  lines: 34,
  steps: 12,
  left: [-0.05, 1.05],
  right: [-0.05, 1.05],
  swell: 0.012,
  stones: [{ x: 0.3, y: 0.5, width: 0.5, height: 0.36 }],
});

export const questionField = tideArt({
  seed: 8,
  lines: 18,
  width: 1600,
  height: 700,
  left: [1.03, 1.08],
  right: [-0.02, 1.05],
  swell: 0.04,
});

export const extraField = tideArt({
  seed: 63,
  lines: 18,
  height: 460,
  left: [0.94, 1.04],
  right: [0.1, 1.06],
  swell: 0.05,
});

export const contactField = tideArt({
  seed: 17,
  lines: 14,
  width: 1600,
  height: 400,
  left: [0.06, 1],
  right: [1.04, 1.08],
  swell: 0.04,
});

export const downloadField = tideArt({
  seed: 29,
  width: 1600,
  height: 1600,
  lines: 40,
  steps: 24,
  left: [0.47, 0.53],
  right: [0.05, 0.95],
  swell: 0.03,
  stones: [{ x: 0.5, y: 0.5, width: 0.24, height: 0.26 }],
});

export const aboutField = tideArt({
  seed: 44,
  lines: 30,
  height: 1000,
  left: [0.8, 1.02],
  right: [0.34, 1.04],
  swell: 0.04,
  stones: [{ x: 0.62, y: 0.72, width: 0.1, height: 0.13 }],
});

export const walletField = tideArt({
  seed: 33,
  lines: 16,
  width: 1600,
  height: 420,
  left: [1.02, 1.06],
  right: [0.05, 0.92],
  swell: 0.05,
});
