import fc from 'fast-check';
import { childEnv } from '@/lib/settings/process-env';

/** Seed for the generated inputs. The seed is the same in every run unless FUZZ_SEED is set. */
export const fuzzSeed = Number(childEnv({}).FUZZ_SEED ?? 61_803_398);

fc.configureGlobal({ seed: fuzzSeed });
