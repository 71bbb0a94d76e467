import { MINIMUM_AGE_PRIVACY_YEARS } from '@/lib/constants';
import type { LegalText } from '../types';

export const privacyEn: LegalText = {
  title: 'Privacy policy',
  updated: '2025-04-15',
  intro: [
    'This policy says which personal data Tidewell handles when you use its website, web wallet or mobile app, why it does so, and what you can do about it.',
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
          'what you write to us, for instance name, company, country, e-mail address and phone number.',
        ],
        'Usage data that arises by itself:',
        [
          'IP address, kind and version of browser or device, and language;',
          'the pages and functions used, with date, time and duration;',
          'identifiers of a device and reports of crashes and errors;',
          'the transactions you ask us to verify, which are public on their chain in any case.',
        ],
        'Location: only if you give permission do we use your device’s location, for instance to show what is available where you are. You can withdraw that permission in the settings of the device at any time, and everything else goes on working.',
        'Your browser stores the settings you choose (language, theme, currency) and, once you log in, a session token that expires after two hours. We set no advertising cookies.',
      ],
    },
    {
      id: 'purposes',
      title: 'What we use it for',
      body: [
        [
          'to provide the service, keep it running and log you in;',
          'to verify and show your deposits and other transactions;',
          'to answer your questions and give notice of changes;',
          'to find faults, measure use and improve functions;',
          'to detect and stop fraud, abuse and attacks;',
          'to meet our legal duties and to defend legal claims;',
          'to send news of our services, where you have agreed to it or the law allows it; every such message says how to stop it.',
        ],
      ],
    },
    {
      id: 'sharing',
      title: 'Whom we share it with',
      body: [
        'We share personal data only as far as a purpose needs it:',
        [
          'with providers who work for us, such as hosting, monitoring and support, bound by contract to our instructions;',
          'with companies of our group, which keep to this policy;',
          'with partners of a function you choose, such as the issuer of a card;',
          'with other users, as far as you show yourself to them, for instance by your name in a conversation;',
          'with a buyer, if all or part of the business is sold;',
          'with anyone else, if you have consented.',
        ],
        'What you send to a public chain is visible to everyone and is not in our hands.',
      ],
    },
    {
      id: 'retention',
      title: 'How long we keep it',
      body: [
        'We keep personal data for as long as the purposes above require. Usage data for analysis is kept for a shorter time, unless it serves security or the law requires more. Records that tax, accounting or anti-money-laundering law prescribes are kept for the periods laid down there, then erased or made anonymous.',
      ],
    },
    {
      id: 'transfer',
      title: 'Transfer to other countries',
      body: [
        'Our servers and providers may be outside your country, where other data-protection law applies. We transfer data only with suitable safeguards, such as contract clauses recognised for the purpose, and to places that keep it secure.',
      ],
    },
    {
      id: 'deletion',
      title: 'Your rights and deletion',
      body: [
        'You can ask to see your personal data, to have it corrected or deleted, to receive a copy, or to object to its use. Write to us through the contact page; we may ask for a signature by your wallet, so that nobody else can ask in your name.',
        'We delete what we may. We keep what the law obliges us to, or what an open claim needs, and tell you so. Entries on a public chain cannot be deleted, neither by us nor by anyone else.',
      ],
    },
    {
      id: 'disclosure',
      title: 'Disclosure by law',
      body: [
        'We disclose personal data if a law, a court or a competent authority obliges us to, or if it is needed in good faith to:',
        [
          'protect rights or property of ours;',
          'prevent or look into wrongdoing in connection with the service;',
          'protect the safety of users or of the public;',
          'fend off legal liability.',
        ],
        'We check every demand, disclose no more than it requires, and inform you where we may.',
      ],
    },
    {
      id: 'security',
      title: 'Security',
      body: [
        'Connections are encrypted, session tokens are stored only as hashes, access is limited to those who need it, and secrets are kept out of our logs. We do not store your private keys or recovery phrase.',
        'No method of transmission or storage is wholly secure. If a breach puts you at risk, we inform you and the authorities as the law prescribes.',
      ],
    },
    {
      id: 'children',
      title: 'Children',
      body: [
        `The service is not meant for children under ${MINIMUM_AGE_PRIVACY_YEARS}, and we do not knowingly collect data from them. If you are a parent or guardian and believe that your child has given us data, tell us; we will delete it. Use of the wallet further requires the age named in the terms of service.`,
      ],
    },
    {
      id: 'links',
      title: 'Links to third parties',
      body: [
        'The service links to sites and applications of others, for instance app stores, block explorers and decentralised applications. We have no control over them and do not answer for their content or practices. Please read their own policies.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes to this policy',
      body: [
        'We may change this policy. The new text is published here with a new date, and we announce important changes in the app or by e-mail before they take effect.',
        'You reach us with any question about privacy through the contact page.',
      ],
    },
  ],
};
