import en from '@/messages/en.json';
import zhHant from '@/messages/zh-Hant.json';

function flatten(value: unknown, path = ''): Map<string, string> {
  if (typeof value === 'string') return new Map([[path, value]]);
  const entries = Object.entries(value as Record<string, unknown>);
  return new Map(entries.flatMap(([key, child]) => [...flatten(child, path ? `${path}.${key}` : key)]));
}

const placeholders = (text: string) => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name).sort();
const tags = (text: string) => [...text.matchAll(/<(\w+)>/g)].map(([, name]) => name).sort();

const english = flatten(en);
const chinese = flatten(zhHant);

test('I18N-4 both languages have the same keys', () => {
  expect([...chinese.keys()].sort()).toEqual([...english.keys()].sort());
});

test('I18N-4 both languages have the same placeholders and tags', () => {
  for (const [key, text] of english) {
    const other = chinese.get(key) ?? '';
    expect([key, placeholders(other), tags(other)]).toEqual([key, placeholders(text), tags(text)]);
  }
});

test('I18N-3 no text is empty', () => {
  for (const [key, text] of [...english, ...chinese]) expect([key, text.trim() !== '']).toEqual([key, true]);
});

test('I18N-4 Traditional Chinese has no simplified forms and no half-width punctuation between Han characters', () => {
  const simplified = /[个们这进连钱户签认证资产错误请检网络务员开关闭单币种语载处显额]/u;
  for (const [key, text] of chinese) {
    expect([key, simplified.test(text) ? text : null]).toEqual([key, null]);
    expect([key, /\p{Script=Han}[,!?;:]\p{Script=Han}?/u.test(text) ? text : null]).toEqual([key, null]);
  }
});
