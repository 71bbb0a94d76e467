import type { LegalText } from '../types';
import { claims } from '../website';
import { MINIMUM_AGE_PRIVACY_YEARS } from './minimum-age';

export const privacyEn: LegalText = {
  title: 'Privacy policy',
  updated: '2025-04-15',
  intro: [
    'This policy explains which personal data Tidewell processes when you use its website, web wallet or mobile app, why it does so, and what choices you have.',
    'In short: you can read this site without an account; we never ask for your keys; we do not sell personal data.',
  ],
  sections: [
    {
      id: 'collected',
      title: 'Data we collect',
      body: [
        'Data you give us:',
        [
          'the address of the wallet you connect and the signature that proves it is yours;',
          'a display name, picture or invitation code, if you set one;',
          'payments without a fee that you sign, with recipient, amount and signature;',
          ...(claims.card === null
            ? []
            : [
                'for a card: your name, email address, phone number, date of birth and address, with the time and IP address of your consent to the issuer’s terms. We pass these on to the card issuer and store only the country;',
                'for a dispute of a card purchase: what you write about it, which we pass on to the card issuer and do not store;',
              ]),
          'what you write to us, for example your name, company, country, email address and phone number.',
        ],
        'Usage data that can be collected automatically:',
        [
          'IP address, date, time and duration of each request to our servers, and your wallet address while you are signed in. We collect these today;',
          'type and version of browser or device. Your browser sends them with each request. When you sign in, we store the names of your browser and system with the session, and when it was last used;',
          'which pages and features you use. Today, we do not measure this beyond the requests above;',
          'device identifiers. We do not collect any today. If you turn on messages, each of your browsers has a key, and we store its public part;',
          'crash reports. We do not collect any from your device today. Your browser only reports content that the page’s security policy blocked;',
          'the transactions you ask us to verify, which are already public on their chain.',
        ],
        'Location: we use your device’s location only if you give permission, for example to show what is available where you are. You can withdraw permission in the device settings at any time, and everything else keeps working. This website does not ask for your location today.',
        'Messages and calls, if you turn them on: messages are stored encrypted until your devices have fetched them, and we cannot read them. We do see which addresses write to each other, when, and how much. In a call, the other people, or a server that relays the call, see your IP address.',
        ...(claims.card === null
          ? []
          : [
              'Purchases with a card: we store what the card issuer tells us, such as merchant, amount, time and the last four digits of the card. Card numbers, security codes and PINs go from the issuer to your browser only. A PIN that you set passes our server, encrypted for the issuer.',
            ]),
        'Notifications, if you turn them on for a device: we store the address and keys of its push service, its language, what you chose, and your account. For money received, we check your account’s balances. For price alerts, we store your alerts. The messages contain no amounts, people or content, but your browser’s push service sees when they are sent. We delete this when you turn them off or sign out, and 30 days after your last visit.',
        'Your browser stores the settings you choose (language, theme, currency) and, after you sign in, a session token that expires after two hours. Your contacts, price alerts, added tokens, addresses whose value you follow, recent transactions and holdings, and your last known balances are also stored there. It also stores the pages of this site, so that they open offline. We set no advertising cookies.',
      ],
    },
    {
      id: 'purposes',
      title: 'What we use it for',
      body: [
        [
          'to provide the service, keep it running and sign you in;',
          'to verify and show your deposits and other transactions;',
          'to answer your questions and notify you of changes;',
          'to find errors, measure usage and improve features;',
          'to detect and stop fraud, abuse and attacks;',
          'to meet our legal obligations and to defend legal claims;',
          'to send news about our services, if you have agreed to it or the law allows it; every message explains how to unsubscribe.',
        ],
      ],
    },
    {
      id: 'sharing',
      title: 'Who we share it with',
      body: [
        'We share personal data only as far as needed for these purposes:',
        [
          'with providers who work for us, such as hosting, monitoring and support, bound by contract to our instructions;',
          'with companies in our group, which follow this policy;',
          'with partners for a feature you choose, such as a card issuer;',
          'with other users, as far as you share it with them, for example what you write in a conversation, whose members also see your wallet address, and your display name if you share it with them;',
          'with a buyer, if all or part of the business is sold;',
          'with anyone else, if you have consented.',
        ],
        'What you send to a public chain is visible to everyone and outside our control.',
      ],
    },
    {
      id: 'retention',
      title: 'How long we keep it',
      body: [
        'We keep personal data for as long as the purposes above require. Usage data for analysis is kept for a shorter time, unless it serves security or the law requires more. Records required by tax, accounting or anti-money-laundering law are kept for the required period, then deleted or anonymized.',
        'We may delete an account that nobody has signed in to for a long time if it has no records, messages or messaging devices.',
      ],
    },
    {
      id: 'transfer',
      title: 'Transfer to other countries',
      body: [
        'Our servers and providers may be outside your country, where other data-protection law applies. We transfer data only with suitable safeguards, such as contract clauses recognized for this purpose, and to places that keep it secure.',
      ],
    },
    {
      id: 'deletion',
      title: 'Your rights and deletion',
      body: [
        'You can ask to see your personal data, to have it corrected or deleted, to receive a copy, or to object to its use. Write to us through the contact page; we may ask for a signature by your wallet, so that nobody else can ask in your name.',
        'We delete what we are allowed to delete. We keep what the law or an open claim requires us to keep, and tell you so. Entries on a public chain cannot be deleted by us or by anyone else.',
      ],
    },
    {
      id: 'disclosure',
      title: 'Disclosure required by law',
      body: [
        'We disclose personal data if a law, a court or a competent authority obliges us to, or if we believe in good faith that it is necessary to:',
        [
          'protect our rights or property;',
          'prevent or investigate wrongdoing in connection with the service;',
          'protect the safety of users or of the public;',
          'avoid legal liability.',
        ],
        'We review every request, disclose no more than it requires, and notify you if we are allowed to.',
      ],
    },
    {
      id: 'security',
      title: 'Security',
      body: [
        'Connections are encrypted, session tokens are stored only as hashes, access is limited to those who need it, and secrets are kept out of our logs. We do not store your private keys or recovery phrase.',
        'No method of transmission or storage is completely secure. If a breach puts you at risk, we notify you and the authorities as the law requires.',
      ],
    },
    {
      id: 'children',
      title: 'Children',
      body: [
        `The service is not meant for children under ${MINIMUM_AGE_PRIVACY_YEARS}, and we do not knowingly collect data from them. If you are a parent or guardian and believe that your child has given us data, tell us; we will delete it. Using the wallet also requires the minimum age in the terms of service.`,
      ],
    },
    {
      id: 'links',
      title: 'Links to third parties',
      body: [
        'The service links to third-party sites and applications, such as app stores, block explorers, companies that sell crypto and decentralized applications. If this website lists companies that sell crypto, opening one of their links can send them your address, the network, the token and your language; the wallet names what each of them receives. They are other companies and collect their own data, such as payment and identity details. We do not control them and are not responsible for their content or practices. Please read their policies.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes to this policy',
      body: [
        'We may change this policy. The new text is published here with a new date, and we announce important changes in the app or by email before they take effect.',
        'If you have a question about privacy, contact us through the contact page.',
      ],
    },
  ],
};
