import { Badge, Text, UnstyledButton } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type ListedStatement, listStatements } from '#services/api/books/contract/statements.ts';
import { queryOf } from '../../../api/queries.ts';
import { Collection } from '../../../components/collection.tsx';
import { Dotted } from '../../../components/dotted.tsx';
import { Section } from '../../../components/section.tsx';
import { useFormats } from '../../../language/use-formats.ts';
import { useAsOf } from '../../frame/as-of.ts';
import classes from './reconciliation.module.css';

const A_PAGE = 10;

interface Props {
  page: number;
  onPage: (page: number) => void;
  onOpen: (statement_id: string) => void;
}

/** Statements that were read, the newest first. */
export function StatementsPart({ page, onPage, onOpen }: Props) {
  const { t } = useTranslation('reconciliation');
  const query = useQuery(queryOf(listStatements, { page, per_page: A_PAGE, as_of: useAsOf() }));
  return (
    <Section title={t('statements.title')} text={t('statements.text')}>
      <Collection
        query={query}
        waiting={{ count: 2, height: 72 }}
        nothing={{
          icon: <IconFileSpreadsheet aria-hidden />,
          title: t('statements.none'),
          text: t('statements.noneText'),
        }}
        small
        perPage={A_PAGE}
        page={page}
        onPage={onPage}
      >
        {({ list }) =>
          list.map((one) => <Row key={one.statement_id} one={one} onOpen={() => onOpen(one.statement_id)} />)
        }
      </Collection>
    </Section>
  );
}

function Row({ one, onOpen }: { one: ListedStatement; onOpen: () => void }) {
  const { t } = useTranslation('reconciliation');
  const formats = useFormats();
  const { provider, from, to, fresh, known, rejected_count, net, uploaded_by, uploaded_at, reason } = one;
  const named = t(`provider.${provider as 'sandbox'}`);
  return (
    <UnstyledButton className={classes.row} onClick={onOpen}>
      <span className={classes.what}>
        <Text span fw={650}>
          {named}
        </Text>
        <Text span size="sm" className="figures">
          {formats.dateTime(from)} – {formats.dateTime(to)}
        </Text>
        {rejected_count > 0 && (
          <Badge variant="light" color="orange">
            {t('statements.rejected', { count: rejected_count })}
          </Badge>
        )}
      </span>
      <Text size="sm" c="dimmed" className={`figures ${classes.about}`}>
        <Dotted
          parts={[
            t('report.fresh', { count: fresh }),
            known > 0 ? t('report.known', { count: known }) : '',
            uploaded_by.name,
            formats.dateTime(uploaded_at),
          ]}
        />
        {reason !== '' && <span className={classes.note}>{reason}</span>}
      </Text>
      <span className={`figures ${classes.sides}`}>
        <span className={classes.side}>
          <Text span size="xs" c="dimmed">
            {t('net')}
          </Text>
          <Text span size="sm">
            {formats.money(net)}
          </Text>
        </span>
      </span>
    </UnstyledButton>
  );
}
