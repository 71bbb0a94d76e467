/** Replaces style sheets in jest, which renders no styles. */
export default {};
