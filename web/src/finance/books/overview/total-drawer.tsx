import { Paper, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  type BookTotalKind,
  type BookTotalParts,
  getFinanceTotal,
} from '#services/contract/books/finance-overview.ts';
import { queryOf } from '../../../api/queries.ts';
import { Collection } from '../../../components/collection.tsx';
import { Fact, MainFact } from '../../../components/fact.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { ShortId } from '../../../components/short-id.tsx';
import { SideDrawer } from '../../../components/side-drawer.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { useAsOf } from '../../frame/as-of.ts';
import { accountWord } from '../account-words.ts';
import { shownTotal } from './shown-total.ts';

interface Props {
  /** Closed without one. */
  kind: BookTotalKind | undefined;
  page: number;
  onPage: (page: number) => void;
  onClose: () => void;
}

/** The accounts of a total, largest first; each links to its postings. */
export function TotalDrawer({ kind, page, onPage, onClose }: Props) {
  const { t } = useLocale('finance');
  return (
    <SideDrawer title={kind && t(`totals.${kind}`)} width={560} onClose={onClose}>
      {kind !== undefined && <Parts kind={kind} page={page} onPage={onPage} />}
    </SideDrawer>
  );
}

function Parts({ kind, page, onPage }: Pick<Props, 'page' | 'onPage'> & { kind: BookTotalKind }) {
  const { t, formats } = useLocale('finance');
  const query = useQuery(queryOf(getFinanceTotal, { kind, page, as_of: useAsOf() }));
  return (
    <Collection query={query} waiting={{ count: 1, height: 320 }} gap="md" page={page} onPage={onPage}>
      {({ value, list, total_count, as_of }) => (
        <>
          <Paper withBorder p="md">
            <MainFact label={t(`totals.${kind}`)}>{formats.money(shownTotal(kind, value))}</MainFact>
            <Text className="hint">{t(`totals.define.${kind}`)}</Text>
            <Text className="footnote figures">
              {t('asOf.at', { time: formats.dateTime(as_of.time), position: as_of.position })}
            </Text>
          </Paper>
          <Text className="hint">{t('totals.accounts', { count: total_count })}</Text>
          {list.map((part) => (
            <Account key={part.account} kind={kind} part={part} />
          ))}
        </>
      )}
    </Collection>
  );
}

interface AccountProps {
  kind: BookTotalKind;
  part: BookTotalParts['list'][number];
}

function Account({ kind, part: { account, name, value } }: AccountProps) {
  const { t, formats } = useLocale('books');
  return (
    <Paper withBorder p="sm" component="article">
      <Fact
        label={
          <AnchorLink to="/finance/ledger" search={{ account }} underline="always">
            {name === '' ? accountWord(t, account, '') : name}
          </AnchorLink>
        }
        strong
      >
        {formats.money(shownTotal(kind, value))}
      </Fact>
      <Text className="footnote">
        <ShortId>{account}</ShortId>
      </Text>
    </Paper>
  );
}
