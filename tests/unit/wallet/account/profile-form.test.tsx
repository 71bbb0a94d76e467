import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TextForm } from '@/components/wallet/account/text-form';
import { ApiError } from '@/lib/api/client';
import { fieldProblem } from '@/lib/api/use-profile';
import { useNotices } from '@/lib/browser/notices';

const messages = () => useNotices.getState().notices.map(({ message }) => message);

beforeEach(() => useNotices.setState({ notices: [] }));

function renderForm(save: (text: string) => Promise<void>) {
  const onSaved = jest.fn();
  render(
    <TextForm
      name="code"
      label="Code"
      hint="From a friend"
      submitLabel="Add"
      savedText="Added"
      check={(text) => (text === '' ? 'cannot be empty' : null)}
      save={save}
      onSaved={onSaved}
    />,
  );
  return onSaved;
}

test('WAL-11 VAL-1 a rule’s problem is shown beside the field alone, and the field gets the focus', async () => {
  const save = jest.fn();
  renderForm(save);
  const field = screen.getByRole('textbox', { name: 'Code' });
  expect(field).toHaveAccessibleDescription('From a friend');
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(save).not.toHaveBeenCalled();
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription('cannot be empty');
  expect(field).toHaveFocus();
  expect(messages()).toEqual([]);
  await userEvent.type(field, 'A');
  expect(field).toBeValid();
});

test('WAL-11 a rejection by the server is shown beside the field, and the input stays', async () => {
  const issues = [
    { path: 'other', message: 'not this' },
    { path: 'code', message: 'is no code' },
  ];
  const onSaved = renderForm(() => Promise.reject(new ApiError(400, 'not valid', { issues })));
  const field = screen.getByRole('textbox', { name: 'Code' });
  await userEvent.type(field, 'ABC{Enter}');
  expect(field).toHaveAccessibleDescription('is no code');
  expect(field).toHaveValue('ABC');
  expect(field).toHaveFocus();
  expect(onSaved).not.toHaveBeenCalled();
});

test('WAL-11 text is saved once, even if submitted again while saving', async () => {
  let finish = () => {};
  const save = jest.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  const onSaved = renderForm(save);
  await userEvent.type(screen.getByRole('textbox'), 'ABC{Enter}{Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(save.mock.calls).toEqual([['ABC']]);
  finish();
  await screen.findByRole('button', { name: 'Add' });
  await Promise.resolve();
  expect(onSaved).toHaveBeenCalledTimes(1);
  expect(messages()).toEqual(['Added']);
});

test('WAL-11 a rejection without an issue for the field shows its own message; other errors are rethrown', () => {
  for (const data of [
    null,
    'text',
    { issues: 'none' },
    { issues: [null, { path: 'name' }] },
    { reason: 'self' },
  ])
    expect(fieldProblem(new ApiError(400, 'told', data), 'name')).toBe('told');
  const fault = new RangeError('a fault');
  expect(() => fieldProblem(fault, 'name')).toThrow(fault);
});
