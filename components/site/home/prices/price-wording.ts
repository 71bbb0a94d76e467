export interface PriceWording {
  label: string;
  yours: string;
  sources: string;
  late: string;
  loading: string;
  unavailable: string;
  day: string;
  tip: string;
}
