import fc from 'fast-check';
import { childEnv } from '@/lib/settings/process-env';

/** Seed of the generated inputs, which is the same in each run unless FUZZ_SEED is set. */
export const fuzzSeed = Number(childEnv({}).FUZZ_SEED ?? 61_803_398);

fc.configureGlobal({ seed: fuzzSeed });
