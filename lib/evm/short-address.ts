/** First six and last four characters, for places where the whole address is one step away. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}
