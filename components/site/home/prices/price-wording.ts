export interface PriceWording {
  label: string;
  yours: string;
  /** Before the name of the only source. */
  source: string;
  /** Before the names of several sources, with COUNT_PLACE for their number. */
  sources: string;
  /** Between the names of sources. */
  comma: string;
  late: string;
  loading: string;
  unavailable: string;
  day: string;
  tip: string;
}
