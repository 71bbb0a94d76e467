/** Returns a time in seconds as minutes and seconds, or with hours: `4:05`, `1:04:05`. */
export function elapsedText(elapsed: number): string {
  const seconds = Math.floor(elapsed);
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [first = 0, ...rest] = parts[0] === 0 ? parts.slice(1) : parts;
  return [first, ...rest.map((part) => String(part).padStart(2, '0'))].join(':');
}
