import { MINIMUM_AGE_TERMS_YEARS } from '@/lib/constants';
import type { LegalText } from '../types';

export const termsEn: LegalText = {
  title: 'Terms of service',
  updated: '2025-04-15',
  intro: [
    'These terms are an agreement between you and the operator of Tidewell (“Tidewell”, “we”). They cover this website, the Tidewell wallet on the web and the Tidewell mobile app, together “the service”.',
    'By connecting a wallet, installing the app or otherwise using the service you accept them. If you do not accept them, please do not use the service.',
  ],
  sections: [
    {
      id: 'service',
      title: 'What the service contains',
      body: [
        'Tidewell is software with which you view and use crypto assets that you control. Through it you can:',
        [
          'connect a wallet, see balances on the supported chains and follow market prices;',
          'send and receive assets, also by QR code;',
          'deposit to and withdraw from the platform’s contracts, and swap one token for another;',
          'stake, take part in a presale, or pledge tokens for a term.',
        ],
        'Functions that this website marks as planned become part of the service once they are released. Among them are:',
        [
          'sending assets inside a conversation;',
          'a crypto card, where a card issuer offers one in your country;',
          'calls and messages to other people, and opening third-party applications with your wallet address.',
        ],
        'We do not hold your private keys or recovery phrase, cannot restore them, and cannot reverse a transaction once a chain has confirmed it. Prices, yields and estimates on screen are information, not an offer and not investment, legal or tax advice.',
        'Cards, exchanges, chains, bridges and other applications are run by third parties under their own terms. A function may be missing in some countries because the law there does not permit it.',
      ],
    },
    {
      id: 'eligibility',
      title: 'Who may use it',
      body: [
        `You must be at least ${MINIMUM_AGE_TERMS_YEARS} years old and legally able to enter into an agreement. If you act for a company, you confirm that it has authorised you to do so.`,
        'You may not use the service if you are subject to sanctions, or where you are, if its use is forbidden there.',
      ],
    },
    {
      id: 'commitments',
      title: 'What you commit to',
      body: [
        'You promise to:',
        [
          'keep your keys, recovery phrase and devices safe, and check address, chain, token and amount before you sign;',
          'use only assets that are lawfully yours, and pay the taxes that fall on what you do with them;',
          'give correct information where we or a partner must ask for it by law;',
          'respect the other people you write to or trade with.',
        ],
        'You promise not to:',
        [
          'launder money, finance terrorism, defraud, gamble unlawfully or evade sanctions;',
          'attack, overload, probe or bypass the service, its interfaces or its contracts, save for research reported to us first;',
          'manipulate a market, or use an error of the service to another’s loss;',
          'send unlawful, threatening or deceptive content, or spread malware.',
        ],
        'What is signed with your wallet counts as done by you. If you believe that someone else has your keys, move your assets to a new wallet at once and tell us.',
      ],
    },
    {
      id: 'fees',
      title: 'Fees',
      body: [
        'The app is currently free of charge. We may charge fees for it, or for parts of it, in the future. We will announce them in advance, and you decide whether to go on using what has become chargeable.',
        'Transactions on a chain cost a network fee that goes to that network. Swaps, withdrawals, cards and services of third parties may carry fees of their own; they are shown before you confirm.',
      ],
    },
    {
      id: 'risks',
      title: 'Risks you accept',
      body: [
        'Crypto assets can lose all their value within a short time. Contracts can contain faults, chains can halt or reorganise, tokens can be frozen by their issuers, and laws can change. Yield is never assured, and a pledge that you end early may cost a penalty. Use only what you can afford to lose.',
      ],
    },
    {
      id: 'liability',
      title: 'Limits of liability',
      body: [
        'We provide the service with reasonable care, but as it is and as available. To the extent that the law allows, we give no warranty that it is free of faults, uninterrupted or fit for a particular purpose.',
        'To the same extent, we are not liable for:',
        [
          'lost keys or recovery phrases, and transactions signed with your wallet, whoever signed them;',
          'a wrong address, chain, token or amount entered by you;',
          'price movements, lost profit, lost opportunity and other indirect loss;',
          'acts and failures of chains, contracts, card issuers, exchanges, stores, telecom carriers and other third parties;',
          'malware or unauthorised access on your devices.',
        ],
        'Where we are liable all the same, our total liability is limited to the fees you paid us in the twelve months before the event. Nothing in these terms excludes liability for fraud, wilful misconduct, or anything else for which the law does not permit it.',
        'If others make claims on us because you broke these terms or the law, you will make good the loss that this causes us.',
      ],
    },
    {
      id: 'changes',
      title: 'Changing or ending the service',
      body: [
        'We may add, change, limit or remove functions, chains and tokens, for instance for security, for legal reasons or because a partner ends its service. We announce important changes beforehand, unless the danger is urgent.',
        'We may suspend or end your access without notice if you break these terms, if an authority requires it, or if we must protect you or others. Your assets on public chains remain yours and can be reached with any compatible wallet.',
        'If we end the service as a whole, we give at least thirty days’ notice in which to move assets out of the platform’s contracts. These terms may change too: the new text is published here with its date, and using the service after that date means accepting it.',
      ],
    },
    {
      id: 'licence',
      title: 'Software licence and governing law',
      body: [
        'We grant you a personal, revocable, non-exclusive and non-transferable licence to use the software of the service for its purpose. All other rights stay with us or our licensors. You may not copy, sell, rent or change the software or take it apart, unless the law or an open-source licence allows it. Components under open-source licences remain under those licences.',
        'The name and marks of Tidewell may not be used without our written consent. If you send us suggestions, we may use them without payment.',
        'This licence and these terms are governed by the laws of Singapore. Disputes that cannot be settled in good faith go to the courts of Singapore, save where the mandatory law of your home gives you another court.',
      ],
    },
    {
      id: 'term',
      title: 'Term',
      body: [
        'These terms hold from your first use until you or we end it. You can end it at any time: disconnect your wallet, remove the app and stop using the service.',
        'Sections that by their nature outlive the end do so, above all those on risks, liability, licence and law. Open pledges, stakes and vesting follow the rules of their contracts to the end.',
      ],
    },
    {
      id: 'force-majeure',
      title: 'Force majeure',
      body: [
        'Neither side answers for a delay or failure caused by events beyond its reasonable control. These include natural disaster, epidemic, war, unrest, strike, acts of government, failure of power or networks, attacks on computer systems, and the halt, fork or congestion of a chain. Duties rest while the event lasts. The side affected informs the other as soon as it can, and limits the harm.',
      ],
    },
    {
      id: 'others',
      title: 'Other provisions',
      body: [
        'Language: these terms exist in Chinese and English. If the two differ or conflict, the Chinese version prevails.',
        'Privacy: how we treat personal data is set out in the privacy policy, which is part of these terms.',
        'Notices: we may notify you in the app, on this website or by e-mail. You reach us through the contact page.',
        'Transfer: you may not transfer rights under these terms without our consent; we may transfer ours together with the service.',
        'Validity: if one provision is invalid, the rest remains in force. If we do not use a right at once, we do not give it up.',
        'Whole agreement: these terms, with the documents they refer to, are the entire agreement on the service.',
      ],
    },
  ],
};
