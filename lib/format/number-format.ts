const formats = new Map<string, Intl.NumberFormat>();

/** The number format of a locale with these options, made once: to make one takes far longer than to use it. */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = JSON.stringify([locale, options]);
  const known = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  formats.set(key, known);
  return known;
}
