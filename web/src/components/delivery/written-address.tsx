import { useTranslation } from 'react-i18next';
import { MAINLAND } from '#events/destinations.ts';
import { countryName } from '#services/contract/delivery/countries.ts';
import { languageOf } from '../../language/language.ts';

interface Props {
  /** In one line. */
  address: string;
  /** ISO 3166-1, two letters. */
  country: string;
}

/** An address as it is on parcels. Outside the mainland the country is also named in the page's language. */
export function WrittenAddress({ address, country }: Props) {
  const { i18n } = useTranslation();
  if (country === MAINLAND) return <span lang="zh-CN">{address}</span>;
  const name = countryName(country, languageOf(i18n.language, undefined));
  return (
    <>
      <span lang="">{address}</span>
      {!address.includes(name) && <> ({name})</>}
    </>
  );
}
