import { setRequestLocale } from 'next-intl/server';

export default async function NotFoundPage({ params }: PageProps<'/[locale]/404'>) {
  const { locale } = await params;
  setRequestLocale(locale as 'en');
  return <h1>Tidewell</h1>;
}
