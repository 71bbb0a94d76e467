/** Text from outside for a terminal: signs that a terminal obeys, or does not show, are escaped. */
export const plainText = (text: string) =>
  text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
