import { z } from 'zod';

// Import this before any schema. zod's compiled parsers need `eval`, which the Content-Security-Policy of pages
// forbids. Even zod's check for `eval`, which runs when an object schema is built, is a violation.
if (typeof window !== 'undefined') z.config({ jitless: true });
