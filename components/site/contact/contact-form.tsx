'use client';

import { type FormEvent, useState } from 'react';
import { buttonClass } from '@/components/ui/button';
import { mailto, openAddress } from '@/lib/browser/mailto';
import { CONTACT_FIELDS, type ContactFieldName, contactMailto, FAMILY_FIRST } from './contact-fields';
import './contact-form.css';

interface ContactFormProps {
  to: string;
  subject: string;
  labels: Record<ContactFieldName, string>;
  optional: string;
  submit: string;
  opened: string;
  /** Whether the family name comes first, as in Chinese. */
  isFamilyFirst: boolean;
}

/**
 * Opens the visitor's email program with the form's content, without sending a request (CONT-2 to CONT-4). Without
 * JavaScript, the form's `mailto:` action does the same with simpler formatting.
 */
export function ContactForm({
  to,
  subject,
  labels,
  optional,
  submit,
  opened,
  isFamilyFirst,
}: ContactFormProps) {
  const [address, setAddress] = useState<string>();
  const fields = isFamilyFirst ? FAMILY_FIRST : CONTACT_FIELDS;

  function open(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const next = contactMailto(new FormData(event.currentTarget), { to, subject, labels, fields });
    setAddress(next);
    openAddress(next);
  }

  return (
    <form
      onSubmit={open}
      action={mailto({ to, subject, body: '' })}
      method="post"
      encType="text/plain"
      className="grid gap-x-6 gap-y-5 sm:grid-cols-2"
    >
      {fields.map(({ name, type, autoComplete, required }) => {
        const shared = { id: name, name, autoComplete, required, className: 'contact-input' };
        return (
          <div key={name} className={type === 'multiline' ? 'sm:col-span-2' : undefined}>
            <label htmlFor={name} className="mb-1.5 flex justify-between gap-4 text-sm">
              {labels[name]}
              {required ? null : <span className="text-muted">{optional}</span>}
            </label>
            {type === 'multiline' ? <textarea {...shared} rows={5} /> : <input {...shared} type={type} />}
          </div>
        );
      })}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 sm:col-span-2">
        <button
          type="submit"
          className={buttonClass({ variant: 'signal', size: 'large', className: 'max-sm:w-full' })}
        >
          {submit}
        </button>
        <p role="status" className="measure text-sm">
          {address ? (
            <>
              {opened}{' '}
              <a href={address} className="text-water underline underline-offset-4">
                {to}
              </a>
            </>
          ) : null}
        </p>
      </div>
    </form>
  );
}
