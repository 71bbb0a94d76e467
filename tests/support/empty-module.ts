/** Replaces style sheets and the `server-only` marker in jest. */
export default {};
