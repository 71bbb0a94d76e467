/** Currency of all cards, and the digits of its minor unit. Decisions decline any other currency. */
export const CARD_CURRENCY = 'usd';
export const CURRENCY_DECIMALS = 2;
