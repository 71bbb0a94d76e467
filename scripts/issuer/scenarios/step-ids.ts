/** What a merchant, or its bank, can do with a card. */
export const STEP_IDS = [
  'pay',
  'increment',
  'finalize',
  'capture_part',
  'capture',
  'force_capture',
  'reverse_part',
  'reverse',
  'expire',
  'refund',
  'unlinked_refund',
] as const;

export type StepId = (typeof STEP_IDS)[number];
