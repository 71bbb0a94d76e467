import type { StepId } from './step-ids';

/** A merchant and what it usually does with a card. Amounts are in cents of the card's currency. */
export interface Merchant {
  id: string;
  /** `merchant_data` of the test helpers. */
  data: { name: string; category: string; city: string; country: string; url?: string };
  method: 'chip' | 'contactless' | 'online' | 'swipe';
  amount: number;
  /** Amount in the merchant's currency, if it is another one. */
  abroad?: { currency: string; amount: number };
  isAmountControllable?: true;
  atmFee?: number;
  /** Steps in the order in which the scenario takes them. */
  script: readonly (readonly [StepId, number?])[];
  /** Steps that the terminal offers besides. */
  more?: readonly StepId[];
}

const MORE: readonly StepId[] = ['reverse', 'expire', 'refund'];

export const MERCHANTS: readonly Merchant[] = [
  {
    id: 'cafe',
    data: { name: 'Cafe Aurora', category: 'fast_food_restaurants', city: 'New York', country: 'US' },
    method: 'contactless',
    amount: 450,
    script: [['pay'], ['capture']],
    more: MORE,
  },
  {
    id: 'restaurant',
    data: { name: 'Osteria Lago', category: 'eating_places_restaurants', city: 'Boston', country: 'US' },
    method: 'chip',
    amount: 6_000,
    // A tip of 18%.
    script: [['pay'], ['capture', 7_080]],
    more: MORE,
  },
  {
    id: 'fuel',
    data: { name: 'Pump 4', category: 'automated_fuel_dispensers', city: 'Denver', country: 'US' },
    method: 'chip',
    amount: 15_000,
    isAmountControllable: true,
    script: [['pay'], ['finalize', 4_210], ['capture']],
    more: MORE,
  },
  {
    id: 'hotel',
    data: { name: 'Harbor Hotel', category: 'hotels_motels_and_resorts', city: 'Seattle', country: 'US' },
    method: 'chip',
    amount: 20_000,
    script: [
      ['pay'],
      ['increment', 5_000],
      ['increment', 2_500],
      ['capture_part', 20_000],
      ['capture', 7_000],
      // The minibar, found after departure.
      ['force_capture', 1_200],
    ],
    more: ['reverse_part', ...MORE],
  },
  {
    id: 'taxi',
    data: { name: 'City Taxi', category: 'taxicabs_limousines', city: 'Chicago', country: 'US' },
    method: 'swipe',
    amount: 2_340,
    // The terminal is offline, so the issuer learns of the purchase only from its capture.
    script: [['force_capture', 2_340]],
    more: ['refund'],
  },
  {
    id: 'subscription',
    data: {
      name: 'Streamly',
      category: 'digital_goods_media',
      city: 'Dublin',
      country: 'IE',
      url: 'https://streamly.example',
    },
    method: 'online',
    amount: 999,
    script: [['pay'], ['capture'], ['pay'], ['capture']],
    more: MORE,
  },
  {
    id: 'shop',
    data: { name: 'Gadget Shop', category: 'electronics_stores', city: 'Austin', country: 'US' },
    method: 'online',
    amount: 8_000,
    script: [['pay'], ['capture'], ['refund', 3_000]],
    more: ['reverse', 'expire', 'unlinked_refund'],
  },
  {
    id: 'atm',
    data: { name: 'Bank ATM', category: 'automated_cash_disburse', city: 'Miami', country: 'US' },
    method: 'chip',
    amount: 10_300,
    atmFee: 300,
    script: [['pay'], ['capture']],
    more: ['reverse'],
  },
  {
    id: 'abroad',
    data: { name: 'Kissaten Momo', category: 'eating_places_restaurants', city: 'Tokyo', country: 'JP' },
    method: 'contactless',
    amount: 1_030,
    abroad: { currency: 'jpy', amount: 1_600 },
    // The exchange rate has changed until the capture.
    script: [['pay'], ['capture', 1_042]],
    more: MORE,
  },
];

/** Returns a merchant by ID. */
export const findMerchant = (id: string) => MERCHANTS.find((merchant) => merchant.id === id);
