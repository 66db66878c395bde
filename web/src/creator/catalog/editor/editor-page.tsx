import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PRODUCT_TYPE, type ProductType } from '#events/status.ts';
import { getPlan, type Plan } from '#services/contract/catalog/plans.ts';
import { queryOf } from '../../../api/queries.ts';
import { Loaded } from '../../../components/loaded.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { NotFound } from '../../../shell/whole-page.tsx';
import { useCreator } from '../../frame/creator-guard.ts';
import { PlanEditor } from './plan-editor.tsx';
import { newPlanValues } from './plan-values.ts';
import { saveDraft, savedDraft } from './saved-draft.ts';
import { kindOf, planValuesOf } from './saved-plan.ts';
import { TEXTS } from './sections/basics-section.tsx';

interface Props {
  /** Without it a new plan is made. */
  plan_id: string | undefined;
  type: ProductType;
}

/** /edit/shop: the plan editor. */
export function EditorPage({ plan_id, type }: Props) {
  const { t } = useTranslation(['catalog-editor', 'catalog-selling']);
  // A link can name the plan alone.
  const { data } = useQuery(queryOf(getPlan, { plan_id: plan_id ?? '' }, { enabled: plan_id !== undefined }));
  const kind = TEXTS[data === undefined ? type : kindOf(data.plan.product_type)];
  return (
    <>
      <PageHead title={t(plan_id === undefined ? `${kind}.new` : `${kind}.edit`)} />
      {plan_id === undefined ? (
        <Editing key={type} type={type} saved={undefined} />
      ) : (
        <Saved key={plan_id} plan_id={plan_id} />
      )}
    </>
  );
}

function Saved({ plan_id }: { plan_id: string }) {
  const user = useCreator();
  const query = useQuery(queryOf(getPlan, { plan_id }));
  return (
    <Loaded
      query={query}
      skeleton={
        <Stack gap="md">
          <Skeleton height={320} radius="lg" />
          <Skeleton height={240} radius="lg" />
        </Stack>
      }
    >
      {({ plan }) =>
        user !== undefined && plan.user_id !== user.user_id ? (
          <NotFound />
        ) : (
          <Editing type={kindOf(plan.product_type)} saved={plan} />
        )
      }
    </Loaded>
  );
}

function Editing({ type, saved }: { type: ProductType; saved: Plan | undefined }) {
  const navigate = useNavigate();
  const creator_id = useCreator()?.user_id ?? '';
  // It stays when the session ends, until the page is left.
  const [user_id] = useState(creator_id);
  const editing = saved?.plan_id ?? `new ${type}`;
  const [draft] = useState(() => savedDraft(user_id, editing));
  useEffect(() => saveDraft(undefined), []);
  // Input stays when the server's plan changes meanwhile.
  const [initial] = useState(() => (saved === undefined ? newPlanValues(type) : planValuesOf(saved)));
  const back = () =>
    void navigate({ to: type === PRODUCT_TYPE.sponsorship ? '/setting/plan' : '/setting/shop', search: {} });
  return (
    <PlanEditor
      initial={initial}
      draft={draft}
      saved={saved}
      user_id={user_id}
      onSaved={back}
      onLeave={back}
      onSignedOut={(values) => saveDraft({ user_id, editing, values })}
    />
  );
}
