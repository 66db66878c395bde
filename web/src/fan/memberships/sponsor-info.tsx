import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getSponsorInfo } from '#services/contract/memberships/sponsors.ts';
import { queryOf } from '../../api/queries.ts';
import { useLocale } from '../../language/use-locale.ts';

/** In a person's menu: what the signed-in person gave to them, and received; nothing before the first order. */
export function SponsorInfo({ user_id }: { user_id: string }) {
  const { t, formats } = useLocale('relations-blocks');
  const info = useQuery(queryOf(getSponsorInfo, { user_id })).data?.sponsor_info;
  if (info === undefined) return null;
  const { in_detail: got, out_detail: gave } = info;
  return (
    <>
      {gave.order_count > 0 && (
        <Menu.Label className="figures">
          {t('info.gave', { amount: formats.money(gave.current_amount), count: gave.order_count })}
        </Menu.Label>
      )}
      {got.order_count > 0 && (
        <Menu.Label className="figures">
          {t('info.got', { amount: formats.money(got.current_amount), count: got.order_count })}
        </Menu.Label>
      )}
    </>
  );
}
