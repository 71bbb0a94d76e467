/** Maximum number of open event streams from a back end per client, per IPv6 /48 network, and in total on one instance. */
export const BACK_END_STREAMS = { perClient: 40, perNetwork: 200, total: 2_000 };
/** Maximum size of a body that is forwarded to a back end: the largest upload of the API, and room for its form. */
export const BACK_END_BODY_LIMIT_BYTES = 3 * 1_024 * 1_024;
/**
 * Time to wait for a response before the operator's back end counts as unreachable. Must be less than
 * REQUEST_TIMEOUT_MS.
 */
export const BACK_END_TIMEOUT_MS = 15_000;
/** How long a back-end response may go without data before it's aborted. Streams send keep-alives more often. */
export const BACK_END_SILENCE_MS = 120_000;
