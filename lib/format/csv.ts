/** Makes spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Characters that start a formula in spreadsheets, some of them also in full width. */
const FORMULA = /^[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r\n]/;

/** A negative decimal number, which is no formula. */
const NEGATIVE = /^-\d+(?:\.\d+)?$/;

/** Characters that need quotes. Spreadsheets in some languages also separate cells by semicolons or tabs. */
const SEPARATOR = /[",;\t\r\n]/;

function cell(text: string): string {
  const safe = FORMULA.test(text) && !NEGATIVE.test(text) ? `'${text}` : text;
  return SEPARATOR.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns one line of CSV per record. */
export const csvLines = (records: readonly (readonly string[])[]): string[] =>
  records.map((record) => `${record.map(cell).join(',')}\r\n`);

/**
 * Returns CSV (RFC 4180) in UTF-8 with a byte order mark: a header and one line per record. Cells that a spreadsheet
 * would run as formulas get a leading apostrophe to prevent CSV injection.
 */
export function csvText(header: readonly string[], records: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + csvLines([header, ...records]).join('');
}
