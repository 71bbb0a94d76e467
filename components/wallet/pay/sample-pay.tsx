import { useTranslations } from 'next-intl';
import { sampleAddress, sampleRollup } from '@/components/wallet/frame/sample-data';
import { SampleFrame } from '@/components/wallet/frame/start-preview';
import { ContactRow } from './contacts/contact-row';
import { RequestCode } from './request-code';

/** A reserved address instead of a payment request, because someone could scan the code and pay it. */
const SAMPLE_REQUEST = 'https://tidewell.example/wallet/pay';

const contacts = ['first', 'second'] as const;
const nothing = () => undefined;

/** Sample of a payment request and of contacts. */
export function SamplePay() {
  const t = useTranslations('wallet.preview');
  const names = useTranslations('wallet.contacts');
  const caption = '25 USDC';
  return (
    <SampleFrame about={t('about.pay')}>
      <RequestCode
        request={SAMPLE_REQUEST}
        caption={caption}
        network={sampleRollup.name}
        label={caption}
        isWrong={false}
      />
      <section className="grid gap-3">
        <h2 className="text-xl">{names('title')}</h2>
        <ul className="grid border-t border-line">
          {contacts.map((contact, index) => (
            <ContactRow
              key={contact}
              contact={{ name: t(`contact.${contact}`), address: sampleAddress(41 + index) }}
              stop={null}
              onPay={nothing}
              onDeleted={nothing}
            />
          ))}
        </ul>
      </section>
    </SampleFrame>
  );
}
