import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { MyAffiliate } from '#services/api/affiliates/contract.ts';
import { codePages, receivedAffiliatesQuery } from '../../api/affiliates.ts';
import { AnchorLink } from '../../components/links.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Pages } from '../../components/pages.tsx';
import { Section } from '../../components/section.tsx';
import { Shapes } from '../../components/shapes.tsx';
import { useFormats } from '../../language/use-formats.ts';
import { useCreator } from '../frame/creator-guard.ts';
import { CodeCard } from './code-card.tsx';
import { CopyLink } from './copy-link.tsx';

interface Props {
  page: number;
  onPage: (page: number) => void;
}

/** Codes that others gave to the creator, with what they brought. */
export function ReceivedCodes({ page, onPage }: Props) {
  const { t } = useTranslation('affiliate');
  const query = useQuery(receivedAffiliatesQuery(page));
  const slug = useCreator()?.url_slug ?? '';
  return (
    <Section
      title={t('received.title')}
      text={query.data !== undefined && query.data.total_count > 0 ? t('received.text') : undefined}
    >
      <Loaded
        query={query}
        skeleton={
          <Stack gap="sm">
            <Shapes count={2} height={152} radius="md" />
          </Stack>
        }
        isEmpty={({ total_count }) => total_count === 0}
        empty={
          <div>
            <Text>{t('received.empty')}</Text>
            <Text size="sm" c="dimmed">
              {t('received.emptyText', { page: `${window.location.host}/a/${slug}` })}
            </Text>
          </div>
        }
      >
        {({ list, total_count }) => (
          <Stack gap="md">
            <Stack component="ul" p={0} m={0} gap="sm" style={{ listStyle: 'none' }}>
              {list.map((code) => (
                <ReceivedCode key={code.affiliate_id} code={code} />
              ))}
            </Stack>
            <Pages total={codePages(total_count)} page={page} onPage={onPage} />
            <Text size="sm">
              <AnchorLink to="/dashboard/income" size="sm">
                {t('received.income')}
              </AnchorLink>
            </Text>
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}

function ReceivedCode({ code }: { code: MyAffiliate }) {
  const { t } = useTranslation('affiliate');
  const formats = useFormats();
  return (
    <CodeCard
      code={code}
      person={code.creator}
      rate={t('rateMine', { rate: formats.percent(code.rate / 100) })}
      figures={[
        { label: t('figure.orders'), value: formats.number(code.orders) },
        { label: t('figure.mine'), value: formats.money(code.commission) },
      ]}
    >
      <Group gap="xs">
        <CopyLink code={code} />
      </Group>
    </CodeCard>
  );
}
