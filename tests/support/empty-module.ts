/** Replaces style sheets and the `server-only` marker in Jest. */
export default {};
