import type { LegalText } from '../types';
import { claims, operator } from '../website';
import { listItems, splitFeatures } from './features';
import { MINIMUM_AGE_TERMS_YEARS } from './minimum-age';

const { existing, planned } = splitFeatures(
  [
    { claim: 'messages', text: 'write encrypted messages to other people' },
    { claim: 'voiceCalls', text: 'call other people' },
    { claim: 'chatTransfer', text: 'send assets inside a conversation' },
    { claim: 'card', text: 'use a crypto card, if a card issuer offers one in your country' },
    { claim: 'dapps', text: 'open third-party applications with your wallet address' },
  ],
  claims,
);
const ends = [';', '.'] as const;
const party = operator
  ? `${operator.name}, ${operator.address}, the operator of Tidewell`
  : 'the operator of Tidewell';

export const termsEn: LegalText = {
  title: 'Terms of service',
  updated: '2025-04-15',
  intro: [
    `These terms are an agreement between you and ${party} (“Tidewell”, “we”). They cover this website, the Tidewell wallet on the web and the Tidewell mobile app, together “the service”.`,
    'By connecting a wallet, installing the app or otherwise using the service you accept them. If you do not accept them, please do not use the service.',
  ],
  sections: [
    {
      id: 'service',
      title: 'What the service includes',
      body: [
        'Tidewell is software for viewing and using crypto assets that you control. With it, you can:',
        listItems(
          [
            'connect a wallet, see balances on the supported chains and follow market prices',
            'send and receive assets, also by QR code',
            'deposit to and withdraw from the platform’s contracts, and swap one token for another',
            'stake, take part in a presale, or pledge tokens for a term',
            ...existing,
          ],
          ends,
        ),
        ...(planned.length === 0
          ? []
          : [
              'Features that this website marks as planned become part of the service when they are released. With them, you will be able to:',
              listItems(planned, ends),
            ]),
        'We do not hold your private keys or recovery phrase, cannot restore them, and cannot reverse a transaction once a chain has confirmed it. Prices, yields and estimates on screen are information, not an offer and not investment, legal or tax advice.',
        'Cards, exchanges, companies that sell crypto, chains, bridges and other applications are run by third parties under their own terms. What you buy from such a company, you buy from it and not from us. Some features may not be available in countries where the law does not permit them.',
      ],
    },
    {
      id: 'eligibility',
      title: 'Who may use it',
      body: [
        `You must be at least ${MINIMUM_AGE_TERMS_YEARS} years old and legally able to enter into an agreement. If you act for a company, you confirm that it has authorized you to do so.`,
        'You may not use the service if you are subject to sanctions, or if its use is prohibited where you are.',
      ],
    },
    {
      id: 'commitments',
      title: 'Your commitments',
      body: [
        'You promise to:',
        [
          'keep your keys, recovery phrase and devices safe, and check the address, chain, token and amount before you sign;',
          'use only assets that are lawfully yours, and pay any taxes due on your use of them;',
          'give correct information where we or a partner must ask for it by law;',
          'respect the other people you write to or trade with.',
        ],
        'You promise not to:',
        [
          'launder money, finance terrorism, defraud, gamble unlawfully or evade sanctions;',
          'attack, overload, probe or bypass the service, its interfaces or its contracts, except for security research reported to us first;',
          'manipulate a market, or exploit an error in the service to the detriment of others;',
          'send unlawful, threatening or deceptive content, or spread malware.',
        ],
        'Anything signed with your wallet counts as your own action. If you believe that someone else has your keys, move your assets to a new wallet immediately and tell us.',
      ],
    },
    {
      id: 'fees',
      title: 'Fees',
      body: [
        'The app itself is currently free of charge. We may charge fees for it, or for parts of it, in the future. We will announce them in advance, and you can decide whether to keep using the paid features.',
        'Withdrawals from the vault, swaps and leaving a pledge early can cost a fee. The contract caps the withdrawal fee at 1% of the amount. These fees are listed under “Fees and limits” in the wallet and shown before you confirm. Transactions on a chain also cost a network fee, which goes to that network. For payments without a fee, you sign a message, and we pay the network fee. We may limit these payments or stop offering them at any time. A message that you signed can be carried out until it expires. Cards and third-party services may have their own fees, which are shown before you confirm.',
      ],
    },
    ...(claims.card === null
      ? []
      : [
          {
            id: 'cards',
            title: 'Cards',
            body: [
              'Cards are issued by the card issuer named on the card page, under its own terms, which you accept when you create a card. The issuer checks your identity, and it decides who gets a card, in which countries, and with which limits.',
              'For purchases with a card:',
              [
                'the contract holds the amount in your token, at its price when the purchase is approved, plus the margin shown on the card page;',
                'a merchant may charge more than was approved, for example for a tip. What exceeds the share that you set for the card counts as a charge without approval;',
                'a merchant may charge without asking first, or after a hold has ended. Charges without approval are taken up to the monthly limit that you set for them;',
                'what the issuer must pay beyond your limits or your balance is owed to us, and new purchases are declined until you pay it;',
                'freezing or closing a card does not stop charges for purchases that were approved before;',
                'a hold that is not charged ends on its last date, after which anyone can release it.',
              ],
              'You can dispute a charged purchase on the card page. The card issuer and the card network decide on it. What they return is credited to your account.',
              'You can withdraw what no purchase holds at any time: at once if we sign it, and otherwise after the delay that the contract sets.',
            ],
          },
        ]),
    {
      id: 'risks',
      title: 'Risks you accept',
      body: [
        'Crypto assets can lose all their value within a short time. Contracts can contain errors, chains can halt or reorganize, tokens can be frozen by their issuers, and laws can change. Yield is not guaranteed, and leaving a pledge early may cost a penalty. Use only what you can afford to lose.',
      ],
    },
    {
      id: 'liability',
      title: 'Limits of liability',
      body: [
        'We provide the service with reasonable care, but “as is” and “as available”. To the extent that the law allows, we give no warranty that it is free of errors, uninterrupted or fit for a particular purpose.',
        'To the same extent, we are not liable for:',
        [
          'lost keys or recovery phrases, and transactions signed with your wallet, whoever signed them;',
          'a wrong address, chain, token or amount entered by you;',
          'price movements, lost profit, lost opportunity and other indirect loss;',
          'acts and failures of chains, contracts, card issuers, exchanges, stores, telecom carriers and other third parties;',
          'malware or unauthorized access on your devices.',
        ],
        'If we are nevertheless liable, our total liability is limited to the fees you paid us in the twelve months before the event. Nothing in these terms excludes liability for fraud, willful misconduct, or anything else for which the law does not permit an exclusion.',
        'If others make claims against us because you broke these terms or the law, you will compensate us for the resulting loss.',
      ],
    },
    {
      id: 'changes',
      title: 'Changing or ending the service',
      body: [
        'We may add, change, limit or remove features, chains and tokens, for example for security, for legal reasons or because a partner ends its service. We announce important changes in advance, except in an emergency.',
        'We may suspend or end your access without notice if you break these terms, if an authority requires it, or if we must protect you or others. Your assets on public chains remain yours, and you can access them with any compatible wallet.',
        'If we end the service as a whole, we give at least thirty days’ notice, so that you can move assets out of the platform’s contracts. These terms may change too: the new text is published here with its date, and using the service after that date means accepting it.',
      ],
    },
    {
      id: 'licence',
      title: 'Software license and governing law',
      body: [
        'We grant you a personal, revocable, non-exclusive and non-transferable license to use the software of the service for its purpose. All other rights stay with us or our licensors. You may not copy, sell, rent, modify or disassemble the software, unless the law or an open-source license allows it. Components under open-source licenses remain under those licenses.',
        'The name and marks of Tidewell may not be used without our written consent. If you send us suggestions, we may use them without payment.',
        'This license and these terms are governed by the laws of Singapore. Disputes that cannot be settled in good faith go to the courts of Singapore, unless mandatory law where you live gives jurisdiction to another court.',
      ],
    },
    {
      id: 'term',
      title: 'Term',
      body: [
        'These terms apply from your first use of the service until you or we end the agreement. You can end it at any time: disconnect your wallet, remove the app and stop using the service.',
        'Sections that by their nature should survive the end of the agreement do so, in particular those on risks, liability, license and governing law. Open pledges, stakes and vesting follow the rules of their contracts to the end.',
      ],
    },
    {
      id: 'force-majeure',
      title: 'Force majeure',
      body: [
        'Neither party is liable for a delay or failure caused by events beyond its reasonable control. These include natural disaster, epidemic, war, unrest, strike, acts of government, failure of power or networks, attacks on computer systems, and the halt, fork or congestion of a chain. Obligations are suspended while the event lasts. The affected party informs the other as soon as it can, and limits the harm.',
      ],
    },
    {
      id: 'others',
      title: 'Other provisions',
      body: [
        'Language: these terms exist in Chinese and English. If the two differ or conflict, the Chinese version prevails.',
        'Privacy: how we treat personal data is set out in the privacy policy, which is part of these terms.',
        'Notices: we may notify you in the app, on this website or by email. You can reach us through the contact page.',
        'Transfer: you may not transfer rights under these terms without our consent; we may transfer ours together with the service.',
        'Validity: if one provision is invalid, the rest remains in force. If we do not enforce a right immediately, we do not waive it.',
        'Entire agreement: these terms and the documents they refer to are the entire agreement about the service.',
      ],
    },
  ],
};
