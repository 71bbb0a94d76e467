export interface PriceWording {
  label: string;
  yours: string;
  sources: string;
  /** Between the names of sources. */
  comma: string;
  late: string;
  loading: string;
  unavailable: string;
  day: string;
  tip: string;
}
