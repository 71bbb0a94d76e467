/** Makes spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Characters that start a formula in spreadsheets. */
const FORMULA = /^[=+\-@\t\r]/;

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns records as CSV lines. */
export const csvLines = (records: readonly (readonly string[])[]): string[] =>
  records.map((record) => `${record.map(cell).join(',')}\r\n`);

/**
 * Comma-separated values (RFC 4180) in UTF-8 with its byte order mark: a header, then a line for each record. A cell that
 * a spreadsheet would run as a formula gets an apostrophe before it (CSV injection).
 */
export function csvText(header: readonly string[], records: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + csvLines([header, ...records]).join('');
}
