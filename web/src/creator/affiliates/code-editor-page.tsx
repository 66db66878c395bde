import { Skeleton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Affiliate, generateAffiliateCode, getAffiliate } from '#services/contract/affiliates/calls.ts';
import { queryOf } from '../../api/queries.ts';
import { EC, isRefusal } from '../../api/refusal.ts';
import { useProfile } from '../../app/session.ts';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { NotFound } from '../../shell/whole-page.tsx';
import { CodeForm } from './code-form.tsx';
import { type CodeValues, codeValuesOf, newCodeValues } from './code-values.ts';
import { NotAllowed } from './not-allowed.tsx';

/** /edit/aff: opens a code, or changes the one named. */
export function CodeEditorPage({ affiliate_id }: { affiliate_id: string | undefined }) {
  const { t } = useTranslation('affiliates');
  const allowed = useProfile()?.rights.can_affiliate === true;
  if (!allowed) {
    return (
      <>
        <PageHead title={t('form.new')} />
        <NotAllowed />
      </>
    );
  }
  return affiliate_id === undefined ? <NewCode /> : <SavedCode affiliate_id={affiliate_id} />;
}

/** The suggested name of a new code; a different one each time. */
const generatedCode = queryOf(generateAffiliateCode, {}, { staleTime: 'static', gcTime: 0 });

const skeleton = <Skeleton height={480} radius="lg" />;

function NewCode() {
  const { t } = useTranslation('affiliates');
  const query = useQuery(generatedCode);
  return (
    <>
      <PageHead title={t('form.new')} text={t('text')} />
      <Loaded query={query} skeleton={skeleton}>
        {({ code }) => <Editing begun={newCodeValues(code)} saved={undefined} />}
      </Loaded>
    </>
  );
}

function SavedCode({ affiliate_id }: { affiliate_id: string }) {
  const { t } = useTranslation('affiliates');
  const query = useQuery(queryOf(getAffiliate, { affiliate_id }));
  if (isRefusal(query.error, EC.notFound, EC.badInput)) return <NotFound />;
  return (
    <>
      <PageHead title={t('form.edit', { code: query.data?.affiliate.code ?? '' })} />
      <Loaded query={query} skeleton={skeleton}>
        {({ affiliate }) => (
          <Editing key={affiliate.affiliate_id} begun={codeValuesOf(affiliate)} saved={affiliate} />
        )}
      </Loaded>
    </>
  );
}

function Editing({ begun, saved }: { begun: CodeValues; saved: Affiliate | undefined }) {
  const { t } = useTranslation('affiliates');
  const navigate = useNavigate();
  // Input stays when the server's code changes meanwhile.
  const [initial] = useState(begun);
  const back = () => void navigate({ to: '/setting/aff' });
  return (
    <CodeForm
      initial={initial}
      saved={saved}
      onSaved={({ code }) => {
        notifications.show({
          color: 'green',
          message: t(saved === undefined ? 'done.opened' : 'done.saved', { code }),
        });
        back();
      }}
      onLeave={back}
    />
  );
}
