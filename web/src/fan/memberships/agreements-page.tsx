import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Agreement, endAgreement, listAgreements } from '#services/contract/memberships/calls.ts';
import { queryOf, useCall } from '../../api/queries.ts';
import { Collection } from '../../components/collection.tsx';
import { useConfirm } from '../../components/confirm.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { AccountFrame } from '../frame/account-frame.tsx';
import { AgreementCard } from './agreement-card.tsx';

/** /dashboard/agreements: which memberships renew, for how much and when, and the way to end it. */
export function AgreementsPage() {
  const { t } = useTranslation('memberships-renewals');
  const query = useQuery(queryOf(listAgreements, {}));
  const end = useCall(endAgreement);
  const { confirm, dialog } = useConfirm();
  const ask = ({ plan_id, name }: Agreement) =>
    confirm({ text: t('confirm', { name }), yes: t('end'), onYes: () => end.mutate({ plan_id }) });
  return (
    <AccountFrame title={t('title')} text={t('text')}>
      <Collection
        query={query}
        waiting={{ count: 2, height: 148 }}
        nothing={{
          icon: <IconRefresh aria-hidden />,
          title: t('empty'),
          text: t('emptyText'),
          action: <ButtonLink to="/dashboard/sponsoring">{t('memberships')}</ButtonLink>,
        }}
        gap="md"
      >
        {({ list }) =>
          list.map((agreement) => (
            <AgreementCard
              key={agreement.plan_id}
              agreement={agreement}
              ending={end.isPending && end.variables.plan_id === agreement.plan_id}
              onEnd={() => ask(agreement)}
            />
          ))
        }
      </Collection>
      {dialog}
    </AccountFrame>
  );
}
