import { randomUUID } from 'node:crypto';

/** Long enough to be unique, and nothing that a log, a shell or a header takes for more than a name. */
const WELL_FORMED = /^[\w.-]{8,64}$/;

/** The id of a request: the one that a trusted proxy has given it, if it is well-formed, else a new one. */
export const requestIdOf = (given: string | null, isFromTrustedProxy: boolean): string =>
  isFromTrustedProxy && given !== null && WELL_FORMED.test(given) ? given : randomUUID();
