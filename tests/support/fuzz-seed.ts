import fc from 'fast-check';
import { childEnv } from '@/lib/settings/process-env';

/** Generated inputs are the same in each run; `FUZZ_SEED=NUMBER` generates others. */
export const fuzzSeed = Number(childEnv({}).FUZZ_SEED ?? 61_803_398);

fc.configureGlobal({ seed: fuzzSeed });
