import { setRequestLocale } from 'next-intl/server';

export default async function HomePage({ params }: PageProps<'/[locale]/home'>) {
  const { locale } = await params;
  setRequestLocale(locale as 'en');
  return <h1>Tidewell</h1>;
}
