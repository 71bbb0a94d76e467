import fc from 'fast-check';
import { CONTACT_FIELDS, contactMailto, FAMILY_FIRST } from '@/components/site/contact/contact-fields';
import { mailto } from '@/lib/browser/mailto';

const labels = {
  first_name: 'First name',
  last_name: 'Last name',
  company: 'Company',
  country: 'Country',
  email: 'Email',
  phone: 'Phone',
  message: 'Message',
};

function filled(values: Record<string, string>, order = {}) {
  const form = new FormData();
  for (const { name } of CONTACT_FIELDS) form.append(name, values[name] ?? '');
  return contactMailto(form, { to: 'info@tidewell.example', subject: 'Contact form', labels, ...order });
}

/** Parses a `mailto:` URL (RFC 6068): header fields after `?`, separated by `&`, percent-decoded. */
function read(address: string) {
  const [, to = '', query = ''] = /^mailto:([^?]*)\?(.*)$/.exec(address) ?? [];
  const headers = query.split('&').map((pair) => pair.split('=').map(decodeURIComponent));
  return { to: decodeURIComponent(to), headers, body: headers[1]?.[1] ?? '' };
}

test('CONT-3 lists only the filled fields, in form order', () => {
  const { to, headers, body } = read(
    filled({
      message: 'Hello',
      email: 'ada@example.org',
      last_name: 'Lovelace',
      first_name: 'Ada',
      phone: '+44 1',
    }),
  );
  expect(to).toBe('info@tidewell.example');
  expect(headers[0]).toEqual(['subject', 'Contact form']);
  expect(body.split('\r\n')).toEqual([
    'First name: Ada',
    'Last name: Lovelace',
    'Email: ada@example.org',
    'Phone: +44 1',
    'Message: Hello',
  ]);
});

test('CONT-3 the family name comes first if the form has it first', () => {
  const { body } = read(filled({ first_name: 'Ada', last_name: 'Lovelace' }, { fields: FAMILY_FIRST }));
  expect(body.split('\r\n')).toEqual(['Last name: Lovelace', 'First name: Ada']);
});

test('CONT-3 encodes line breaks, &, +, CJK and emoji', () => {
  const address = filled({ message: 'a & b + c = 100 %?\nsecond\r\nthird\rfourth 你好 👋🏽' });
  expect(address).toMatch(/^mailto:info@tidewell\.example\?subject=[^&]*&body=[^&]*$/);
  expect(address).toContain('%26%20b%20%2B%20c%20%3D%20100%20%25%3F%0D%0Asecond%0D%0Athird%0D%0Afourth');
  expect(address).toMatch(/^[\x21-\x7e]+$/);
  expect(read(address).body).toBe('Message: a & b + c = 100 %?\r\nsecond\r\nthird\r\nfourth 你好 👋🏽');
});

test('CONT-3 prevents a field from adding a header, a recipient or another field', () => {
  const { to, headers, body } = read(
    filled({ first_name: 'Eve\r\nBcc: x@y.z&bcc=x@y.z?cc=x@y.z', company: 'A\nEmail: other@example.org' }),
  );
  expect(to).toBe('info@tidewell.example');
  expect(headers.map(([name]) => name)).toEqual(['subject', 'body']);
  expect(body.split('\r\n')).toEqual([
    'First name: Eve Bcc: x@y.z&bcc=x@y.z?cc=x@y.z',
    'Company: A Email: other@example.org',
  ]);
});

test('CONT-3 handles any text, including lone surrogates', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (any, message) => {
      const { to, headers } = read(
        mailto({ to: 'info@tidewell.example', subject: any, body: `${message}\ud83d` }),
      );
      expect(to).toBe('info@tidewell.example');
      expect(headers.map(([name]) => name)).toEqual(['subject', 'body']);
    }),
  );
});
