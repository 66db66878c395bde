import { Button, EmptyState, Group, Stack } from '@mantine/core';
import { IconAffiliate, IconReceipt2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Affiliate } from '#services/api/affiliates/contract.ts';
import { affiliatesQuery, codePages } from '../../api/affiliates.ts';
import { ButtonLink } from '../../components/links.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Pages } from '../../components/pages.tsx';
import { Section } from '../../components/section.tsx';
import { Shapes } from '../../components/shapes.tsx';
import { useFormats } from '../../language/use-formats.ts';
import { CodeCard } from './code-card.tsx';
import { CodeMenu } from './code-menu.tsx';
import { CopyLink } from './copy-link.tsx';
import { NotAllowed } from './not-allowed.tsx';

interface Props {
  /** The right to open codes; it can be taken away. */
  allowed: boolean;
  page: number;
  onPage: (page: number) => void;
  /** Opens what a code brought. */
  onOrders: (affiliate_id: string) => void;
}

/** The creator's own codes, each with its partner and what it brought. */
export function GivenCodes({ allowed, page, onPage, onOrders }: Props) {
  const { t } = useTranslation('affiliate');
  return (
    <Section title={t('given.title')}>
      {!allowed && <NotAllowed />}
      <Codes allowed={allowed} page={page} onPage={onPage} onOrders={onOrders} />
    </Section>
  );
}

function Codes({ allowed, page, onPage, onOrders }: Props) {
  const { t } = useTranslation('affiliate');
  const query = useQuery(affiliatesQuery(page));
  return (
    <Loaded
      query={query}
      skeleton={
        <Stack gap="sm">
          <Shapes count={3} height={152} radius="md" />
        </Stack>
      }
      isEmpty={({ total_count }) => total_count === 0}
      empty={
        allowed && (
          <EmptyState
            variant="light"
            py="lg"
            icon={<IconAffiliate aria-hidden />}
            title={t('given.empty')}
            description={t('given.emptyText')}
          >
            <EmptyState.Actions>
              <ButtonLink to="/edit/aff" variant="light">
                {t('add')}
              </ButtonLink>
            </EmptyState.Actions>
          </EmptyState>
        )
      }
    >
      {({ list, total_count }) => (
        <Stack gap="md">
          <Stack component="ul" p={0} m={0} gap="sm" style={{ listStyle: 'none' }}>
            {list.map((code) => (
              <GivenCode
                key={code.affiliate_id}
                code={code}
                allowed={allowed}
                onOrders={() => onOrders(code.affiliate_id)}
              />
            ))}
          </Stack>
          <Pages total={codePages(total_count)} page={page} onPage={onPage} />
        </Stack>
      )}
    </Loaded>
  );
}

function GivenCode({ code, allowed, onOrders }: { code: Affiliate; allowed: boolean; onOrders: () => void }) {
  const { t } = useTranslation('affiliate');
  const formats = useFormats();
  return (
    <CodeCard
      code={code}
      person={code.partner}
      rate={t('rate', { rate: formats.percent(code.rate / 100) })}
      note={code.note}
      figures={[
        { label: t('figure.orders'), value: formats.number(code.orders) },
        { label: t('figure.gross'), value: formats.money(code.gross) },
        { label: t('figure.commission'), value: formats.money(code.commission) },
      ]}
      menu={<CodeMenu code={code} allowed={allowed} />}
    >
      <Group gap="xs">
        <CopyLink code={code} />
        <Button
          size="xs"
          variant="default"
          leftSection={<IconReceipt2 size={16} aria-hidden />}
          aria-label={t('ordersOf', { code: code.code })}
          onClick={onOrders}
        >
          {t('showOrders')}
        </Button>
      </Group>
    </CodeCard>
  );
}
