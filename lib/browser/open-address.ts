/** Opens an address as a click on a link would, so that whatever watches links sees it too. */
export function openAddress(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  document.body.append(link);
  link.click();
  link.remove();
}
