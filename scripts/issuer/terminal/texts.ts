import type { StepId } from '../scenarios/step-ids';

export type Language = 'en' | 'zh-Hant';

interface Texts {
  title: string;
  intro: string;
  merchant: string;
  merchants: Record<string, string>;
  last4: string;
  last4Help: string;
  amount: string;
  amountHelp: string;
  pay: string;
  next: string;
  amountIfOther: string;
  approved: string;
  declined: string;
  offline: string;
  reason: string;
  held: string;
  status: string;
  transactions: string;
  none: string;
  another: string;
  otherLanguage: string;
  problems: Record<string, string>;
  steps: Record<StepId, string>;
  types: Record<string, string>;
  statuses: Record<string, string>;
}

const en: Texts = {
  title: 'Card terminal',
  intro: 'Pay with a test card of the local issuer.',
  merchant: 'Merchant',
  merchants: {
    cafe: 'Café',
    restaurant: 'Restaurant with tip',
    fuel: 'Fuel pump',
    hotel: 'Hotel',
    taxi: 'Taxi (offline)',
    subscription: 'Subscription',
    shop: 'Online shop',
    atm: 'ATM',
    abroad: 'Café in Tokyo (JPY)',
  },
  last4: 'Last four digits of the card',
  last4Help: 'The wallet shows them on the card.',
  amount: 'Amount in USD',
  amountHelp: "Leave empty for the merchant's usual amount.",
  pay: 'Pay',
  next: 'Next steps',
  amountIfOther: 'Other amount in USD (optional)',
  approved: 'Approved',
  declined: 'Declined',
  offline: 'Charged without asking',
  reason: 'Reason',
  held: 'Authorized',
  status: 'Status',
  transactions: 'Transactions',
  none: 'None yet',
  another: 'New purchase',
  otherLanguage: '繁體中文',
  problems: {
    no_card: 'No card has these last four digits.',
    bad_amount: 'Enter an amount such as 4.50.',
    gone: "This purchase doesn't exist. Start a new one.",
  },
  steps: {
    pay: 'Pay again',
    increment: 'Raise the authorization',
    finalize: 'Set the final amount',
    capture_part: 'Charge a part',
    capture: 'Charge',
    force_capture: 'Charge without authorization',
    reverse_part: 'Release a part',
    reverse: 'Cancel the authorization',
    expire: 'Let it expire',
    refund: 'Refund',
    unlinked_refund: 'Refund not linked to a purchase',
  },
  types: { capture: 'Charge', refund: 'Refund' },
  statuses: { pending: 'Open', closed: 'Closed', reversed: 'Canceled', expired: 'Expired' },
};

const zh: Texts = {
  title: '刷卡機',
  intro: '使用本機發卡機構的測試卡付款。',
  merchant: '商家',
  merchants: {
    cafe: '咖啡店',
    restaurant: '餐廳（含小費）',
    fuel: '加油機',
    hotel: '飯店',
    taxi: '計程車（離線）',
    subscription: '訂閱服務',
    shop: '網路商店',
    atm: '自動提款機',
    abroad: '東京咖啡店（日圓）',
  },
  last4: '卡號末四碼',
  last4Help: '可在錢包的卡片頁面看到。',
  amount: '金額（美元）',
  amountHelp: '留空則使用商家的一般金額。',
  pay: '付款',
  next: '後續步驟',
  amountIfOther: '其他金額（美元，選填）',
  approved: '已核准',
  declined: '已拒絕',
  offline: '未經詢問即扣款',
  reason: '原因',
  held: '授權金額',
  status: '狀態',
  transactions: '交易',
  none: '尚無交易',
  another: '新的消費',
  otherLanguage: 'English',
  problems: {
    no_card: '找不到末四碼相符的卡片。',
    bad_amount: '請輸入金額，例如 4.50。',
    gone: '找不到這筆消費，請重新開始。',
  },
  steps: {
    pay: '再次付款',
    increment: '提高授權金額',
    finalize: '設定最終金額',
    capture_part: '部分請款',
    capture: '請款',
    force_capture: '無授權請款',
    reverse_part: '部分取消授權',
    reverse: '取消授權',
    expire: '讓授權過期',
    refund: '退款',
    unlinked_refund: '未連結消費的退款',
  },
  types: { capture: '請款', refund: '退款' },
  statuses: { pending: '未結', closed: '已結', reversed: '已取消', expired: '已過期' },
};

export const textsIn = (language: Language): Texts => (language === 'en' ? en : zh);

/** Returns the language of the `lang` parameter, or else the one that the browser prefers. */
export function preferredLanguage(asked: string | null, accepted = ''): Language {
  if (asked === 'en' || asked === 'zh-Hant') return asked;
  return /^\s*zh/i.test(accepted) ? 'zh-Hant' : 'en';
}
