import { z } from 'zod';

// Import this before anything that builds a schema. zod's compiled parsers need `eval`, which the
// Content-Security-Policy of pages forbids. Even the check for it, when an object's schema is built, is a violation.
if (typeof window !== 'undefined') z.config({ jitless: true });
