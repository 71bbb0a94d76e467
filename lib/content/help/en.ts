import { routes } from '@/lib/routes';
import { isLocalDemo } from '@/lib/settings/build-env';
import type { HelpText } from '../types';
import { claims, infoMailbox, operator, securityContact } from '../website';

const hasCard = claims.card !== null;
const hasMessages = claims.messages !== null;
const contact = { href: routes.contact, label: 'Contact' };

export const helpEn: HelpText = {
  title: 'Security and help',
  intro: [
    'How your money and keys are protected, what hasn’t been audited, and what to do if something goes wrong.',
  ],
  sections: [
    {
      id: 'how',
      title: 'How it works',
      body: [],
      topics: [
        {
          id: 'keys',
          title: 'Your keys',
          body: [
            'Your private key and recovery phrase stay in the wallet that you connect. Tidewell never asks for them and can’t restore them. Anyone who asks for them wants to steal your money.',
            'Before your wallet asks you to sign a transaction, Tidewell shows what you send and what arrives. You sign in by signing a message, which can’t move money.',
            ...(isLocalDemo
              ? [
                  'This site is a local demo. The keys of its demo wallet are public: never send real money to it.',
                ]
              : []),
          ],
        },
        {
          id: 'vault',
          title: 'The vault',
          body: [
            'The vault is a contract on the network. It credits your deposits to your address. Only your signature moves your balance. If you set a recovery address, that address can also take over your balance after the delay you chose.',
            'The owner of the vault can pause deposits, and change limits and fees within fixed caps. The owner can’t take your balance or block a withdrawal. The fee for a withdrawal is at most 1%. Nobody can replace the code of the vault.',
            'Stakes, pledges and presales are contracts with their own rules, which you see before you sign.',
          ],
          links: [{ href: routes.fees, label: 'Fees and limits' }],
        },
        ...(hasCard
          ? [
              {
                id: 'card',
                title: 'Card balance',
                body: [
                  'A contract holds your card balance, not the card issuer. An approved purchase reserves an amount, and the merchant’s charge takes it.',
                  'A key of Tidewell posts your purchases to this contract, within the limits that you set. A thief with this key could charge you up to these limits, but couldn’t send your tokens to any address.',
                  'You can withdraw what no purchase reserves. After the contract’s delay, that works even if Tidewell doesn’t respond.',
                ],
              },
            ]
          : []),
        ...(hasMessages
          ? [
              {
                id: 'messages',
                title: 'Messages',
                body: [
                  'Messages are end-to-end encrypted (MLS, RFC 9420). Only the devices of a conversation’s members can read them.',
                  'Our server sees which addresses write to each other, when, and how much. The code of this page also comes from our server: an attacker who controls the server could change that code and read your messages.',
                ],
              },
            ]
          : []),
      ],
    },
    {
      id: 'audits',
      title: 'What has been checked',
      body: [
        'No outside firm has audited the contracts, this website or the encrypted messages so far.',
        'The project itself has tested and reviewed all of them, and has proved some rules of the contracts mathematically. That doesn’t replace an audit.',
        'Use only amounts that you can afford to lose.',
      ],
    },
    {
      id: 'report',
      title: 'Report a vulnerability',
      body: [
        'Write to us before you tell anyone else, and ask for a private channel. Tell us:',
        [
          'what an attacker can do, and what they need for it;',
          'the steps to reproduce it;',
          'the page, contract or version that you tested.',
        ],
        'Test on your own local copy, and never with other people’s accounts or money.',
        'We confirm your report within 3 working days. Within 10 working days, we tell you whether we can reproduce it and how severe it is. We publish a fix within 90 days, and credit you if you want.',
      ],
      links: [{ href: securityContact }],
    },
    {
      id: 'questions',
      title: 'Frequently asked questions',
      body: [],
      topics: [
        {
          id: 'lost-phone',
          title: 'I lost my phone. Is my money gone?',
          body: [
            'Not if you have your recovery phrase: your money is on the network, not on the phone. Restore your wallet on another device with that phrase. If someone could unlock the phone, move everything to a new wallet at once.',
            'Without the recovery phrase, nobody can restore your wallet. If you named a recovery address before, it can take over what you have in Tidewell’s contracts.',
            ...(hasCard
              ? ['Freeze your cards: connect your wallet on another device and open the card page.']
              : []),
            ...(hasMessages ? ['Revoke the lost phone in the settings of your messages.'] : []),
          ],
          links: [
            { href: routes.recovery, label: 'Recovery' },
            ...(hasCard ? [{ href: routes.card, label: 'Card' }] : []),
            ...(hasMessages ? [{ href: routes.messages, label: 'Messages' }] : []),
          ],
        },
        {
          id: 'wrong-network',
          title: 'I sent money on the wrong network. Can I get it back?',
          body: [
            'If it went to your own address: usually, yes. The same key controls this address on the other network. Select that network in your wallet. A smart contract wallet may not exist there, so contact the wallet’s developer.',
            'If it went to someone else or an exchange: only they can send it back. Tidewell can’t reverse a confirmed transaction.',
            'Tokens sent straight to a contract’s address, without “Deposit”, are lost.',
          ],
          links: [{ href: routes.activity, label: 'Activity' }],
        },
        {
          id: 'fees',
          title: 'What do I pay, and to whom?',
          body: [
            'A network fee goes to the network, in its native currency, even if the transaction fails. If you pay without a fee, you sign and Tidewell pays it.',
            'Tidewell can charge for withdrawing from the vault, at most 1%. Leaving a pledge early costs a penalty, at most 5%, which stays with Tidewell’s contract. A swap includes the fees of the pools on its route. You see each fee before you sign.',
            ...(hasCard
              ? ['Card purchases can include a markup on your token’s price. The card page shows the rate.']
              : []),
          ],
          links: [{ href: routes.fees, label: 'Fees and limits' }],
        },
        {
          id: 'card-real',
          title: 'Is the card real?',
          body: hasCard
            ? [
                'It depends on the card issuer, which the card page names before you get a card. A real issuer’s card is subject to its terms. A test issuer’s card doesn’t work in stores.',
                'The cards pictured on this website are samples.',
              ]
            : ['Not yet: the card is planned. The cards pictured on this website are samples.'],
          links: hasCard ? [{ href: routes.card, label: 'Card' }] : [],
        },
        {
          id: 'freeze',
          title: 'Who can freeze my money?',
          body: [
            'Tidewell can’t freeze your wallet or block withdrawals from the vault.',
            'The issuers of some tokens, such as USDC and USDT, can freeze them at any address.',
            'A pledge is locked until it matures, unless you pay the penalty. Presale payments are locked until the sale ends, and the tokens until they vest.',
            ...(hasCard
              ? [
                  'We and the issuer can freeze a card. This stops purchases, not withdrawals. What a purchase reserves stays reserved until it is charged or released. After 35 days at most, anyone can release it.',
                ]
              : []),
          ],
        },
        {
          id: 'get-help',
          title: 'How do I get help?',
          body: [
            'Write to us. Name the network and the transaction hash, if there is one.',
            'We never ask for your private key, your recovery phrase or access to your device. Be wary of people who offer help in chats or ads.',
          ],
          links: [contact, { href: `mailto:${infoMailbox}` }],
        },
      ],
    },
    {
      id: 'operator',
      title: 'Who operates this site',
      body: operator
        ? [operator.name, operator.address, ...(operator.registration ? [operator.registration] : [])]
        : [
            'The operator hasn’t published a name and address here. Ask for them before you trust this site with money.',
          ],
      links: [contact, { href: routes.terms, label: 'Terms' }, { href: routes.privacy, label: 'Privacy' }],
    },
  ],
};
