/** Stands for a style sheet in jest, which renders no styles. */
export default {};
